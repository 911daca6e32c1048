import { visible } from "../visible";
import { shownText } from "./dashboard-fields";
import type { DrawnAlert, DrawnTile, Place } from "./drawn-dashboard";
import { bandsOf } from "./flaws";
import { shortenText, textWidth } from "./letters";
import { markdownSvg } from "./markdown-svg";
import { sketch } from "./sketch";

/** Escapes text for elements and attributes of SVG and HTML. Characters that XML forbids become visible escapes. */
export function escaped(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Shortens a text to a width in pixels, with an ellipsis. The estimate assumes wide letters. */
export function fitted(text: string, width: number, fontSize: number, isBold = false): string {
  const shortened = shortenText(text, Math.floor(width / (fontSize * (isBold ? 0.62 : 0.56))));
  return shortened === "…" ? "" : shortened;
}

/** Draws a small text that begins at a position, or has its middle or end there. */
export function smallText(text: string, x: number, y: number, anchor?: "middle" | "end"): string {
  return `<text class="cs-small" x="${x}" y="${y}"${anchor ? ` text-anchor="${anchor}"` : ""}>${escaped(text)}</text>`;
}

const PADDING = 10;
const LINE = 16;
const BADGE = 20;

/** Position of a tile in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a tile. Content that does not fit is omitted. The tool tip contains all content. */
export function tileSvg(tile: DrawnTile, { x, y, width, height }: Box): string {
  const inner = Math.max(0, width - 2 * PADDING);
  const texts = [
    `<text class="cs-title" x="${PADDING}" y="19">${escaped(fitted(tile.title, inner, 13, true))}</text>`,
    changeLabel(tile, width),
    ...(height >= 44 ? [kindLine(tile, inner)] : []),
  ];
  const room = { top: 44, bottom: height - PADDING };
  const badges = badgesOf(tile.alerts, room, inner);
  const chart = chartOf(tile, inner, { top: room.top + badges.height + 4, bottom: room.bottom });
  return [
    `<svg x="${x}" y="${y}" width="${width}" height="${height}">`,
    `<title>${escaped(toolTip(tile))}</title>`,
    `<rect class="cs-tile${tile.change ? ` cs-tile-${tile.change}` : ""}" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="6"/>`,
    ...texts,
    chart,
    badges.svg,
    "</svg>",
  ].join("");
}

/** Returns the complete content of a tile as one text. */
function toolTip({ title, kind, query, alerts, change }: DrawnTile): string {
  return [title, change, kind, query, ...alerts.map(alertLine)].filter((part) => part).join("\n");
}

export function alertLine({ name, condition }: DrawnAlert): string {
  return name ? `Alert ${name}: ${condition}` : `Alert: ${condition}`;
}

function markdownOf({ config }: DrawnTile): string | undefined {
  return config.displayType === "markdown" ? shownText(config.markdown) : undefined;
}

/** Draws the kind and the query. A Markdown tile shows its text below this line, so the line does not repeat it. */
function kindLine(tile: DrawnTile, width: number): string {
  const { kind } = tile;
  const query = markdownOf(tile) === undefined ? tile.query : "";
  const rest = width - kind.length * 6.8 - 8;
  return (
    `<text class="cs-small" x="${PADDING}" y="${19 + LINE}"><tspan class="cs-kind">${escaped(fitted(kind, width, 11))}</tspan>` +
    `<tspan dx="8">${escaped(fitted(query, rest, 11))}</tspan></text>`
  );
}

function changeLabel({ change }: DrawnTile, width: number): string {
  if (!change || width < 120) {
    return "";
  }
  return `<text class="cs-small cs-change-${change}" x="${width - PADDING}" y="19" text-anchor="end">${change}</text>`;
}

interface Room {
  readonly top: number;
  readonly bottom: number;
}

/** Draws a badge for each alert while there is space, and the rest as a count. A flat tile has only a count. */
function badgesOf(alerts: readonly DrawnAlert[], { top, bottom }: Room, width: number) {
  if (alerts.length === 0) {
    return { svg: "", height: 0 };
  }
  const fitting = Math.floor((bottom + 6 - top) / BADGE);
  if (fitting < 1) {
    return { svg: badge(countText(alerts.length), Math.max(2, bottom - 8), width), height: 0 };
  }
  const shown =
    alerts.length <= fitting
      ? alerts.map(badgeText)
      : [...alerts.slice(0, fitting - 1).map(badgeText), countText(alerts.length - fitting + 1)];
  return {
    svg: shown.map((text, index) => badge(text, top + index * BADGE, width)).join(""),
    height: shown.length * BADGE,
  };
}

const countText = (count: number): string => (count === 1 ? "1 alert" : `${count} alerts`);
const badgeText = ({ name, condition }: DrawnAlert): string => (name ? `${condition} · ${name}` : condition);

function badge(text: string, y: number, width: number): string {
  const shown = fitted(text, width - 30, 11, true);
  const length = Math.min(width, textWidth(shown) * 6.8 + 30);
  return (
    `<g transform="translate(${PADDING} ${y})"><rect class="cs-badge" x=".5" y=".5" width="${Math.round(length)}" height="17" rx="8.5"/>` +
    `<path class="cs-badge-text" d="M8 12.5h8l-1.2-1.6V8a2.8 2.8 0 0 0-5.6 0v2.9zM11 13.5h2v.8h-2z"/>` +
    `<text class="cs-badge-text" x="20" y="12.8">${escaped(shown)}</text></g>`
  );
}

function chartOf(tile: DrawnTile, width: number, { top, bottom }: Room): string {
  const height = bottom - top;
  if (height < 16 || width < 24) {
    return "";
  }
  const markdown = markdownOf(tile);
  const drawing =
    tile.chart?.(width, height) ??
    (markdown === undefined ? sketch(tile.kind, width, height) : markdownSvg(markdown, width, height));
  return drawing && `<svg x="${PADDING}" y="${top}" width="${width}" height="${height}">${drawing}</svg>`;
}

/** Maximum drawn height of a stretch of rows without tiles, and of a stretch of rows of one tile. */
const MAX_EMPTY_ROWS = 3;
const MAX_TILE_ROWS = 30;

/** Positions of the rows. Long stretches without a tile edge are shortened, so that a distant tile stays visible. */
export class RowScale {
  /** Drawn row of each edge of a tile. */
  readonly #drawn = new Map([[0, 0]]);
  /** Number of drawn rows. */
  readonly height: number;

  constructor(tiles: readonly Place[]) {
    const inOrder = tiles.toSorted((a, b) => a.y - b.y);
    let [drawn, next, end] = [0, 0, 0];
    for (const { y, h } of bandsOf(tiles)) {
      for (let tile = inOrder[next]; tile && tile.y <= y; tile = inOrder[++next]) {
        end = Math.max(end, tile.y + tile.h);
      }
      drawn += Math.min(h, end <= y ? MAX_EMPTY_ROWS : MAX_TILE_ROWS);
      this.#drawn.set(y + h, drawn);
    }
    this.height = drawn;
  }

  /** Returns the drawn row of an edge of a tile or gap. */
  at(row: number): number {
    return this.#drawn.get(row) ?? [...this.#drawn].findLast(([edge]) => edge <= row)?.[1] ?? 0;
  }
}

/**
 * Style sheet of a drawing, light or dark by the reader's preference. A page with a strict content policy includes it
 * in the style sheet of the page, and the drawing omits it. Text has a contrast of at least 4.5.
 */
export const DRAWING_STYLE = `
.cs-drawing{--cs-ground:#f4f6f8;--cs-tile:#ffffff;--cs-edge:#aeb7c2;--cs-text:#1c2430;--cs-muted:#55606e;--cs-faint:#dde3ea;
--cs-alert:#8a3b00;--cs-alert-ground:#fff0e0;--cs-bad:#b3261e;--cs-bad-ground:#b3261e22;--cs-added:#1a6b34;--cs-changed:#6b4a00;
--cs-s0:#2563c9;--cs-s1:#c2570c;--cs-s2:#1a7f53;--cs-s3:#9333a8;--cs-s4:#b3261e;--cs-s5:#0e7490;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;max-width:100%;height:auto}
@media (prefers-color-scheme:dark){.cs-drawing{--cs-ground:#10151c;--cs-tile:#1a212b;--cs-edge:#4a5666;--cs-text:#e8edf3;--cs-muted:#a3afbd;
--cs-faint:#2a3441;--cs-alert:#ffc08a;--cs-alert-ground:#44270a;--cs-bad:#ff9a92;--cs-bad-ground:#ff9a9226;--cs-added:#7ddc9c;
--cs-changed:#f0c674;--cs-s0:#7fb0ff;--cs-s1:#ffab6b;--cs-s2:#6fd3a3;--cs-s3:#d79bea;--cs-s4:#ff9a92;--cs-s5:#67d3ea}}
.cs-ground{fill:var(--cs-ground)}.cs-column{stroke:var(--cs-faint);stroke-width:1}
.cs-tile{fill:var(--cs-tile);stroke:var(--cs-edge);stroke-width:1}
.cs-tile-added{stroke:var(--cs-added);stroke-width:2.5}.cs-tile-changed{stroke:var(--cs-changed);stroke-width:2.5;stroke-dasharray:7 3}
.cs-tile-removed{stroke:var(--cs-bad);stroke-width:2.5;stroke-dasharray:3 3}
.cs-change-added{fill:var(--cs-added)}.cs-change-changed{fill:var(--cs-changed)}.cs-change-removed{fill:var(--cs-bad)}
.cs-heading{fill:var(--cs-text);font-size:18px;font-weight:700}.cs-section{fill:var(--cs-text);font-size:14px;font-weight:600}
.cs-title{fill:var(--cs-text);font-size:13px;font-weight:600}.cs-small{fill:var(--cs-muted);font-size:11px}
.cs-kind{fill:var(--cs-muted);font-size:11px;font-weight:600}
.cs-badge{fill:var(--cs-alert-ground);stroke:var(--cs-alert);stroke-width:.75}.cs-badge-text{fill:var(--cs-alert);font-size:11px;font-weight:600}
.cs-overlap{fill:var(--cs-bad-ground);stroke:var(--cs-bad);stroke-width:1.5;stroke-dasharray:5 3}
.cs-gap{fill:none;stroke:var(--cs-muted);stroke-width:1;stroke-dasharray:2 4}.cs-flaw-text{fill:var(--cs-bad);font-size:11px;font-weight:600}
.cs-filter{fill:var(--cs-text);font-size:12px}.cs-chevron{fill:none;stroke:var(--cs-muted);stroke-width:1.5}
.cs-markdown{fill:var(--cs-text)}.cs-strong{font-weight:700}.cs-em{font-style:italic}.cs-link{text-decoration:underline}
.cs-code{white-space:pre;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.cs-sketch{fill:none;stroke:var(--cs-faint);stroke-width:2}.cs-filled{fill:var(--cs-faint);stroke:none}.cs-axis{stroke:var(--cs-edge);stroke-width:1}
.cs-number{fill:var(--cs-text);font-weight:700}
.cs-threshold{stroke:var(--cs-alert);stroke-width:1.5;stroke-dasharray:6 3}.cs-firing{fill:var(--cs-bad)}
.cs-series{fill:none;stroke-width:1.5}.cs-area{stroke:none}
`
  .replace(/\n/g, "")
  .trim();
