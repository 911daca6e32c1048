import type { EngineDiagnostic } from "../../engine/diagnostics";
import { fileLineText } from "../../project/code-lines";
import type { Colors } from "../../terminal/colors";
import { visibleTexts } from "../../terminal/json-document";
import type { TextOptions } from "../../terminal/text-options";
import { indentedLines, wrapLine } from "../../terminal/wrap";
import { groupsByType } from "../changes/elsewhere";
import { type FieldLine, fieldLines } from "../changes/field-lines";
import type { Action, ObjectChange, Report, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import {
  adoptHint,
  conclusionOf,
  isRemark,
  nounAndTitle,
  risksIn,
  signOf,
  titleWithPlace,
  verbOf,
  verdictOf,
} from "../changes/wording";

export function textReport(report: Report, options: TextOptions): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const { bold, dim, red } = options.colors;
  const hint = adoptHint(report);
  const lines = [
    ...stacks.flatMap((stack) => stackLines(command, stack, options)),
    ...sectionLines(
      bold("On the server and in no state"),
      unmanaged.flatMap((object) => item(`${nounAndTitle(object)} ${dim(object.id)}`, "  ? ", options)),
    ),
    ...sectionLines(
      red(bold("Managed more than once")),
      shared.flatMap((object) =>
        item(`${nounAndTitle(object)} ${sharedProblem(object)} Fix: ${SHARED_FIX}`, `  ${red("!")} `, options),
      ),
    ),
    ...problems.flatMap((problem) => [...item(problem, `${red("error:")} `, { ...options, rest: "  " }), ""]),
    ...item(bold(conclusionOf(report)), "", options),
    ...(hint === undefined ? [] : item(hint, "", options)),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * Writes one item. A name of several lines must not look like lines of the report.
 * @param first begins the first line, and `rest` the others
 */
function item(text: string, first: string, { width, rest }: TextOptions & { readonly rest?: string }) {
  return wrapLine(text.replaceAll("\n", "\\n"), { width, first, ...(rest !== undefined && { rest }) });
}

function sectionLines(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [title, ...items, ""];
}

function stackLines(command: Report["command"], stack: StackReport, options: TextOptions): readonly string[] {
  const { bold, dim, red, underline } = options.colors;
  const verdict = verdictOf(command, stack);
  const risks = risksIn(stack.objects).flatMap(([object, message]) =>
    item(`${nounAndTitle(object)}: ${message}`, `  ${red("!")} `, options),
  );
  const head = `${bold(stack.name)} ${dim(`(${stack.folder})`)}: ${stack.failed ? red(verdict) : verdict}`;
  return [
    ...item(head, "", { ...options, rest: "  " }),
    ...stack.diagnostics.flatMap((diagnostic) => diagnosticLines(diagnostic, options)),
    ...(risks.length > 0 ? ["", `  ${red(bold("Review carefully"))}`, ...risks] : []),
    ...groupsByType(stack.objects).flatMap(({ title, objects }) => [
      "",
      ...item(underline(title), "  ", options),
      ...objects.flatMap((object) => objectLines(command, object, options)),
    ]),
    "",
  ];
}

function objectLines(command: Report["command"], object: ObjectChange, options: TextOptions): readonly string[] {
  const { action, address, condition, source } = object;
  const { bold, dim } = options.colors;
  const where = source === undefined ? address : `${address} in ${fileLineText(source)}`;
  const fires = condition === undefined ? "" : ` (${condition})`;
  const sign = paintOf(action, options.colors)(signOf(object));
  return [
    ...item(`${bold(titleWithPlace(object))}${fires} ${verbOf(command, object)} ${dim(where)}`, `  ${sign} `, options),
    ...fieldLines(object).flatMap((line) => linesOfField(line, options)),
  ];
}

const FIELD = " ".repeat(6);

function linesOfField(
  { field, form, before, after, lines, remark }: FieldLine,
  options: TextOptions,
): readonly string[] {
  const { red, green } = options.colors;
  const texts = {
    lines: field,
    value: `${field} ${green(after ?? "")}`,
    added: `${field} ${green("added")} ${after}`,
    removed: `${field} ${red("removed")}`,
    changed: `${field} ${red(quoted(before))} -> ${green(quoted(after))}`,
  };
  const changed = lines.flatMap((each) => {
    const [paint, sign] = each.startsWith("-") ? [red, "-"] : [green, "+"];
    return item(paint(each.slice(2)), `${FIELD}  ${paint(sign)} `, options);
  });
  return [...item(`${texts[form]}${remark}`, FIELD, { ...options, rest: `${FIELD}  ` }), ...changed];
}

export function diagnosticLines(diagnostic: EngineDiagnostic, options: TextOptions): readonly string[] {
  const { severity, summary, detail, address, position } = diagnostic;
  const { red, yellow, dim } = options.colors;
  const paint = severity === "error" ? red : yellow;
  const where = [address, position].filter((text) => text !== undefined).join(", ");
  const head = `${paint(`${severity}:`)} ${summary}${where === "" ? "" : dim(` (${where})`)}`;
  return [
    ...item(head, "  ", { ...options, rest: "    " }),
    ...(detail === "" ? [] : indentedLines(detail, "    ", options.width)),
  ];
}

function paintOf(action: Action, { green, red, yellow }: Colors): (text: string) => string {
  if (action === "create" || action === "import") {
    return green;
  }
  return action === "delete" || action === "replace" ? red : yellow;
}

/** Quotes a value as in Markdown, so that spaces at its ends are visible. */
function quoted(text = ""): string {
  return isRemark(text) ? text : `\`${text}\``;
}
