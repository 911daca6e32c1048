import { fileLineText, visibleTexts } from "../../reports/changes/wording";
import type { Finding } from "../../reports/findings/drift-findings";
import { sarifLog } from "../../reports/formats/sarif";
import { countText, plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";
import { type LintDocument, lintDocument } from "./document";
import { LINT_RULES } from "./rules";

type ReportedProblem = LintDocument["problems"][number];

export type LintFormat = "text" | "json" | "sarif" | "github";

type Render = (document: LintDocument, options: TextOptions) => string;

/** Formats of the findings and their file extensions. */
export const LINT_FORMATS: Readonly<Record<LintFormat, { readonly ending: string; readonly render: Render }>> = {
  text: { ending: ".txt", render: textOf },
  json: { ending: ".json", render: (document) => lintDocument.text(document) },
  sarif: { ending: ".sarif", render: sarifOf },
  github: { ending: ".github", render: ({ problems }) => annotationsOf(problems.map(toFinding)) },
};

function textOf(document: LintDocument, options: TextOptions): string {
  const lines = document.problems.flatMap((problem) => problemLines(problem, options));
  return `${[...lines, conclusionText(document)].join("\n")}\n`;
}

function problemLines(problem: ReportedProblem, { colors, width }: TextOptions): readonly string[] {
  const { severity, rule, message, fix, source, address, tile } = problem;
  const level = severity === "error" ? colors.red("error") : colors.yellow("warning");
  const object = tile === undefined ? address : `${address} tile ${tile}`;
  const place = [source && fileLineText(source), object].flatMap((each) => each ?? []).map(plain);
  return [
    `${colors.bold(place.join(" "))} ${level} ${colors.cyan(rule)}`,
    ...wrapLine(plain(message), { width, first: "  " }),
    ...wrapLine(`Fix: ${fix}`, { width, first: "  " }),
    "",
  ];
}

function conclusionText({ errors, warnings, ignored, stacks }: LintDocument): string {
  const hidden = ignored === 0 ? "" : ` ${ignored} ignored.`;
  const of = countText(stacks.length, "stack");
  if (errors + warnings === 0) {
    return `No problems in ${of}.${hidden}`;
  }
  const counts = [countText(errors, "error"), countText(warnings, "warning")].filter((each) => !each.startsWith("0 "));
  return `${counts.join(", ")} in ${of}.${hidden}`;
}

function sarifOf(document: LintDocument): string {
  const rules = LINT_RULES.map(({ id, description, fix, limits }) => ({
    id,
    shortDescription: { text: description },
    fullDescription: { text: `${description} ${limits}` },
    help: { text: fix },
  }));
  return sarifLog("lint", rules, document.problems.map(toFinding));
}

/** Writes workflow commands, which GitHub Actions shows next to the lines of a pull request. */
function annotationsOf(findings: readonly Finding[]): string {
  return visibleTexts(findings).map(annotationOf).join("");
}

function annotationOf({ severity, rule, message, fix = "", source }: Finding): string {
  const { file, line, column } = source ?? {};
  const properties = Object.entries({ file, line, col: column, title: `cdk-clickstack ${rule}` })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${dataText(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`);
  return `::${severity} ${properties.join(",")}::${dataText(`${message} ${fix}`)}\n`;
}

function dataText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function toFinding({ rule, severity, message, fix, address, stack = "", tile = "", source }: ReportedProblem): Finding {
  const place: Finding["identity"] = address === undefined ? { file: source?.file ?? "" } : { stack, address, tile };
  return {
    ...{ rule, severity: severity === "error" ? "error" : "warning", message, fix },
    ...(address !== undefined && { address }),
    ...(source && { source }),
    identity: { ...place, message: withoutLine(message) },
  };
}

/** Removes the line of another object, which changes with edits elsewhere in the file. */
function withoutLine(message: string): string {
  return message.replace(/:\d+\.$/, ".");
}
