import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * musl executables need a libstdc++ for musl, which Debian does not have. This wheel for musl contains one that
 * Debian's musl 1.2.3 can load. Later wheels have a newer relocation format.
 */
const WHEEL = "greenlet==3.0.3";

/**
 * bun's compiler expects two functions that the older libstdc++ of this wheel lacks. Both functions report a defect and
 * end the process.
 */
const LATER_FUNCTIONS = `
void _ZSt28__throw_bad_array_new_lengthv(void) { __builtin_trap(); }
void _ZSt21__glibcxx_assert_failPKciS0_S0_(void) { __builtin_trap(); }
`;

/** A script that starts a musl executable with the loader of Debian's package `musl`. */
export function withMusl(executable: string, folder: string): string {
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check", "--dest", folder];
  const platform = ["--platform", "musllinux_1_1_x86_64", "--python-version", "3.12", "--implementation", "cp"];
  execFileSync("python3", [...pip, "--only-binary", ":all:", ...platform, WHEEL], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "";
  execFileSync("python3", ["-m", "zipfile", "-e", wheel, "."], { cwd: folder });
  const libraries = join(folder, "greenlet.libs");
  for (const [name, prefix] of [
    ["libstdc++.so.6", "libstdc++"],
    ["libgcc_s.so.1", "libgcc_s"],
  ] as const) {
    symlinkSync(readdirSync(libraries).find((each) => each.startsWith(prefix)) ?? "", join(libraries, name));
  }
  writeFileSync(join(folder, "later.c"), LATER_FUNCTIONS);
  execFileSync("cc", ["-shared", "-fPIC", "-nostdlib", "-o", join(libraries, "later.so"), "later.c"], { cwd: folder });
  const variables = `LD_LIBRARY_PATH="${libraries}" LD_PRELOAD="${join(libraries, "later.so")}"`;
  return starter(folder, "musl", `exec env ${variables} "${executable}" "$@"`);
}

/** A script that starts an arm64 executable in an emulator of this processor. */
export function withQemu(executable: string, folder: string): string {
  return starter(folder, "arm64", `exec qemu-aarch64 -L /usr/aarch64-linux-gnu "${executable}" "$@"`);
}

function starter(folder: string, name: string, command: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return file;
}
