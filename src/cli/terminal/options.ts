import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { type Command, InvalidArgumentError, Option, type OptionValues } from "@commander-js/extra-typings";
import { minutesOf } from "../../declaration/value-types";
import { visiblePath } from "../../visible";
import { CommandError } from "./exit";
import { assertWritable } from "./output";

/** Options of a command, typed by its declaration. */
export type FlagsOf<Declare extends (...args: never[]) => { opts(): unknown }> = ReturnType<
  ReturnType<Declare>["opts"]
>;

export const RESULT_FORMATS = ["text", "svg", "html", "json"] as const;

export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** File extensions of formats. Devices such as `/dev/stdout` have no extension. */
const ENDINGS = { text: ".txt", markdown: ".md", svg: ".svg", html: ".html", json: ".json" };

export function withResultOptions<
  Args extends unknown[],
  Options extends OptionValues,
  Format extends keyof typeof ENDINGS,
>(command: Command<Args, Options>, result: "drawing" | "result" | "report", formats: readonly Format[]) {
  return command
    .addOption(
      new Option(
        "-f, --format <format>",
        `form of the ${result} (default: the extension of the file, otherwise text)`,
      ).choices(formats),
    )
    .option("--json", "the same as --format json")
    .option("-o, --output <file>", `write the ${result} to a file instead of standard output`);
}

/** Returns one of some formats. Before any work, it checks that the file of the result can be written. */
export function chosenFormat<Format extends keyof typeof ENDINGS>(
  { format, json, output }: { readonly format?: Format; readonly json?: true; readonly output?: string },
  formats: readonly Format[],
): Format | "json" {
  if (output !== undefined) {
    assertWritable(output);
  }
  const ending = extname(output ?? "").toLowerCase() || ENDINGS.text;
  const chosen = (json ? "json" : format) ?? formats.find((each) => ENDINGS[each] === ending);
  if (chosen) {
    return chosen;
  }
  throw new CommandError(
    `The extension of ${visiblePath(output ?? "")} is not a known format. Fix: Name a file with the extension ${alternatives(formats.map((each) => ENDINGS[each]))}, or set --format.`,
  );
}

function alternatives(texts: readonly string[]): string {
  return `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

interface ResultFile<Format> {
  readonly file: string;
  readonly format: Format;
}

/** Creates the option `--output` of a command that also prints its result. It may be repeated. */
export function outputOption<Format extends string>(result: string, endings: ReadonlyMap<Format, string>) {
  const known = alternatives([...endings.values()]);
  const read = (name: string, earlier: readonly ResultFile<Format>[]) => {
    const [format] = [...endings].find(([, ending]) => name.endsWith(ending)) ?? [];
    if (format === undefined) {
      throw new InvalidArgumentError(`Name a file with the extension ${known}.`);
    }
    assertWritable(name);
    return [...earlier, { file: name, format }];
  };
  const about = `also write the ${result} to a file, in the format of its extension: ${known}; may be repeated`;
  return new Option("-o, --output <file>", about).argParser(read).default([] as readonly ResultFile<Format>[]);
}

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

export const NONE: readonly string[] = [];

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) {
      return value;
    }
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

/** Creates the option of commands that run the program of a project before they read its stacks. */
export function noSynthOption() {
  return new Option("--no-synth", "do not run the program, and use the stacks that it wrote before");
}

export function withPlanOptions<Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) {
  return withEngineOptions(command).option(
    "--init",
    "run init in each stack first, with -upgrade if the lock file requires it",
  );
}

/** Adds the options of commands that always run init. */
export function withEngineOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option(
      "--parallel <number>",
      "number of stacks to plan at the same time",
      wholeNumber(1, 64),
      Math.max(2, availableParallelism()),
    )
    .addOption(
      repeatable(
        "--engine-arg <argument>",
        "pass an argument on to the engine's plan, such as -var-file=production.tfvars",
      ).default(NONE),
    );
}

const MINUTE_MS = 60_000;

/** Creates the option `--last`. It is a duration such as `90m`, `6h`, `7d` or `2w`, in milliseconds. */
export function lastOption(description: string, usual: string, max: string) {
  const millisecondsIn = (text: string) => (minutesOf(text) ?? 0) * MINUTE_MS;
  const read = (text: string) => {
    const milliseconds = millisecondsIn(text);
    if (milliseconds > 0 && milliseconds <= millisecondsIn(max)) {
      return milliseconds;
    }
    throw new InvalidArgumentError(`Give a duration such as 90m, 6h, 7d or 2w, of ${max} at most.`);
  };
  return new Option("--last <duration>", description).argParser(read).default(millisecondsIn(usual), usual);
}
