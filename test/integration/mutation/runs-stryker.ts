import type { StrykerRun } from "../../../scripts/mutation/run-stryker";
import { runStryker } from "../../../scripts/mutation/run-stryker";

/**
 * Runs Stryker in the working folder, with the options in the first argument as JSON, and writes the result of each
 * change to standard output.
 */
async function main(): Promise<void> {
  const run: StrykerRun = JSON.parse(process.argv[2] ?? "");
  const mutants = await runStryker(run);
  const told = mutants.map(({ location, replacement, status }) => ({ line: location.start.line, replacement, status }));
  process.stdout.write(`\nRESULT ${JSON.stringify(told)}\n`);
}

void main();
