import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { minutesOf } from "../../declaration/value-types";

/**
 * The examples at the end of a command's help.
 * @param examples descriptions by the arguments after `cdk-clickstack`.
 */
export function examplesText(examples: Readonly<Record<string, string>>): string {
  const lines = Object.entries(examples).map(([run, does]) => `  $ cdk-clickstack ${run}\n      ${does}\n`);
  return `\nExamples:\n${lines.join("")}`;
}

/** The options of a command as its declaration has them. */
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

/** An option that can be given several times, as one of the choices where there are any. */
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

/** The default of an option that can be given several times. */
export const NONE: readonly string[] = [];

/** Reads a whole number in a range from the command line. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) {
      return value;
    }
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

const MINUTE_MS = 60_000;

/** Reads a duration such as `90m`, `6h`, `7d` or `2w` from the command line; milliseconds. */
export function durationOption(most: string) {
  const longest = (minutesOf(most) ?? 0) * MINUTE_MS;
  return (text: string): number => {
    const milliseconds = (minutesOf(text) ?? 0) * MINUTE_MS;
    if (milliseconds > 0 && milliseconds <= longest) {
      return milliseconds;
    }
    throw new InvalidArgumentError(`Give a duration such as 90m, 6h, 7d or 2w, of ${most} at most.`);
  };
}
