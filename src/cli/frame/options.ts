import { type Command, InvalidArgumentError, Option } from "commander";
import { minutesOf } from "../../declaration/value-types";

/**
 * The examples at the end of a command's help.
 * @param examples what each does, by what follows `cdk-clickstack`.
 */
export function examplesText(examples: Readonly<Record<string, string>>): string {
  const lines = Object.entries(examples).map(([run, does]) => `  $ cdk-clickstack ${run}\n      ${does}\n`);
  return `\nExamples:\n${lines.join("")}`;
}

/** What a command is told that draws or writes one result of code or of what the server has. */
export interface ResultFlags {
  readonly format: "text" | "svg" | "html" | "json";
  readonly json?: boolean;
  readonly server?: boolean;
  readonly plan?: boolean;
  readonly init?: boolean;
  /** Milliseconds. */
  readonly last: number;
  readonly output?: string;
}

/** Adds the options of a command that draws or writes one result. */
export function withResultOptions(command: Command, result: "drawing" | "result"): Command {
  return command
    .addOption(
      new Option("-f, --format <format>", `form of the ${result}`)
        .choices(["text", "svg", "html", "json"])
        .default("text"),
    )
    .option("--json", "the same as --format json")
    .option("-o, --output <file>", `write the ${result} to a file instead of standard output`);
}

/** An option that can be given several times, as one of the choices where there are any. */
export function repeatable(flags: string, description: string, choices?: readonly string[]): Option {
  const option = new Option(flags, `${description}; may be repeated`);
  const parseOne = choices && option.choices(choices).parseArg;
  return option.argParser((text: string, earlier: readonly string[] = []) => [
    ...earlier,
    parseOne ? String(parseOne(text, undefined)) : text,
  ]);
}

/** Reads a whole number in a range from the command line. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

const MINUTE_MS = 60_000;

/** Reads a duration such as `90m`, `6h`, `7d` or `2w` from the command line; milliseconds. */
export function durationOption(most: string) {
  const longest = (minutesOf(most) ?? 0) * MINUTE_MS;
  return (text: string): number => {
    const milliseconds = (minutesOf(text) ?? 0) * MINUTE_MS;
    if (milliseconds > 0 && milliseconds <= longest) return milliseconds;
    throw new InvalidArgumentError(`Give a duration such as 90m, 6h, 7d or 2w, of ${most} at most.`);
  };
}
