import * as z from "zod";
import { listed } from "../../../client/http/errors";
import { codeLine, fileLineText } from "../../project/code-lines";
import type { Finding } from "../../reports/findings/drift-findings";
import { sarifLog } from "../../reports/formats/sarif";
import { EXIT } from "../../terminal/exit";
import { declareDocument, type ReadonlyDocument, visibleTexts } from "../../terminal/json-document";
import { countText, plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";
import { SEVERITIES } from "./lint-rule";
import { LINT_RULES } from "./rules";
import type { LintResult, Problem } from "./run-rules";

const problemDocument = z.object({
  rule: z.string().describe("Id of the rule. It does not change between versions."),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  fix: z.string().describe("Sentence that begins with an imperative."),
  fixable: z.boolean().describe("True if `lint --fix` can edit the code."),
  stack: z.string().optional().describe("Absent for a problem of a comment."),
  address: z.string().optional().describe("Such as `clickstack_alert.errors`. Absent for a problem of a comment."),
  tile: z.string().optional().describe("Key of the tile, for a problem of one tile."),
  source: codeLine.optional().describe("The line that declares the object or the tile."),
});

export const lintDocument = declareDocument("lint", 1, {
  exitCode: z.int().describe("The exit code."),
  stacks: z.array(z.string()).describe("Names of the stacks."),
  errors: z.int(),
  warnings: z.int(),
  fixed: z.int().describe("Number of problems that `--fix` removed from the code."),
  ignored: z.int().describe("Number of findings that comments and the configuration ignore."),
  problems: z.array(problemDocument).describe("By file and line."),
  notChecked: z
    .array(
      z.object({
        reason: z.string(),
        queries: z
          .array(z.string())
          .describe("Places of the queries. Empty if the reason names the part that was not checked."),
      }),
    )
    .describe("Parts that `--server` did not check."),
});

type LintDocument = ReadonlyDocument<typeof lintDocument.schema>;

/** @param maxWarnings maximum number of warnings that do not fail the command */
export function toLintDocument(
  { problems, ignored, stacks, notChecked }: LintResult,
  { maxWarnings = Number.POSITIVE_INFINITY, fixed = 0 } = {},
): LintDocument {
  const count = (severity: string) => problems.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warn")];
  return {
    exitCode: errors > 0 || warnings > maxWarnings ? EXIT.found : EXIT.done,
    stacks: stacks.map(({ name }) => name),
    ...{ errors, warnings, fixed, ignored },
    problems: problems.map(toProblemDocument),
    notChecked: Array.from(notChecked, ([reason, queries]) => ({ reason, queries: [...queries] })),
  };
}

function toProblemDocument({ rule, severity, message, source, ...problem }: Problem): LintDocument["problems"][number] {
  const { finding, unusedComment } = problem;
  return {
    ...{ rule: rule.id, severity, message, fix: rule.fix, fixable: (finding?.repair ?? unusedComment) !== undefined },
    ...(finding && { stack: finding.object.stack.name, address: finding.object.address }),
    ...(finding?.tile !== undefined && { tile: finding.tile }),
    ...(source && { source }),
  };
}

type ReportedProblem = LintDocument["problems"][number];

export type LintFormat = "text" | "json" | "sarif" | "github";

type Render = (document: LintDocument, options: TextOptions) => string;

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

/** Maximum number of queries in one note. */
const MAX_QUERIES = 3;

/** Returns a line for each reason why parts were not checked. */
export function notCheckedText({ notChecked }: LintDocument): string {
  const lines = notChecked.map(({ reason, queries }) => {
    const [only = "", ...others] = queries;
    const one = only && `the query of the ${only}. `;
    const part = others.length === 0 ? one : `${queries.length} queries (${listed(queries, MAX_QUERIES)}). `;
    return plain(`Not checked: ${part}${reason}`);
  });
  return lines.map((line) => `${line}\n`).join("");
}

function problemLines(problem: ReportedProblem, { colors, width }: TextOptions): readonly string[] {
  const { severity, rule, message, fix, fixable, source, address, tile } = problem;
  const level = severity === "error" ? colors.red("error") : colors.yellow("warning");
  const object = tile === undefined ? address : `${address} tile ${tile}`;
  const place = [source && fileLineText(source), object].flatMap((each) => each ?? []).map(plain);
  return [
    `${colors.bold(place.join(" "))} ${level} ${colors.cyan(rule)}${fixable ? " (fixable)" : ""}`,
    ...wrapLine(plain(message), { width, first: "  " }),
    ...wrapLine(`Fix: ${fix}`, { width, first: "  " }),
    "",
  ];
}

function conclusionText({ errors, warnings, ignored, stacks, problems }: LintDocument): string {
  const fixable = problems.filter((problem) => problem.fixable).length;
  const fixes = fixable === 0 ? "" : ` \`lint --fix\` can fix ${fixable}.`;
  const hidden = ignored === 0 ? fixes : `${fixes} ${ignored} ignored.`;
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
