import {
  alertLine,
  DRAWING_STYLE,
  type DrawnDashboard,
  dashboardsSvg,
  escaped,
  flawTexts,
  placeText,
} from "../../drawing";
import { PAGE_STYLE } from "../frame/page-style";
import { drawn, type Picture, titleOf } from "./picture";

/** Pictures as one page that needs nothing else: each drawn, and below it the same in words, which narrow screens and screen readers read. */
export function previewHtml(pictures: readonly Picture[], remarks: readonly string[]): string {
  const contents = pictures.length > 1 ? contentsList(pictures) : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(pictures.length === 1 && pictures[0] ? titleOf(pictures[0]) : "Dashboards")} - preview</title>
<style>${PAGE_STYLE}${DRAWING_STYLE}</style>
</head>
<body>
<main>
<h1>Preview</h1>
${contents}${remarkList(remarks)}${pictures.map(pictureHtml).join("\n")}
</main>
</body>
</html>
`;
}

function contentsList(pictures: readonly Picture[]): string {
  const items = pictures.map(
    (picture, index) => `<li><a href="#d${index}">${escaped(titleOf(picture))}</a>${changeNote(picture)}</li>`,
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
      ? scrollable(dashboardsSvg([item], { style: false }), `Layout of ${titleOf(picture)}`)
      : scrollable(dashboardsSvg([item], { style: false }), `Layout of ${titleOf(picture)} before and after`);
  return `<section aria-labelledby="d${index}">
<h2 id="d${index}">${escaped(titleOf(picture))}${changeNote(picture)}</h2>
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
