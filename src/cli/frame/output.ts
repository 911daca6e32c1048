import { closeSync, openSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { visible } from "../../visible";
import { withColors } from "./colors";
import { CommandError } from "./command-error";
import { EXIT } from "./exit-codes";
import { reasonOf } from "./file-problem";

/** Writes a result to standard output. */
export function print(text: string): void {
  process.stdout.write(shown(text));
}

/** Says something beside the result, on standard error. */
export function say(text: string): void {
  process.stderr.write(shown(text));
}

/** Writes a result to a file, or to standard output where none is named. Throws a `CommandError` with the fix. */
export function printTo(file: string | undefined, text: string): void {
  if (file === undefined) print(text);
  else writeResult(file, text);
}

/** Writes a result to a file. Throws a `CommandError` with the fix. */
export function writeResult(file: string, text: string): void {
  try {
    writeFileSync(file, shown(text));
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Says before any work that a result could not be written in the end. Throws a `CommandError` with the fix. */
export function assertWritable(file: string): void {
  const found = statsOf(file);
  if (found?.isDirectory()) throw new CommandError(`${file} is a folder. Name a file.`);
  const folder = dirname(file);
  const above = statsOf(folder);
  if (!above) throw new CommandError(`The folder ${folder} is not there. Make it, or name another file.`);
  if (!above.isDirectory()) throw new CommandError(`${folder} is no folder. Name another file.`);
  if (found && !found.isFile()) return;
  try {
    closeSync(openSync(file, found ? "a" : "wx"));
  } catch (error) {
    throw unwritable(file, error);
  }
  if (!found) rmSync(file);
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whatever reads the output may end before it has all: then nothing more is said. Any other failure is told, and makes the exit code 1. */
export function guardOutput(): { readonly failed: () => boolean } {
  let failed = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    failed = true;
    process.exitCode = EXIT.error;
    say(`error: standard output cannot be written: ${reasonOf(error)?.reason ?? error.message}.\n`);
  });
  process.stderr.on("error", () => undefined);
  return { failed: () => failed };
}

/** As a terminal and its reader can have it: no text but this tool's own colors is obeyed. */
function shown(text: string): string {
  return withColors(visible(text));
}

function unwritable(file: string, error: unknown): unknown {
  const refused = reasonOf(error);
  if (!refused) return error;
  return new CommandError(`${file} cannot be written: ${refused.reason}. ${refused.fix}`);
}
