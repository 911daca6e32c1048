import { join } from "node:path";
import { type ProcessResult, type RunOptions, runProcess } from "../run-process";

/** The command line that `npm run build` created, which is the one that users have. */
export const BUILT_CLI = join(__dirname, "..", "..", "..", "dist", "cli", "cdk-clickstack.js");

/**
 * Runs the built command line to its end. The command assumes that it is not in CI unless the environment sets `CI`.
 */
export function runCli(words: readonly string[], options: RunOptions = {}): Promise<ProcessResult> {
  const environment = { CI: undefined, ...options.environment };
  return runProcess(process.execPath, [BUILT_CLI, ...words], { ...options, environment });
}
