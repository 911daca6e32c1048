import {
  alertLine,
  areAlike,
  changeSvgs,
  type DrawnChange,
  type DrawnDashboard,
  dashboardsSvg,
  drawnDashboard,
  flawTexts,
  marked,
  placeText,
} from "../../../drawing";
import type { PlanJson } from "../../engine/read-plan";
import { type CodeLine, fileLineText } from "../../project/code-lines";
import { alertsOn, type Contents, withChartsAsTiles } from "../../project/contents/contents";
import { contentsOfPlan } from "../../project/contents/from-code";
import type { Reading } from "../../project/contents/read-contents";
import { drawingHtml, html, inLines, linked, type Markup, pageOf } from "./html-page";

/** Writes pictures as one page without external resources. */
export function previewHtml(pictures: readonly Picture[], remarks: readonly string[]): string {
  return pageOf(previewTitle(pictures), html`<h1>Preview</h1>\n${drawingsHtml(pictures, remarks)}`);
}

export function previewTitle(pictures: readonly Picture[]): string {
  const title = pictures.length === 1 && pictures[0] ? pictureTitle(pictures[0]) : "Dashboards";
  return `${title} - preview`;
}

/** Writes each drawing, and a table with the same content for narrow screens and screen readers. */
export function drawingsHtml(pictures: readonly Picture[], remarks: readonly string[]): Markup {
  const contents = pictures.length > 1 ? contentsList(pictures) : "";
  const items = remarks.map((text) => html`<li>${text}</li>`);
  const list = html`<section aria-label="Remarks"><ul class="remarks">${items}</ul></section>\n`;
  return html`${contents}${items.length > 0 ? list : ""}${inLines(pictures.map(pictureHtml))}`;
}

function contentsList(pictures: readonly Picture[]): Markup {
  const items = pictures.map(
    (picture, index) => html`<li><a href="#d${index}">${pictureTitle(picture)}</a>${changeNote(picture)}</li>`,
  );
  return html`<nav aria-label="Dashboards"><ul>${items}</ul></nav>\n`;
}

function changeNote({ change }: Picture): Markup | undefined {
  return change === "none" ? undefined : html` <span class="note">${change}</span>`;
}

function pictureHtml(picture: Picture, index: number): Markup {
  const { before, after, source, address, line } = picture;
  const sides = [
    ...(before ? [wordsOf(before, after ? "Before: the" : "The")] : []),
    ...(after ? [wordsOf(after, before ? "After: the" : "The")] : []),
  ];
  return html`<section aria-labelledby="d${index}">
<h2 id="d${index}">${pictureTitle(picture)}${changeNote(picture)}</h2>
<p class="note">${[source, address].filter((part) => part).join(" · ")}${line && html` · ${linked(fileLineText(line), line.url)}`}</p>
${layoutMarkup(picture)}
${inLines(sides)}
</section>`;
}

/** Draws a picture for a page. Both versions of a changed dashboard are side by side if there is space. */
export function layoutMarkup(picture: Picture): Markup {
  const { before, after } = picture;
  const label = `Layout of ${pictureTitle(picture)}`;
  if (!before || !after) {
    return drawingHtml((narrow) => dashboardsSvg([drawn(picture)], { style: false, narrow }), label);
  }
  const sides = (["before", "after"] as const).map((name, index) =>
    drawingHtml((narrow) => changeSvgs({ before, after }, { style: false, narrow })[index] ?? "", `${label} ${name}`),
  );
  return html`<div class="sides">${sides}</div>`;
}

function wordsOf({ sections }: DrawnDashboard, the: string): Markup {
  const rows = sections.flatMap((section) =>
    section.tiles.map((tile) => {
      const change = tile.change && html` <span class="note">${tile.change}</span>`;
      const alerts = tile.alerts.map((alert, index) => html`${index > 0 ? html`<br>` : ""}${alertLine(alert)}`);
      return html`<tr><th scope="row">${tile.title}${change}</th><td data-label="Kind">${tile.kind}</td><td data-label="Query">${tile.query}</td><td data-label="Alerts">${alerts}</td><td data-label="Place">${section.title ? `${section.title}: ` : ""}${placeText(tile)}</td></tr>`;
    }),
  );
  const flaws = sections.flatMap(flawTexts).map((text) => html`<li>${text}</li>`);
  return html`<details><summary>${the} tiles in words</summary><table><thead><tr><th scope="col">Tile</th><th scope="col">Kind</th><th scope="col">Query</th><th scope="col">Alerts</th><th scope="col">Place</th></tr></thead><tbody>${rows}</tbody></table></details>${flaws.length > 0 ? html`<ul class="remarks">${flaws}</ul>` : ""}`;
}

/** One dashboard, or its drawings before and after a plan if the two differ. */
export interface Picture {
  readonly source: string;
  /** Address in the configuration, or id on the server. */
  readonly address: string;
  readonly change: "none" | "added" | "removed" | "changed";
  readonly line?: CodeLine;
  /** Absent if the dashboard is added or unchanged. */
  readonly before?: DrawnDashboard;
  /** Absent if the dashboard is removed. */
  readonly after?: DrawnDashboard;
}

/** Returns the pictures of all dashboards in their order. Removed dashboards come last. */
export function picturesOf({ name: source, before, after }: Reading): readonly Picture[] {
  const now = drawings(after);
  const then = before && drawings(before);
  const removed = [...(then?.keys() ?? [])].filter((address) => !now.has(address));
  return [...now.keys(), ...removed].map((address) => {
    const drawing = now.get(address);
    const line = after.lineOf?.(address);
    const sides = then || !drawing ? compared(then?.get(address), drawing) : { change: "none", after: drawing };
    return { source, address, ...sides, ...(line && { line }) } as Picture;
  });
}

/** Returns the drawings of a picture: a pair if the two differ. */
export function drawn({ change, before, after }: Picture): DrawnDashboard | DrawnChange {
  if (before && after) {
    return { before, after };
  }
  const one = after ?? before ?? { title: "", sections: [] };
  return change === "none" ? one : { ...one, title: `${one.title} (${change})` };
}

export function pictureTitle({ before, after }: Picture): string {
  return (after ?? before)?.title ?? "";
}

function drawings(read: Contents): ReadonlyMap<string, DrawnDashboard> {
  const contents = withChartsAsTiles(read);
  const { dashboards, sourceName } = contents;
  return new Map(
    dashboards.map((board) => [
      board.address,
      drawnDashboard(board.fields, { alerts: alertsOn(board, contents), sourceName }),
    ]),
  );
}

function compared(before?: DrawnDashboard, after?: DrawnDashboard): Omit<Picture, "source" | "address"> {
  if (!before || !after) {
    return { change: before ? "removed" : "added", ...(before && { before }), ...(after && { after }) };
  }
  return areAlike(before, after) ? { change: "none", after } : { change: "changed", ...marked(before, after) };
}

/** Draws the dashboards that a plan changes, by address, for reports. Dashboards with the same drawing are left out. */
export function planDrawings(plan: PlanJson): ReadonlyMap<string, Markup> {
  const changed = picturesOf({ name: "", ...contentsOfPlan(plan) }).filter(({ change }) => change !== "none");
  return new Map(changed.map((picture) => [picture.address, layoutMarkup(picture)]));
}
