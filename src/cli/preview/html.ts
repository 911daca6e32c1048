import {
  alertLine,
  areAlike,
  type DrawnChange,
  type DrawnDashboard,
  dashboardsSvg,
  drawnDashboard,
  escaped,
  flawTexts,
  marked,
  placeText,
} from "../../drawing";
import { alertsOn, type Contents, type ReadDashboard, withChartsAsTiles } from "../contents/contents";
import type { Reading } from "../contents/read-contents";
import { pageOf } from "../frame/page";

/** Pictures as one page that needs nothing else: each drawn, and below it the same in words, which narrow screens and screen readers read. */
export function previewHtml(pictures: readonly Picture[], remarks: readonly string[]): string {
  const contents = pictures.length > 1 ? contentsList(pictures) : "";
  const title = pictures.length === 1 && pictures[0] ? pictureTitle(pictures[0]) : "Dashboards";
  return pageOf(
    `${title} - preview`,
    `<h1>Preview</h1>\n${contents}${remarkList(remarks)}${pictures.map(pictureHtml).join("\n")}`,
  );
}

function contentsList(pictures: readonly Picture[]): string {
  const items = pictures.map(
    (picture, index) => `<li><a href="#d${index}">${escaped(pictureTitle(picture))}</a>${changeNote(picture)}</li>`,
  );
  return `<nav aria-label="Dashboards"><ul>${items.join("")}</ul></nav>\n`;
}

function changeNote({ change }: Picture): string {
  return change === "none" ? "" : ` <span class="note">${change}</span>`;
}

function remarkList(remarks: readonly string[]): string {
  if (remarks.length === 0) return "";
  return `<section aria-label="Remarks"><ul class="remarks">${remarks.map((text) => `<li>${escaped(text)}</li>`).join("")}</ul></section>\n`;
}

function pictureHtml(picture: Picture, index: number): string {
  const { before, after, source, address } = picture;
  const sides = [
    ...(before ? [[after ? "Before" : "", before] as const] : []),
    ...(after ? [[before ? "After" : "", after] as const] : []),
  ];
  const item = drawn(picture);
  const drawings =
    "sections" in item
      ? scrollable(dashboardsSvg([item], { style: false }), `Layout of ${pictureTitle(picture)}`)
      : scrollable(dashboardsSvg([item], { style: false }), `Layout of ${pictureTitle(picture)} before and after`);
  return `<section aria-labelledby="d${index}">
<h2 id="d${index}">${escaped(pictureTitle(picture))}${changeNote(picture)}</h2>
<p class="note">${escaped([source, address].filter((part) => part).join(" · "))}</p>
${drawings}
${sides.map(([side, dashboard]) => wordsOf(dashboard, side)).join("\n")}
</section>`;
}

/** A drawing keeps the size in which its letters can be read; what is too wide scrolls, with the keyboard too. */
function scrollable(svg: string, label: string): string {
  return `<div class="drawing" role="region" aria-label="${escaped(label)}" tabindex="0">${svg}</div>`;
}

function wordsOf({ sections }: DrawnDashboard, side: string): string {
  const rows = sections.flatMap((section) =>
    section.tiles.map(
      (tile) =>
        `<tr><th scope="row">${escaped(tile.title)}${tile.change ? ` <span class="note">${tile.change}</span>` : ""}</th>` +
        `<td data-label="Kind">${escaped(tile.kind)}</td><td data-label="Query">${escaped(tile.query)}</td>` +
        `<td data-label="Alerts">${tile.alerts.map((alert) => escaped(alertLine(alert))).join("<br>")}</td>` +
        `<td data-label="Place">${escaped(section.title ? `${section.title}: ` : "")}${placeText(tile)}</td></tr>`,
    ),
  );
  const flaws = sections.flatMap(flawTexts).map((text) => `<li>${escaped(text)}</li>`);
  return (
    `<details><summary>${side ? `${side}: the` : "The"} tiles in words</summary><table><thead><tr><th scope="col">Tile</th>` +
    `<th scope="col">Kind</th><th scope="col">Query</th><th scope="col">Alerts</th><th scope="col">Place</th></tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table></details>` +
    (flaws.length > 0 ? `<ul class="remarks">${flaws.join("")}</ul>` : "")
  );
}

/** One dashboard to show: as it is, or before and after a plan where the two differ. */
export interface Picture {
  /** The stack, file or server that it comes from. */
  readonly source: string;
  /** Its address in the configuration, or its id on the server. */
  readonly address: string;
  readonly change: "none" | "added" | "removed" | "changed";
  /** Absent when it is added, and where there is no change to show. */
  readonly before?: DrawnDashboard;
  /** Absent when it is removed. */
  readonly after?: DrawnDashboard;
}

/** The pictures of everything that was read, in its order; what a plan removes comes last. */
export function picturesOf({ name, before, after }: Reading): readonly Picture[] {
  const now = drawings(after);
  if (!before) return [...now].map(([address, drawing]) => ({ source: name, address, change: "none", after: drawing }));
  const then = drawings(before);
  const removed = [...then].filter(([address]) => !now.has(address));
  return [
    ...[...now].map(([address, drawing]) => changed(name, address, then.get(address), drawing)),
    ...removed.map(([address, drawing]) => changed(name, address, drawing, undefined)),
  ];
}

/** What to draw of a picture: a pair only where something differs. */
export function drawn({ change, before, after }: Picture): DrawnDashboard | DrawnChange {
  if (before && after) return { before, after };
  const one = after ?? before ?? { title: "", sections: [] };
  return change === "none" ? one : { ...one, title: `${one.title} (${change})` };
}

export function pictureTitle({ before, after }: Picture): string {
  return (after ?? before)?.title ?? "";
}

function drawings(read: Contents): ReadonlyMap<string, DrawnDashboard> {
  const contents = withChartsAsTiles(read);
  const draw = (board: ReadDashboard) =>
    drawnDashboard(board.fields, { alerts: alertsOn(board, contents), sourceName: contents.sourceName });
  return new Map(contents.dashboards.map((board) => [board.address, draw(board)]));
}

function changed(source: string, address: string, before?: DrawnDashboard, after?: DrawnDashboard): Picture {
  const sides = { ...(before && { before }), ...(after && { after }) };
  if (!before || !after) return { source, address, change: before ? "removed" : "added", ...sides };
  if (areAlike(before, after)) return { source, address, change: "none", after };
  return { source, address, change: "changed", ...marked(before, after) } as Picture;
}
