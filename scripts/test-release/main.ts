/**
 * Builds a whole release and tests it (`test/acceptance/release/release.long.ts`). Requires an engine, a C compiler,
 * python3 with pip, musl, qemu-user with the C library of arm64, and the npm and Python registries. When run as root on
 * Debian, it installs missing packages.
 *
 *     npm run test:release
 */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { runLongTests } from "../support/long-tests";

const NEEDED = [
  { package: "musl", file: "/lib/ld-musl-x86_64.so.1" },
  { package: "qemu-user", file: "/usr/bin/qemu-aarch64" },
  { package: "libc6-arm64-cross", file: "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1" },
  { package: "gcc", file: "/usr/bin/cc" },
  { package: "python3-pip", file: "/usr/bin/python3" },
];

const missing = NEEDED.filter(({ file }) => !existsSync(file)).map((each) => each.package);
if (missing.length > 0) {
  install();
}
process.exitCode = runLongTests("acceptance/release/release", {});

function install(): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(`These Debian packages are required: ${missing.join(", ")}. Install them.`);
  }
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  const options = ["-y", "-qq", "--no-install-recommends"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["install", ...options, ...missing], { stdio: "inherit", env });
}
