import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { findChromium } from "../test/support/find-chromium";
import { findPostgres } from "../test/support/find-postgres";
import { findRego } from "../test/support/find-rego";

/**
 * Compiles the native provider, which tests drive as well as the script, and runs jest; arguments go to it. The README promises that Node,
 * git and an engine are enough, so tests in a browser (`*.browser.test.ts`), with state in PostgreSQL (`*.postgres.test.ts`) and of the
 * example policy (`*.rego.test.ts`) run where they can, and their absence is said at the end. `.ci/run` sees to it that they can; in CI the
 * tests with PostgreSQL run in any case, and fail without it.
 */
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
    isThere: findRego() !== undefined,
    pattern: "\\.rego\\.test\\.ts$",
    notice:
      "No interpreter of Rego: the tests of the example policy did not run. Install the Python package regopy, and name that Python in REGO_PYTHON.",
  },
].filter(({ isThere }) => !isThere);

execFileSync(process.execPath, ["--import", "tsx", join(__dirname, "build-native.ts")], { stdio: "inherit" });

const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
const ignored = missing.length === 0 ? [] : ["/node_modules/", ...missing.map(({ pattern }) => pattern)];
const { status } = spawnSync(
  process.execPath,
  [jest, ...process.argv.slice(2), ...ignored.flatMap((pattern) => ["--testPathIgnorePatterns", pattern])],
  { stdio: "inherit" },
);
for (const { notice } of missing) process.stderr.write(`\n${notice}\n`);
process.exitCode = status ?? 1;
