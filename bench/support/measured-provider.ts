import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The engine does not recognize this name as a provider. */
const EXECUTABLE = "measured-executable";

/**
 * Places a shell script in front of an executable. The script writes the CPU time of each run to a file. The executable
 * stays in its folder, so that its hash for the engine does not change.
 * @param log absolute path outside of that folder
 */
export function measureExecutable(placed: string, log: string): void {
  renameSync(placed, join(dirname(placed), EXECUTABLE));
  const script = ["#!/bin/sh", `"\${0%/*}/${EXECUTABLE}" "$@"`, "code=$?", `times >> '${log}'`, "exit $code", ""];
  writeFileSync(placed, script.join("\n"));
  chmodSync(placed, 0o755);
}

/** Returns the CPU milliseconds of all runs since the last call. Undefined if nothing was measured. */
export function takeMeasuredMs(log: string): number | undefined {
  if (!existsSync(log)) {
    return undefined;
  }
  // Each run has two lines: the time of the shell and the time of the executable.
  const lines = readFileSync(log, "utf8").trim().split("\n");
  rmSync(log);
  return lines.filter((_, index) => index % 2 === 1).reduce((sum, line) => sum + millisecondsIn(line), 0);
}

/** Returns the sum of times such as `0m1.250000s 0m0.030000s`. */
function millisecondsIn(line: string): number {
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}
