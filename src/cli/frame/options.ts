import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { minutesOf } from "../../declaration/value-types";

/**
 * Returns the examples at the end of a command's help.
 * @param examples descriptions by the arguments after `cdk-clickstack`.
 */
export function examplesText(examples: Readonly<Record<string, string>>): string {
  const lines = Object.entries(examples).map(([run, does]) => `  $ cdk-clickstack ${run}\n      ${does}\n`);
  return `\nExamples:\n${lines.join("")}`;
}

/** Options of a command, typed by its declaration. */
export type FlagsOf<Declare extends (...args: never[]) => { opts(): unknown }> = ReturnType<
  ReturnType<Declare>["opts"]
>;

/** Adds the options of a command that draws or writes one result. */
export function withResultOptions(command: Command, result: "drawing" | "result") {
  return command
    .addOption(
      new Option("-f, --format <format>", `form of the ${result}`)
        .choices(["text", "svg", "html", "json"] as const)
        .default("text"),
    )
    .option("--json", "the same as --format json")
    .option("-o, --output <file>", `write the ${result} to a file instead of standard output`);
}

/** Creates an option that may be repeated, with optional choices. */
export function repeatable<Flags extends string, Value extends string = string>(
  flags: Flags,
  description: string,
  choices?: readonly Value[],
) {
  const option = new Option(flags, `${description}; may be repeated`);
  const parseOne = choices && option.choices(choices).parseArg;
  return option.argParser((text: string, earlier: readonly Value[] = []): readonly Value[] => [
    ...earlier,
    (parseOne ? parseOne(text, undefined) : text) as Value,
  ]);
}

/** Default of an option that may be repeated. */
export const NONE: readonly string[] = [];

/** Reads a whole number in a range from the command line. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) {
      return value;
    }
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

const MINUTE_MS = 60_000;

/** Reads a duration such as `90m`, `6h`, `7d` or `2w` from the command line; milliseconds. */
export function durationOption(max: string) {
  const maxMs = (minutesOf(max) ?? 0) * MINUTE_MS;
  return (text: string): number => {
    const milliseconds = (minutesOf(text) ?? 0) * MINUTE_MS;
    if (milliseconds > 0 && milliseconds <= maxMs) {
      return milliseconds;
    }
    throw new InvalidArgumentError(`Give a duration such as 90m, 6h, 7d or 2w, of ${max} at most.`);
  };
}
