/**
 * Builds a whole release and tests it (`test/acceptance/release/release.long.ts`). Requires an engine, a C compiler,
 * python3 with pip, musl, qemu-user with the C library of arm64, and the npm and Python registries. When run as root on
 * Debian, it installs missing packages.
 *
 *     npm run test:release
 */

import { requirePackages } from "../support/debian-packages";
import { runLongTests } from "../support/long-tests";

requirePackages([
  { package: "musl", file: "/lib/ld-musl-x86_64.so.1" },
  { package: "qemu-user", file: "/usr/bin/qemu-aarch64" },
  { package: "libc6-arm64-cross", file: "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1" },
  { package: "gcc", file: "/usr/bin/cc" },
  { package: "python3-pip", file: "/usr/bin/python3" },
]);
process.exitCode = runLongTests("acceptance/release/release", {});
