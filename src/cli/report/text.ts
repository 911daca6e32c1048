import type { Colors } from "../frame/output";
import { type FieldLine, fieldLine } from "./field-lines";
import {
  type Action,
  type EngineDiagnostic,
  groupsByType,
  type ObjectChange,
  type Report,
  type StackReport,
} from "./model";
import { SHARED_FIX, sharedProblem } from "./stack-report";
import {
  conclusionOf,
  isRemark,
  nounAndTitle,
  risksIn,
  signOf,
  titleWithPlace,
  verbOf,
  verdictOf,
  visibleTexts,
} from "./wording";

export function textReport(report: Report, colors: Colors): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const { bold, dim, red } = colors;
  const lines = [
    ...stacks.flatMap((stack) => stackLines(command, stack, colors)),
    ...sectionLines(
      bold("On the server and in no state"),
      unmanaged.map((object) => `? ${nounAndTitle(object)} ${dim(object.id)}`),
    ),
    ...sectionLines(
      red(bold("Managed more than once")),
      shared.map((object) => `${red("!")} ${nounAndTitle(object)} ${sharedProblem(object)} ${SHARED_FIX}`),
    ),
    ...problems.flatMap((problem) => [`${red("error:")} ${problem}`, ""]),
    bold(conclusionOf(report)),
  ];
  // A name of several lines must not look like lines of the report.
  return lines.map((line) => `${line.replaceAll("\n", "\\n")}\n`).join("");
}

function sectionLines(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`), ""];
}

function stackLines(command: Report["command"], stack: StackReport, colors: Colors): readonly string[] {
  const { bold, dim, red, underline } = colors;
  const verdict = verdictOf(command, stack);
  const risks = risksIn(stack.objects).map(([object, message]) => `  ${red("!")} ${nounAndTitle(object)}: ${message}`);
  return [
    `${bold(stack.name)} ${dim(`(${stack.folder})`)}: ${stack.failed ? red(verdict) : verdict}`,
    ...stack.diagnostics.flatMap((diagnostic) => diagnosticLines(diagnostic, colors)),
    ...(risks.length > 0 ? ["", `  ${red(bold("Review carefully"))}`, ...risks] : []),
    ...groupsByType(stack.objects).flatMap(({ title, objects }) => [
      "",
      `  ${underline(title)}`,
      ...objects.flatMap((object) => objectLines(command, object, colors)),
    ]),
    "",
  ];
}

function objectLines(command: Report["command"], object: ObjectChange, colors: Colors): readonly string[] {
  const { action, address, fields } = object;
  const sign = paintOf(action, colors)(signOf(action));
  return [
    `  ${sign} ${colors.bold(titleWithPlace(object))} ${verbOf(command, action)} ${colors.dim(address)}`,
    ...fields.flatMap((change) => fieldLines(action, fieldLine(object, change), colors).map((line) => `      ${line}`)),
  ];
}

function fieldLines(action: Action, line: FieldLine, { red, green }: Colors): readonly string[] {
  const { place, before, after, isPart, lines } = line;
  if (lines) {
    return [place, ...lines.map((each) => `  ${each.startsWith("-") ? red(each) : green(each)}`)];
  }
  if (action === "create") {
    return [`${place} ${green(after ?? "")}`];
  }
  if (isPart && before === undefined) {
    return [`${place} ${green("added")} ${after}`];
  }
  if (isPart && after === undefined) {
    return [`${place} ${red("removed")}`];
  }
  return [`${place} ${red(quoted(before))} -> ${green(quoted(after))}`];
}

function diagnosticLines(diagnostic: EngineDiagnostic, { red, yellow, dim }: Colors): readonly string[] {
  const { severity, summary, detail, address, position } = diagnostic;
  const paint = severity === "error" ? red : yellow;
  const where = [address, position].filter((text) => text !== undefined).join(", ");
  return [
    `  ${paint(`${severity}:`)} ${summary}${where === "" ? "" : dim(` (${where})`)}`,
    ...(detail === "" ? [] : detail.split("\n").map((line) => (line === "" ? "" : `    ${line}`))),
  ];
}

function paintOf(action: Action, { green, red, yellow }: Colors): (text: string) => string {
  if (action === "create" || action === "import") {
    return green;
  }
  return action === "delete" || action === "replace" ? red : yellow;
}

/** Quotes a value as in Markdown, so that spaces at its ends are visible. */
function quoted(text: string | undefined): string {
  if (text === undefined) {
    return "";
  }
  return isRemark(text) ? text : `\`${text}\``;
}
