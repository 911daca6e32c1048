import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LINT_RULES } from "../../src/cli/commands/lint/rules";

/** Guide whose table is generated, below docs. */
export const LINT_GUIDE = "guides/lint.md";

const TABLE = /(<!-- The rows follow from the list of rules[^\n]*\n).*?(<!-- end of the rules -->)/s;

/** Returns the guide with a table of all rules. */
export function lintGuide(docsFolder: string): string {
  const text = readFileSync(join(docsFolder, LINT_GUIDE), "utf8");
  return text.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${rulesTable()}\n\n${end}`);
}

function rulesTable(): string {
  const rows = LINT_RULES.map(({ id, severity, description, fix, fixableIf, limits, options }) => {
    const settings = Object.entries(options.shape).map(([name, option]) => `\`${name}\`: ${option.description ?? ""}`);
    return `| \`${id}\` | ${severity} | ${[description, fix, ...(fixableIf === undefined ? [] : [`\`--fix\` edits the program if ${fixableIf}.`]), ...settings].map(cellText).join("<br>")} | ${cellText(limits)} |`;
  });
  return ["| Rule | Default | Problem, fix and options | Limits |", "|---|---|---|---|", ...rows].join("\n");
}

function cellText(text: string): string {
  return text.replaceAll("|", "\\|");
}
