import { fileLineText, visibleTexts } from "../../reports/changes/wording";
import { locationAt, sarifLog, sarifResult } from "../../reports/formats/sarif-log";
import { jsonDocument } from "../../terminal/json-document";
import { plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";
import { LINT_VERSION, type LintDocument, lintDocument } from "./document";
import { LINT_RULES } from "./rules";

type ReportedProblem = LintDocument["problems"][number];

interface FindingsFormat {
  readonly ending: string;
  readonly render: (document: LintDocument, options: TextOptions) => string;
}

export type LintFormat = "text" | "json" | "sarif" | "github";

/** Formats of the findings and their file extensions. */
export const LINT_FORMATS: Readonly<Record<LintFormat, FindingsFormat>> = {
  text: { ending: ".txt", render: textOf },
  json: {
    ending: ".json",
    render: (document: LintDocument) => jsonDocument("lint", LINT_VERSION, lintDocument.parse(document)),
  },
  sarif: { ending: ".sarif", render: sarifOf },
  github: { ending: ".github", render: annotationsOf },
};

function textOf(document: LintDocument, options: TextOptions): string {
  const lines = document.problems.flatMap((problem) => problemLines(problem, options));
  return `${[...lines, conclusionText(document)].join("\n")}\n`;
}

function problemLines(problem: ReportedProblem, { colors, width }: TextOptions): readonly string[] {
  const { severity, rule, message, fix } = problem;
  const level = severity === "error" ? colors.red("error") : colors.yellow("warning");
  const heading = `${colors.bold(placeOf(problem))} ${level} ${colors.cyan(rule)}`;
  return [
    heading,
    ...wrapLine(plain(message), { width, first: "  " }),
    ...wrapLine(`Fix: ${fix}`, { width, first: "  " }),
    "",
  ];
}

function placeOf({ source, address, tile }: ReportedProblem): string {
  const object = address === undefined ? "" : plain(tile === undefined ? address : `${address} tile ${tile}`);
  return [source && plain(fileLineText(source)), object].filter(Boolean).join(" ");
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

/** Returns a number with its noun, such as `2 warnings`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Writes the findings as SARIF 2.1.0. Code scanning requires a file for each result. */
function sarifOf(document: LintDocument): string {
  const rules = LINT_RULES.map(({ id, description, fix, limits }) => ({
    id,
    name: id,
    shortDescription: { text: description },
    fullDescription: { text: `${description} ${limits}` },
    help: { text: fix },
  }));
  const { problems } = visibleTexts(document);
  const results = problems.map((problem) => {
    const { rule, severity, message, fix, address, stack, tile, source } = problem;
    const place = locationAt(source ?? { file: FALLBACK_FILE, line: 1 });
    return sarifResult({
      ruleId: rule,
      level: severity === "error" ? "error" : "warning",
      text: `${message} ${fix}`,
      location: {
        ...place,
        ...(address !== undefined && { logicalLocations: [{ fullyQualifiedName: address, kind: "resource" }] }),
      },
      identity: [...(address === undefined ? [source?.file] : [stack, address, tile ?? ""]), withoutLine(message)].join(
        " ",
      ),
    });
  });
  return sarifLog("lint", rules, results);
}

/** Removes the line of another object, which changes with edits elsewhere in the file. */
function withoutLine(message: string): string {
  return message.replace(/:\d+\.$/, ".");
}

/** File of a result without a known line: the settings of the program. */
const FALLBACK_FILE = "cdktf.json";

/** Writes workflow commands, which GitHub Actions shows next to the lines of a pull request. */
function annotationsOf({ problems }: LintDocument): string {
  return visibleTexts(problems).map(annotationOf).join("");
}

function annotationOf({ severity, rule, message, fix, source }: ReportedProblem): string {
  const properties = {
    ...(source && { file: source.file, line: source.line, ...(source.column !== undefined && { col: source.column }) }),
    title: `cdk-clickstack ${rule}`,
  };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${propertyText(String(value))}`);
  return `::${severity === "error" ? "error" : "warning"} ${listed.join(",")}::${dataText(`${message} ${fix}`)}\n`;
}

/** Escapes the text of a workflow command. */
function dataText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function propertyText(text: string): string {
  return dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
