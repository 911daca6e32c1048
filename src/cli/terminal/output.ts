import { closeSync, openSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { shortenText } from "../../drawing/letters";
import { quietly } from "../../quietly";
import { writeNamedFile } from "../../staged-file";
import { visible, visiblePath } from "../../visible";
import { colorsFor, ERASED_LINE, withColors } from "./colors";
import { CommandError, EXIT, reasonOf } from "./exit";
import { widthOf, wrapText } from "./wrap";

export function print(text: string): void {
  process.stdout.write(toOutput(text));
}

/** Prints a unified diff. Redirected output keeps line ends and byte order marks, so that `git apply` accepts it. */
export function printPatch(patch: string): void {
  if (process.stdout.isTTY) {
    print(patch);
    return;
  }
  const lines = patch.split("\n").map((line) => {
    const [, start = "", text = "", end = ""] = /^([-+ ]?\ufeff?)(.*?)(\r?)$/s.exec(line) ?? [];
    return `${start}${visible(text)}${end}`;
  });
  process.stdout.write(withColors(lines.join("\n")));
}

/** Prints a text for people. On a terminal it breaks long lines between words. */
export function printProse(text: string): void {
  print(wrapText(text, widthOf(process.stdout)));
}

/** Prints a note for people on standard error, separate from the result. */
export function say(text: string): void {
  process.stderr.write(toOutput(wrapText(text, widthOf(process.stderr))));
}

/** Writes a result to a file, or to standard output without a file. Throws a `CommandError` with the fix. */
export function printTo(file: string | undefined, text: string): void {
  if (file === undefined) {
    print(text);
  } else {
    writeResult(file, text);
  }
}

/** Writes a result to a file. If that fails, an existing file stays unchanged. Throws a `CommandError` with the fix. */
export function writeResult(file: string, text: string): void {
  try {
    writeNamedFile(file, toOutput(text));
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** Checks before any work that a result can be written. Throws a `CommandError` with the fix. */
export function assertWritable(file: string): void {
  const found = statsOf(file);
  if (found?.isDirectory()) {
    throw new CommandError(`${visiblePath(file)} is a folder. Fix: Name a file.`);
  }
  const folder = dirname(file);
  const above = statsOf(folder);
  if (!above) {
    throw new CommandError(`The folder ${visiblePath(folder)} does not exist. Fix: Create it, or name another file.`);
  }
  if (!above.isDirectory()) {
    throw new CommandError(`${visiblePath(folder)} is not a folder. Fix: Name another file.`);
  }
  if (found && !found.isFile()) {
    return;
  }
  try {
    closeSync(openSync(file, found ? "a" : "wx"));
  } catch (error) {
    throw unwritable(file, error);
  }
  if (!found) {
    rmSync(file);
  }
}

function statsOf(path: string): Stats | undefined {
  return quietly(() => statSync(path, { throwIfNoEntry: false }));
}

/** Reports failed writes to the output with exit code 1, except after a reader closed the output early. */
export function guardOutput(): { readonly failed: () => boolean } {
  let failed = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") {
      return;
    }
    failed = true;
    process.exitCode = EXIT.error;
    say(`error: standard output cannot be written: ${reasonOf(error)?.reason ?? error.message}.\n`);
  });
  process.stderr.on("error", () => undefined);
  return { failed: () => failed };
}

/** Escapes control characters, so that a terminal follows only the colors of this tool. */
function toOutput(text: string): string {
  return withColors(visible(text));
}

function unwritable(file: string, error: unknown): unknown {
  const refused = reasonOf(error);
  if (!refused) {
    return error;
  }
  return new CommandError(`${visiblePath(file)} cannot be written: ${refused.reason}. ${refused.fix}`);
}

/** Minimum duration of work that shows its progress. */
const MIN_PROGRESS_MS = 1000;

/** After a second, shows the name of the work on standard error: a spinner on a terminal, otherwise a plain line. */
export async function withProgress<T>(title: string, work: (say: (text: string) => void) => Promise<T>): Promise<T> {
  const line = { start: () => say(`${title} ...\n`), say: () => undefined, end: () => undefined };
  const indicator: Pick<Spinner, "start" | "say" | "end"> = hasLines(process.stderr) ? new Spinner(title) : line;
  const timer = setTimeout(() => indicator.start(), MIN_PROGRESS_MS);
  try {
    return await work((text) => indicator.say(text));
  } finally {
    clearTimeout(timer);
    indicator.end();
  }
}

/** Returns true if lines can be drawn again. That needs a terminal with a size, which some CI systems lack. */
function hasLines({ isTTY, columns }: NodeJS.WriteStream): boolean {
  return isTTY && columns > 0 && process.env.TERM !== "dumb";
}

const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const FRAME_MS = 80;

/** Own spinner, because those of libraries exit on Ctrl-C at once. A saved plan and the engine's lock would remain. */
class Spinner {
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private text: string) {}

  start(): void {
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
  }

  say(text: string): void {
    this.text = text;
  }

  end(): void {
    if (this.#timer === undefined) {
      return;
    }
    clearInterval(this.#timer);
    process.stderr.write(ERASED_LINE);
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % FRAMES.length;
    // A wrapped line cannot be erased.
    const room = Math.max(0, process.stderr.columns - 3);
    const line = shortenText(visible(this.text), room);
    const { yellow } = colorsFor(process.stderr);
    process.stderr.write(withColors(`${ERASED_LINE}${yellow(FRAMES.charAt(this.#frame))} ${line}`));
  }
}
