import { DRAWING_STYLE } from "../../../drawing";
import type { EngineDiagnostic } from "../../engine/diagnostics";
import { type PlanJson, type ResourceChange, stateResources } from "../../engine/read-plan";
import type { PlannedStack } from "../../project/plan-stacks";
import type { UnmanagedObject } from "../../project/reported-types";
import { type FieldLine, fieldLines } from "../changes/field-lines";
import { groupsByType } from "../changes/object-change";
import type { ObjectChange, Report, SharedObject, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import {
  adoptHint,
  conclusionOf,
  fileLineText,
  isRemark,
  risksIn,
  signOf,
  titleWithPlace,
  verbOf,
  verdictOf,
  visibleTexts,
} from "../changes/wording";
import { html, linked, Markup } from "./html-page";
import { planDrawings } from "./pictures";

/** Drawings of changed dashboards: by the stack's name, then by address. */
export type Drawings = ReadonlyMap<string, StackDrawings>;

/** By the address of the dashboard. */
type StackDrawings = ReadonlyMap<string, Markup>;

export function drawingsOf(command: Report["command"], planned: readonly PlannedStack[]): Drawings {
  const entries = planned.flatMap(({ stack, plan }) => {
    if (!plan) {
      return [];
    }
    const drawings = planDrawings(command === "plan" ? plan : driftAsPlan(plan));
    return [[stack.name, new Map(drawings.map(({ address, layout }) => [address, layout]))] as const];
  });
  return new Map(entries);
}

/** Presents changes made elsewhere like a plan, so that the same code can draw them. */
function driftAsPlan(plan: PlanJson): PlanJson {
  const unchanged = stateResources(plan.prior_state?.values?.root_module).map(
    ({ address, mode, type, name, values }): ResourceChange => ({
      address,
      mode,
      type,
      name,
      change: { actions: ["no-op"], before: values, after: values },
    }),
  );
  const drift = plan.resource_drift ?? [];
  const byAddress = new Map([...unchanged, ...drift].map((resource) => [resource.address, resource]));
  return { ...plan, resource_changes: [...byAddress.values()] };
}

/** Style of the page: light or dark by the reader's preference, for screens from 390 pixels. */
const STYLE = new Markup(`
:root { color-scheme: light dark; --text: #1c2024; --dim: #5b6470; --back: #ffffff; --card: #f6f7f9; --line: #dde1e6;
  --good: #10703c; --good-back: #e3f5e9; --bad: #b42318; --bad-back: #fdeceb; --warn: #8a5a00; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --dim: #9aa4b0; --back: #14171a; --card: #1d2125; --line: #333a42;
  --good: #6fd39a; --good-back: #16301f; --bad: #ff9b92; --bad-back: #3b1a17; --warn: #f0b94a; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0; } ul { margin: .25rem 0; padding-left: 1.25rem; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: .25rem 0; padding: .5rem; background: var(--back); border: 1px solid var(--line); border-radius: .25rem; white-space: pre-wrap; }
a { color: var(--link); } .dim { color: var(--dim); } .conclusion { font-size: 1.1rem; }
.risks { border: 1px solid var(--bad); border-radius: .5rem; background: var(--bad-back); padding: .5rem 1rem; margin: 1rem 0; }
.risks h2 { margin: 0; color: var(--bad); }
details { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); margin: .5rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: .5rem; }
summary strong { font-weight: 600; } .verb { color: var(--dim); }
.fields { width: 100%; border-collapse: collapse; border-top: 1px solid var(--line); table-layout: fixed; }
.fields th, .fields td { text-align: left; vertical-align: top; padding: .35rem .75rem; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
.fields tr:last-child > * { border-bottom: 0; } .fields thead th { color: var(--dim); font-size: .8rem; } .fields thead th:first-child { width: 33%; }
.before { color: var(--bad); } .after { color: var(--good); } .added, .create { color: var(--good); } .removed, .delete, .replace, .error { color: var(--bad); }
.warning, .update { color: var(--warn); } .sign { display: inline-block; width: 1.2em; font-weight: 700; }
.address { display: block; color: var(--dim); padding: 0 .75rem .5rem; }
.layout { margin: .5rem .75rem; } .drawing { overflow-x: auto; padding: .5rem; } .drawing > svg { display: block; max-width: none; } .drawing:focus-visible { outline: 2px solid var(--link); }
.sides { display: flex; flex-wrap: wrap; gap: .5rem; } .sides > .drawing { flex: 1 1 604px; min-width: 0; max-width: 100%; padding: 2px; }
.diagnostic { border-left: 4px solid currentcolor; padding: .25rem .75rem; margin: .5rem 0; background: var(--card); }
.diagnostic > * { color: var(--text); }
@media (max-width: 40rem) {
  .fields thead { display: none; } .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: 100%; }
  .fields tr { border-bottom: 1px solid var(--line); padding: .35rem 0; } .fields tr:last-child { border-bottom: 0; }
  .fields th, .fields td { border: 0; padding: .1rem .75rem; }
  .fields td:empty { display: none; } .fields td[data-label]::before { content: attr(data-label) " "; color: var(--dim); font-size: .8rem; }
}`);

/** Maximum number of objects that are open when the page is loaded. */
const MAX_OPEN_OBJECTS = 20;

/** Writes a report as one page without scripts and external resources. */
export function htmlReport(report: Report, drawings: Drawings = new Map()): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const title = `ClickStack ${command}`;
  const hint = adoptHint(report);
  const open = stacks.flatMap(({ objects }) => objects).length <= MAX_OPEN_OBJECTS;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${conclusionOf(report)}</title>
<style>${STYLE}${new Markup(DRAWING_STYLE)}</style>
</head>
<body>
<main>
<header><h1>${title}</h1><p class="conclusion">${conclusionOf(report)}</p></header>
${problems.map((problem) => html`<div class="diagnostic error"><p>${problem}</p></div>`)}
${risksSection(stacks, shared)}
${stacks.map((stack) => stackSection(command, stack, drawings.get(stack.name) ?? new Map(), open))}
${unmanagedSection(unmanaged)}
${hint === undefined ? undefined : html`<p>${hint}</p>`}
</main>
</body>
</html>
`;
  return page.text;
}

function risksSection(stacks: readonly StackReport[], shared: readonly SharedObject[]): Markup | undefined {
  const items = stacks.flatMap(({ objects }) =>
    risksIn(objects).map(
      ([object, message]) => html`<li>${object.noun} <strong>${titleWithPlace(object)}</strong>: ${message}</li>\n`,
    ),
  );
  if (items.length + shared.length === 0) {
    return undefined;
  }
  const sharedItems = shared.map(
    (object) =>
      html`<li>${object.noun} <strong>${titleWithPlace(object)}</strong> ${sharedProblem(object)} ${SHARED_FIX}</li>\n`,
  );
  return html`<section class="risks"><h2>Review carefully</h2><ul>${items}${sharedItems}</ul></section>`;
}

function stackSection(command: Report["command"], stack: StackReport, drawings: StackDrawings, open: boolean): Markup {
  return html`<section>
<h2>${stack.name} <span class="dim">${verdictOf(command, stack)}</span></h2>
${stack.folder === "." ? undefined : html`<p class="dim"><code>${stack.folder}</code></p>`}
${stack.diagnostics.map(diagnosticBlock)}
${groupsByType(stack.objects).map(
  ({ title, objects }) =>
    html`<h3>${title}</h3>\n${objects.map((object) => objectBlock(command, object, drawings.get(object.address), open))}`,
)}
</section>
`;
}

function diagnosticBlock({ severity, summary, detail, address, position }: EngineDiagnostic): Markup {
  const where = [address, position].filter((text) => text !== undefined).join(", ");
  return html`<div class="diagnostic ${severity}"><p><strong class="${severity}">${severity}:</strong> ${summary}</p>${
    where === "" ? undefined : html`<p class="dim"><code>${where}</code></p>`
  }${detail === "" ? undefined : html`<pre>${detail}</pre>`}</div>`;
}

function objectBlock(
  command: Report["command"],
  object: ObjectChange,
  drawing: Markup | undefined,
  open: boolean,
): Markup {
  const rows = fieldLines(object).map((line) => fieldRow(object, line));
  const head = html`<span class="sign ${object.action}">${signOf(object.action)}</span><strong>${titleWithPlace(object)}</strong> <span class="verb">${verbOf(command, object.action)}</span>`;
  return html`<details${open ? html` open` : undefined}><summary>${head}</summary>
<code class="address">${object.address}${object.source && html` · ${linked(fileLineText(object.source), object.source.url)}`}</code>
${
  rows.length === 0
    ? undefined
    : html`<table class="fields"><thead><tr><th scope="col">Field</th>${columnsFor(object)}</tr></thead><tbody>
${rows}</tbody></table>`
}
${drawing && html`<details class="layout"><summary>Layout</summary>${drawing}</details>`}
</details>
`;
}

/** A new object has no values before the change. */
function columnsFor({ action }: ObjectChange): readonly Markup[] {
  return (action === "create" ? ["Value"] : ["Before", "After"]).map((name) => html`<th scope="col">${name}</th>`);
}

function fieldRow(object: ObjectChange, { field, before, after, isPart, lines }: FieldLine): Markup {
  const head = html`<th scope="row">${field}</th>`;
  if (lines) {
    const changed = lines.map(
      (each) => html`<code class="${each.startsWith("-") ? "before" : "after"}">${each}</code><br>`,
    );
    const part = isPart && after !== undefined ? html`<span class="after">${valueMarkup(after)}</span><br>` : undefined;
    return html`<tr>${head}<td colspan="${columnsFor(object).length}">${part}${changed}</td></tr>\n`;
  }
  if (object.action === "create") {
    return html`<tr>${head}<td class="after" data-label="value">${valueMarkup(after ?? "")}</td></tr>\n`;
  }
  const from =
    before === undefined
      ? html`<td class="dim">${isPart ? "added" : ""}</td>`
      : html`<td class="before" data-label="before">${valueMarkup(before)}</td>`;
  const to =
    after === undefined
      ? html`<td class="dim">removed</td>`
      : html`<td class="after" data-label="after">${valueMarkup(after)}</td>`;
  return html`<tr>${head}${from}${to}</tr>\n`;
}

function valueMarkup(text: string): Markup {
  return isRemark(text) ? html`<span class="dim">${text}</span>` : html`<code>${text}</code>`;
}

function unmanagedSection(objects: readonly UnmanagedObject[]): Markup | undefined {
  if (objects.length === 0) {
    return undefined;
  }
  const items = objects.map(
    (object) =>
      html`<li>${object.noun} <strong>${titleWithPlace(object)}</strong> <code class="dim">${object.id}</code></li>\n`,
  );
  return html`<section><h2>On the server and in no state</h2><ul>${items}</ul></section>`;
}
