import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Not a name that the engine takes for a provider. */
const EXECUTABLE = "measured-executable";

/**
 * Puts a shell script in front of a placed executable, which writes the CPU time of each run to a file. The executable
 * stays in its folder, so that the engine hashes it as before.
 * @param log absolute, outside of that folder
 */
export function measureExecutable(placed: string, log: string): void {
  renameSync(placed, join(dirname(placed), EXECUTABLE));
  const script = ["#!/bin/sh", `"\${0%/*}/${EXECUTABLE}" "$@"`, "code=$?", `times >> '${log}'`, "exit $code", ""];
  writeFileSync(placed, script.join("\n"));
  chmodSync(placed, 0o755);
}

/** The CPU milliseconds of all runs since the last call. Undefined where nothing was measured. */
export function takeMeasuredMs(log: string): number | undefined {
  if (!existsSync(log)) {
    return undefined;
  }
  // Two lines for each run: the shell's own time, and that of the executable.
  const lines = readFileSync(log, "utf8").trim().split("\n");
  rmSync(log);
  return lines.filter((_, index) => index % 2 === 1).reduce((sum, line) => sum + millisecondsIn(line), 0);
}

/** The sum of times such as `0m1.250000s 0m0.030000s`. */
function millisecondsIn(line: string): number {
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000,
    0,
  );
}
