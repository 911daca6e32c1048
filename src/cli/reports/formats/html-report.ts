import type { EngineDiagnostic } from "../../engine/diagnostics";
import type { PlanJson, ResourceChange } from "../../engine/read-plan";
import { fileLineText } from "../../project/code-lines";
import type { PlannedStack } from "../../project/plan-stacks";
import { visibleTexts } from "../../terminal/json-document";
import { groupsByType } from "../changes/elsewhere";
import { type FieldLine, fieldLines } from "../changes/field-lines";
import type { ObjectChange, Report, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import {
  adoptHint,
  conclusionOf,
  isRemark,
  risksIn,
  signOf,
  titleWithPlace,
  verbOf,
  verdictOf,
} from "../changes/wording";
import { html, linked, type Markup, pageOf } from "./html-page";
import { planDrawings } from "./pictures";

/** Drawings of changed dashboards: by the stack's name, then by address. */
export type Drawings = ReadonlyMap<string, ReturnType<typeof planDrawings>>;

export function drawingsOf(command: Report["command"], planned: readonly PlannedStack[]): Drawings {
  const entries = planned.flatMap(({ stack, plan }) =>
    plan ? [[stack.name, planDrawings(command === "plan" ? plan : driftAsPlan(plan))] as const] : [],
  );
  return new Map(entries);
}

/** Presents changes made elsewhere like a plan, so that the same code can draw them. */
function driftAsPlan(plan: PlanJson): PlanJson {
  const unchanged = plan.held.map(({ address, mode, type, name, values }): ResourceChange => {
    const change = { actions: ["no-op"], before: values, after: values };
    return { address, mode, type, name, change };
  });
  const drift = plan.resource_drift ?? [];
  const byAddress = new Map([...unchanged, ...drift].map((resource) => [resource.address, resource]));
  return { ...plan, resource_changes: [...byAddress.values()] };
}

const MAX_OPEN_OBJECTS = 20;

/** Writes a report as one page without scripts and external resources. */
export function htmlReport(report: Report, drawings: Drawings = new Map()): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const title = `ClickStack ${command}`;
  const hint = adoptHint(report);
  const open = stacks.flatMap(({ objects }) => objects).length <= MAX_OPEN_OBJECTS;
  const risks = stacks.flatMap(({ objects }) =>
    risksIn(objects).map(([object, message]) => [object, html`: ${message}`] as const),
  );
  const twice = shared.map((object) => [object, html` ${sharedProblem(object)} Fix: ${SHARED_FIX}`] as const);
  const unknown = unmanaged.map((object) => [object, html` <code class="note">${object.id}</code>`] as const);
  const body = html`<header><h1>${title}</h1><p class="conclusion">${conclusionOf(report)}</p></header>
${problems.map((problem) => html`<div class="diagnostic error"><p>${problem}</p></div>`)}
${objectList("Review carefully", [...risks, ...twice], "problem")}
${stacks.map((stack) => stackSection(command, stack, drawings.get(stack.name), open))}
${objectList("On the server and in no state", unknown)}
${hint === undefined ? undefined : html`<p>${hint}</p>`}`;
  return pageOf(`${title}: ${conclusionOf(report)}`, body);
}

/** Lists objects, each with a text behind its title. Undefined without objects. */
function objectList(
  title: string,
  items: readonly (readonly [Pick<ObjectChange, "noun" | "name" | "place">, text: Markup])[],
  className = "objects",
): Markup | undefined {
  const list = items.map(
    ([object, text]) => html`<li>${object.noun} <strong>${titleWithPlace(object)}</strong>${text}</li>\n`,
  );
  return list.length === 0
    ? undefined
    : html`<section class="${className}"><h2>${title}</h2><ul>${list}</ul></section>`;
}

function stackSection(
  command: Report["command"],
  stack: StackReport,
  drawings: ReturnType<typeof planDrawings> | undefined,
  open: boolean,
): Markup {
  return html`<section>
<h2>${stack.name} <span class="note">${verdictOf(command, stack)}</span></h2>
${stack.folder === "." ? undefined : html`<p class="note"><code>${stack.folder}</code></p>`}
${stack.diagnostics.map(diagnosticBlock)}
${groupsByType(stack.objects).map(
  ({ title, objects }) =>
    html`<h3>${title}</h3>\n${objects.map((object) => objectBlock(command, object, drawings?.get(object.address), open))}`,
)}
</section>
`;
}

function diagnosticBlock({ severity, summary, detail, address, position }: EngineDiagnostic): Markup {
  const where = [address, position].filter((text) => text !== undefined).join(", ");
  return html`<div class="diagnostic ${severity}"><p><strong class="${severity}">${severity}:</strong> ${summary}</p>${
    where === "" ? undefined : html`<p class="note"><code>${where}</code></p>`
  }${detail === "" ? undefined : html`<pre>${detail}</pre>`}</div>`;
}

function objectBlock(
  command: Report["command"],
  object: ObjectChange,
  drawing: Markup | undefined,
  open: boolean,
): Markup {
  const rows = fieldLines(object).map((line) => fieldRow(object, line));
  const head = html`<span class="sign ${object.elsewhere ? "undone" : object.action}">${signOf(object)}</span><strong>${titleWithPlace(object)}</strong> <span class="note">${verbOf(command, object)}</span>`;
  return html`<details class="change"${open ? html` open` : undefined}><summary>${head}</summary>
<code class="address">${object.address}${object.source && html` · ${linked(fileLineText(object.source), object.source.url)}`}</code>
${
  rows.length === 0
    ? undefined
    : html`<table><thead><tr><th scope="col">Field</th>${columnsFor(object)}</tr></thead><tbody>
${rows}</tbody></table>`
}
${drawing && html`<details><summary>Layout</summary>${drawing}</details>`}
</details>
`;
}

/** A new object has no values before the change. */
function columnsFor({ action }: ObjectChange): readonly Markup[] {
  return (action === "create" ? ["Value"] : ["Before", "After"]).map((name) => html`<th scope="col">${name}</th>`);
}

function fieldRow(object: ObjectChange, { field, form, before, after, lines, remark }: FieldLine): Markup {
  const head = html`<th scope="row">${field}${remark}</th>`;
  if (lines.length > 0) {
    const changed = lines.map(
      (each) => html`<code class="${each.startsWith("-") ? "before" : "after"}">${each}</code><br>`,
    );
    const part =
      form !== "lines" && after !== undefined ? html`<span class="after">${valueMarkup(after)}</span><br>` : undefined;
    return html`<tr>${head}<td colspan="${columnsFor(object).length}">${part}${changed}</td></tr>\n`;
  }
  if (object.action === "create") {
    return html`<tr>${head}<td class="after" data-label="value">${valueMarkup(after ?? "")}</td></tr>\n`;
  }
  const cell = (side: "before" | "after", text: string | undefined, absent: string) =>
    text === undefined
      ? html`<td class="note">${absent}</td>`
      : html`<td class="${side}" data-label="${side}">${valueMarkup(text)}</td>`;
  return html`<tr>${head}${cell("before", before, "added")}${cell("after", after, "removed")}</tr>\n`;
}

function valueMarkup(text: string): Markup {
  return isRemark(text) ? html`<span class="note">${text}</span>` : html`<code>${text}</code>`;
}
