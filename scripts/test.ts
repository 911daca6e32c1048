import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { findChromium } from "../test/support/find-chromium";

/**
 * Compiles the native provider, which tests drive as well as the script, and runs jest; arguments go to it. The README promises that Node, git and an engine are enough, so tests in a browser (`*.browser.test.ts`)
 * run where there is one, and their absence is said at the end. `.ci/run` sees to it that there is one.
 */
const hasBrowser = findChromium() !== undefined;
const withoutBrowser = ["--testPathIgnorePatterns", "/node_modules/", "\\.browser\\.test\\.ts$"];

execFileSync(process.execPath, ["--import", "tsx", join(__dirname, "build-native.ts")], { stdio: "inherit" });

const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
const { status } = spawnSync(
  process.execPath,
  [jest, ...process.argv.slice(2), ...(hasBrowser ? [] : withoutBrowser)],
  { stdio: "inherit" },
);
if (!hasBrowser) {
  process.stderr.write("\nNo Chromium: the tests in a browser did not run. Install it, or name it in CHROMIUM.\n");
}
process.exitCode = status ?? 1;
