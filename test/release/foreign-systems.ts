import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Executables of musl need its libstdc++, which Debian has not. A wheel for musl brings one. */
const WHEEL = "greenlet==3.5.6";

/** A script that starts an executable of musl, whose loader Debian's package `musl` has. */
export function withMusl(executable: string, folder: string): string {
  const pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check", "--dest", folder];
  const platform = ["--platform", "musllinux_1_2_x86_64", "--python-version", "3.12", "--implementation", "cp"];
  execFileSync("python3", [...pip, "--only-binary", ":all:", ...platform, WHEEL], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "";
  execFileSync("python3", ["-m", "zipfile", "-e", wheel, "."], { cwd: folder });
  const libraries = join(folder, "greenlet.libs");
  const standard = readdirSync(libraries).find((name) => name.startsWith("libstdc++")) ?? "";
  symlinkSync(standard, join(libraries, "libstdc++.so.6"));
  const [gcc = ""] = readdirSync(libraries).filter((name) => name.startsWith("libgcc_s"));
  if (gcc !== "libgcc_s.so.1") symlinkSync(gcc, join(libraries, "libgcc_s.so.1"));
  return starter(folder, "musl", `LD_LIBRARY_PATH="${libraries}" exec "${executable}" "$@"`);
}

/** A script that starts an executable for arm64 in an emulation of that processor. */
export function withQemu(executable: string, folder: string): string {
  return starter(folder, "arm64", `exec qemu-aarch64 -L /usr/aarch64-linux-gnu "${executable}" "$@"`);
}

function starter(folder: string, name: string, command: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return file;
}
