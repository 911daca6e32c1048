import type { Argument, Command, Option } from "commander";

/** What a shell can offer at one place. */
export type Offer = { readonly choices: readonly string[] } | "directories" | "files" | "nothing";

export interface OptionWords {
  /** With dashes, the long form last. */
  readonly flags: readonly string[];
  readonly description: string;
  /** What its value can be; undefined for an option without one. */
  readonly value?: Offer;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** What its arguments can be, in their order; the last stands for all that follow where it may be repeated. */
  readonly args: readonly { readonly name: string; readonly offer: Offer; readonly repeated: boolean }[];
}

/** What can be typed after the name of a program, from the declarations of its commands. */
export function commandWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: firstSentence(command.description()),
    options: command.createHelp().visibleOptions(command).map(optionWords),
    args: command.commands.length > 0 ? [subcommand(command)] : command.registeredArguments.map(argumentWords),
  }));
}

function argumentWords(argument: Argument): CommandWords["args"][number] {
  return { name: argument.name(), offer: offerOf(argument, argument.name()), repeated: argument.variadic };
}

function subcommand({ commands }: Command): CommandWords["args"][number] {
  return { name: "command", offer: { choices: commands.map((each) => each.name()) }, repeated: false };
}

function optionWords(option: Option): OptionWords {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const description = firstSentence(option.description);
  if (!option.required && !option.optional) return { flags, description };
  return { flags, description, value: offerOf(option, /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? "") };
}

/** The name of a value says what it is: `dir` and `folder` for directories, `file` and `path` for files, which shells offer with directories. */
function offerOf({ argChoices }: Pick<Argument | Option, "argChoices">, name: string): Offer {
  if (argChoices) return { choices: argChoices };
  if (/^(dir|folder)$/.test(name)) return "directories";
  return /^(file|path)$/.test(name) ? "files" : "nothing";
}

function firstSentence(text: string): string {
  return /^.*?[.;](?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text;
}
