import { Help, type HelpConfiguration } from "commander";
import { widthOf, wrapLine, wrapText } from "./wrap";

const DEFAULT_HELP_WIDTH = 80;

export function helpWidth(stream: NodeJS.WriteStream = process.stdout): number {
  const width = widthOf(stream);
  return Number.isFinite(width) ? width : DEFAULT_HELP_WIDTH;
}

/** Minimum columns of a description next to its option. Otherwise it is below the option. */
const MIN_DESCRIPTION = 34;

const INDENTATION = "  ";

/** Makes help texts as wide as the terminal. By default commander does not wrap the descriptions of narrow ones. */
export const HELP_LAYOUT: HelpConfiguration = {
  boxWrap: wrapText,
  styleUsage: (usage) => {
    const first = " ".repeat("Usage: ".length);
    return wrapLine(usage, { width: helpWidth(), first }).join("\n").trimStart();
  },
  // The default of an option that may be repeated is an empty list.
  optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: \[\]\)$/, ""),
  formatItem: (term, termWidth, description, { helpWidth: width = DEFAULT_HELP_WIDTH }) => {
    const first = `${INDENTATION}${term.padEnd(termWidth)}${INDENTATION}`;
    if (width - first.length >= MIN_DESCRIPTION) {
      return wrapLine(description, { width, first }).join("\n");
    }
    return [`${INDENTATION}${term}`, ...wrapLine(description, { width, first: INDENTATION.repeat(3) })].join("\n");
  },
};

/** @param examples descriptions by the arguments after `cdk-clickstack` */
export function examplesText(examples: Readonly<Record<string, string>>): string {
  const width = helpWidth();
  const lines = Object.entries(examples).flatMap(([run, does]) => [
    ...commandLines(`cdk-clickstack ${run}`, width),
    ...wrapLine(does, { width, first: INDENTATION.repeat(3) }),
  ]);
  return `\nExamples:\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** Breaks a command with backslashes, so that it can be pasted. */
function commandLines(command: string, width: number): readonly string[] {
  const words = command.match(/(?:"[^"]*"|\S)+/g) ?? [];
  const lines = [`${INDENTATION}$`];
  for (const word of words) {
    const last = lines.at(-1) ?? "";
    if (`${last} ${word} \\`.length > width) {
      lines[lines.length - 1] = `${last} \\`;
      lines.push(`${INDENTATION.repeat(2)}${word}`);
    } else {
      lines[lines.length - 1] = `${last} ${word}`;
    }
  }
  return lines;
}
