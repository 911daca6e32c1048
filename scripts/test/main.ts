/**
 * Checks types and style, builds, and runs jest with the given arguments. The README requires only Node, git and an
 * engine. Tests with a browser (`*.browser.test.ts`), PostgreSQL (`*.postgres.test.ts`), a terminal
 * (`*.tmux.test.ts`), the example policy (`*.rego.test.ts`) or a read-only disk (`*.mounts.test.ts`) run if the machine
 * can run them. The script reports the ones that did not run. `.ci/run` installs the programs. In CI, the PostgreSQL
 * tests always run, and fail without a server.
 *
 *     npm test
 */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { findChromium } from "../../test/support/find-chromium";
import { canMount } from "../../test/support/find-mounts";
import { findPostgres } from "../../test/support/find-postgres";
import { findRego } from "../../test/support/find-rego";
import { findTmux } from "../../test/support/find-tmux";

const missing = [
  {
    isThere: findChromium() !== undefined,
    pattern: "\\.browser\\.test\\.ts$",
    notice: "No Chromium: the tests in a browser did not run. Install it, or name it in CHROMIUM.",
  },
  {
    isThere: findPostgres() !== undefined || process.env.CI === "true",
    pattern: "\\.postgres\\.test\\.ts$",
    notice:
      "No PostgreSQL: the tests with remote state did not run. Install its server, or name the folder of postgres and initdb in POSTGRES_BIN.",
  },
  {
    isThere: findTmux() !== undefined,
    pattern: "\\.tmux\\.test\\.ts$",
    notice: "No tmux: the tests in a terminal did not run. Install it, or name it in TMUX_BIN.",
  },
  {
    isThere: findRego() !== undefined,
    pattern: "\\.rego\\.test\\.ts$",
    notice:
      "No interpreter of Rego: the tests of the example policy did not run. Install the Python package regopy, and name that Python in REGO_PYTHON.",
  },
  {
    isThere: canMount(),
    pattern: "\\.mounts\\.test\\.ts$",
    notice:
      "No mounts are permitted: the tests with a read-only disk did not run. Run them as root, or permit user namespaces.",
  },
].filter(({ isThere }) => !isThere);

/** Runs scripts of package.json one after the other, until one fails. Returns the exit code of the last one. */
async function run([script, ...others]: readonly string[]): Promise<number> {
  const child = spawn("npm", ["run", "--silent", String(script)], { stdio: "inherit" });
  const [code] = await once(child, "close");
  return code === 0 && others.length > 0 ? run(others) : (code ?? 1);
}

function runJest(): number {
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const ignored = missing.length === 0 ? [] : ["/node_modules/", ...missing.map(({ pattern }) => pattern)];
  const { status } = spawnSync(
    process.execPath,
    [
      // Each test file loads its modules again. With the default of 16 MB, the garbage collector copies them more
      // often. Workers inherit the option.
      "--max-semi-space-size=64",
      jest,
      "--selectProjects",
      "unit",
      "integration",
      "contract",
      "acceptance",
      ...process.argv.slice(2),
      ...ignored.flatMap((pattern) => ["--testPathIgnorePatterns", pattern]),
    ],
    { stdio: "inherit" },
  );
  for (const { notice } of missing) {
    process.stderr.write(`\n${notice}\n`);
  }
  return status ?? 1;
}

async function main(): Promise<void> {
  // Each of the three needs about the same processor time, and none needs the result of another.
  const codes = await Promise.all([run(["typecheck"]), run(["lint"]), run(["build", "build:native"])]);
  process.exitCode = codes.find((code) => code !== 0) ?? runJest();
}

void main();
