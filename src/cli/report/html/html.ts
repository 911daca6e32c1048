import { DRAWING_STYLE } from "../../../drawing";
import { fieldLine } from "../field-line";
import { groupsOf } from "../grouping";
import type { EngineDiagnostic, ObjectChange, Report, SharedObject, StackReport, UnmanagedObject } from "../model";
import { kindOfType } from "../resource-kinds";
import { SHARED_FIX, sharedProblem } from "../shared-objects";
import { isRemark } from "../value-text";
import { visibleTexts } from "../visible-texts";
import { conclusionOf, signOf, titleOf, verbOf, verdictOf } from "../wording";
import type { Drawings, StackDrawings } from "./drawings";
import { html, Markup } from "./markup";
import { STYLE } from "./style";

/** More open objects than this make a page that nobody reads from above. */
const MOST_OPEN = 20;

/** A report as a page of its own: no script, nothing loaded from elsewhere. */
export function htmlReport(report: Report, drawings: Drawings = new Map()): string {
  const { command, stacks, unmanaged, shared, problems } = visibleTexts(report);
  const title = `ClickStack ${command}`;
  const open = stacks.flatMap(({ objects }) => objects).length <= MOST_OPEN;
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
${dangersSection(stacks, shared)}
${stacks.map((stack) => stackSection(command, stack, drawings.get(stack.name) ?? new Map(), open))}
${unmanagedSection(unmanaged)}
</main>
</body>
</html>
`;
  return page.text;
}

function dangersSection(stacks: readonly StackReport[], shared: readonly SharedObject[]): Markup | undefined {
  const dangerous = stacks.flatMap(({ objects }) => objects).filter(({ dangers }) => dangers.length > 0);
  if (dangerous.length + shared.length === 0) return undefined;
  const items = dangerous.flatMap((object) =>
    object.dangers.map(
      ({ message }) => html`<li>${object.kind} <strong>${titleOf(object)}</strong>: ${message}</li>\n`,
    ),
  );
  const sharedItems = shared.map(
    (object) =>
      html`<li>${object.kind} <strong>${titleOf(object)}</strong> ${sharedProblem(object)} ${SHARED_FIX}</li>\n`,
  );
  return html`<section class="dangers"><h2>Look twice</h2><ul>${items}${sharedItems}</ul></section>`;
}

function stackSection(command: Report["command"], stack: StackReport, drawings: StackDrawings, open: boolean): Markup {
  return html`<section>
<h2>${stack.name} <span class="dim">${verdictOf(command, stack)}</span></h2>
<p class="dim"><code>${stack.folder}</code></p>
${stack.diagnostics.map(diagnosticBlock)}
${groupsOf(stack.objects).map(
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
  drawing: string | undefined,
  open: boolean,
): Markup {
  const rows = object.fields.map((change) => fieldRow(object, fieldLine(object, change)));
  const head = html`<span class="sign ${object.action}">${signOf(object.action)}</span><strong>${titleOf(object)}</strong> <span class="verb">${verbOf(command, object.action)}</span>`;
  return html`<details${open ? html` open` : undefined}><summary>${head}</summary>
<code class="address">${object.address}${object.source && ` · ${object.source.file}:${object.source.line}`}</code>
${
  rows.length === 0
    ? undefined
    : html`<table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>
${rows}</tbody></table>`
}
${drawing === undefined ? undefined : layoutBlock(object, drawing)}
</details>
`;
}

/** A drawing keeps the size in which its letters can be read; what is too wide scrolls, with the keyboard too. */
function layoutBlock(object: ObjectChange, drawing: string): Markup {
  const label = `Layout of ${titleOf(object)}`;
  return html`<details class="layout"><summary>Layout</summary><div class="drawing" role="region" aria-label="${label}" tabindex="0">${new Markup(drawing)}</div></details>`;
}

function fieldRow(object: ObjectChange, { place, before, after, isPart, lines }: ReturnType<typeof fieldLine>): Markup {
  // Below the object's own title its name need not be said again.
  const field = place.slice(object.name.length).replace(/^( > |: )/, "");
  const head = html`<th scope="row">${field}</th>`;
  if (lines) return html`<tr>${head}<td colspan="2">${lines.map(lineMarkup)}</td></tr>\n`;
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

function lineMarkup(line: string): Markup {
  return html`<code class="${line.startsWith("-") ? "before" : "after"}">${line}</code><br>`;
}

function unmanagedSection(objects: readonly UnmanagedObject[]): Markup | undefined {
  if (objects.length === 0) return undefined;
  const items = objects.map(
    (object) =>
      html`<li>${kindOfType(object.type).noun} <strong>${titleOf(object)}</strong> <code class="dim">${object.id}</code></li>\n`,
  );
  return html`<section><h2>On the server and in no state</h2><ul>${items}</ul></section>`;
}
