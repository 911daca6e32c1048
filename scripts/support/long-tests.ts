import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

/**
 * Runs tests that take too long for `npm test` (`*.long.ts`), one after another.
 * @param pattern the files, below `test/` and without `.long.ts`; `*` matches any characters except `/`
 * @param environment variables in addition to those of this process
 * @param starter program that starts the tests, with its arguments
 * @returns the exit code
 */
export function runLongTests(
  pattern: string,
  environment: Readonly<Record<string, string | undefined>>,
  starter: readonly string[] = [],
): number {
  const jest = join(dirname(require.resolve("jest/package.json")), "bin", "jest.js");
  const [program = "", ...words] = [...starter, process.execPath, jest];
  const { status } = spawnSync(
    program,
    [
      ...words,
      "--selectProjects",
      "long",
      "--runInBand",
      // The options of the command limit the duration of such a run. The timer only ends a run that stops responding.
      "--testTimeout",
      String(12 * 3_600_000),
      "--testPathPatterns",
      `/test/${pattern.replaceAll("*", "[^/]*")}\\.long\\.ts$`,
    ],
    { stdio: "inherit", env: { ...process.env, ...environment } },
  );
  return status ?? 1;
}
