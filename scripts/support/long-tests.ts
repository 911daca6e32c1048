import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

/**
 * Runs tests that take too long for `npm test` (`*.long.ts`), one after another.
 * @param pattern the files, below `test/` and without `.long.ts`
 * @param environment put over this process's
 * @returns the exit code
 */
export function runLongTests(pattern: string, environment: Readonly<Record<string, string | undefined>>): number {
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const { status } = spawnSync(
    process.execPath,
    [
      jest,
      "--runInBand",
      "--testMatch",
      `**/test/${pattern}.long.ts`,
      // A night is long enough; what was asked for ends a run, not a timer.
      "--testTimeout",
      String(12 * 3_600_000),
    ],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  return status ?? 1;
}
