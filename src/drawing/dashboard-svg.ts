import { marked } from "./compare";
import type { DrawnDashboard, DrawnSection, DrawnTile, Place } from "./drawn-dashboard";
import { COLUMNS, flawsOf } from "./flaws";
import { RowScale } from "./row-scale";
import { DRAWING_STYLE } from "./style";
import { escaped, fitted } from "./svg-text";
import { type Box, tileSvg } from "./tile-svg";

const COLUMN = 40;
const ROW = 34;
const MARGIN = 4;
const WIDTH = COLUMNS * COLUMN;
const HEADING = 34;
const SECTION = 28;
const BETWEEN = 32;

export interface DrawingOptions {
  /** Whether the drawing carries its own style; a page that draws several, or has a strict content policy, keeps `DRAWING_STYLE` itself. Default true. */
  readonly style?: boolean;
}

/** Dashboards under each other as one SVG, which needs nothing else: no script, no font, no other file. */
export function dashboardsSvg(dashboards: readonly DrawnDashboard[], options: DrawingOptions = {}): string {
  const blocks = dashboards.map((dashboard) => dashboardBlock(dashboard, dashboard.title));
  return stacked(blocks, options, dashboards.map(describe).join("; "));
}

/** A dashboard before and after a change, side by side, with every tile marked that differs. Either side may be missing. */
export function changeSvg(
  before: DrawnDashboard | undefined,
  after: DrawnDashboard | undefined,
  options: DrawingOptions = {},
): string {
  const { before: left, after: right } = marked(before, after);
  const blocks = [
    left ? dashboardBlock(left, `Before: ${left.title}`) : emptyBlock("Before: not there"),
    right ? dashboardBlock(right, `After: ${right.title}`) : emptyBlock("After: gone"),
  ] as const;
  const width = 2 * WIDTH + BETWEEN;
  const height = Math.max(...blocks.map((block) => block.height));
  const body = `${blocks[0].svg}<g transform="translate(${WIDTH + BETWEEN} 0)">${blocks[1].svg}</g>`;
  const label = `${left ? describe(left) : "not there"} before; ${right ? describe(right) : "gone"} after`;
  return framed(body, { width, height }, label, options);
}

interface Block {
  readonly svg: string;
  readonly height: number;
}

function stacked(blocks: readonly Block[], options: DrawingOptions, label: string): string {
  let y = 0;
  const body = blocks
    .map(({ svg, height }) => {
      const placed = `<g transform="translate(0 ${y})">${svg}</g>`;
      y += height + BETWEEN;
      return placed;
    })
    .join("");
  return framed(body, { width: WIDTH, height: Math.max(1, y - BETWEEN) }, label, options);
}

function framed(
  body: string,
  { width, height }: { readonly width: number; readonly height: number },
  label: string,
  { style = true }: DrawingOptions,
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="cs-drawing" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ` +
    `aria-label="${escaped(label)}">${style ? `<style>${DRAWING_STYLE}</style>` : ""}` +
    `<rect class="cs-ground" width="${width}" height="${height}"/>${body}</svg>`
  );
}

function describe({ title, sections }: DrawnDashboard): string {
  const tiles = sections.flatMap((section) => section.tiles);
  const alerts = tiles.flatMap((tile) => tile.alerts);
  return `Dashboard ${title}: ${counted(tiles.length, "tile")}, ${counted(alerts.length, "alert")}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function emptyBlock(heading: string): Block {
  return { svg: headingText(heading), height: HEADING + ROW };
}

function headingText(heading: string): string {
  return `<text class="cs-heading" x="8" y="24">${escaped(fitted(heading, WIDTH - 16, 18))}</text>`;
}

function dashboardBlock({ sections }: DrawnDashboard, heading: string): Block {
  let height = HEADING;
  const drawn = sections.map((section) => {
    const block = sectionBlock(section);
    const placed = `<g transform="translate(0 ${height})">${block.svg}</g>`;
    height += block.height;
    return placed;
  });
  const empty =
    sections.length === 0 ? `<text class="cs-small" x="8" y="${HEADING + 20}">There are no tiles.</text>` : "";
  return { svg: headingText(heading) + drawn.join("") + empty, height: sections.length === 0 ? HEADING + ROW : height };
}

function sectionBlock(section: DrawnSection): Block {
  const { title, tiles } = section;
  const scale = new RowScale(tiles);
  const head = title === undefined ? 0 : SECTION;
  const height = scale.height * ROW;
  const flaws = flawsOf(section);
  const svg = [
    title === undefined ? "" : `<text class="cs-section" x="8" y="19">${escaped(fitted(title, WIDTH - 16, 14))}</text>`,
    `<g transform="translate(0 ${head})">`,
    columnLines(height),
    ...flaws.gaps.map((gap) => gapSvg(gap, boxOf(gap, scale))),
    ...tiles.map((tile) => tileSvg(tile, boxOf(tile, scale))),
    ...flaws.overlaps.map((overlap) => overlapSvg(boxOf(overlap, scale))),
    ...flaws.overhanging.map((tile) => overhangSvg(tile, boxOf(tile, scale))),
    "</g>",
  ].join("");
  return { svg, height: head + height };
}

function columnLines(height: number): string {
  const lines = Array.from({ length: COLUMNS / 2 + 1 }, (_, index) => `M${index * 2 * COLUMN} 0V${height}`);
  return `<path class="cs-column" d="${lines.join("")}"/>`;
}

/** A tile that reaches past the last column is cut off there. */
function boxOf({ x, y, w, h }: Place, scale: RowScale): Box {
  const [left, right] = [Math.min(x, COLUMNS) * COLUMN, Math.min(x + w, COLUMNS) * COLUMN];
  const [top, bottom] = [scale.at(y) * ROW, scale.at(y + h) * ROW];
  return {
    x: left + MARGIN,
    y: top + MARGIN,
    width: Math.max(4, right - left - 2 * MARGIN),
    height: Math.max(4, bottom - top - 2 * MARGIN),
  };
}

function gapSvg({ w, h }: Place, { x, y, width, height }: Box): string {
  const text = h > 6 && w === COLUMNS ? `gap of ${h} rows` : "gap";
  return `<rect class="cs-gap" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/><text class="cs-small" x="${x + 8}" y="${y + 16}">${fitted(text, width - 8, 11)}</text>`;
}

function overlapSvg({ x, y, width, height }: Box): string {
  return `<rect class="cs-overlap" x="${x}" y="${y}" width="${width}" height="${height}"/><text class="cs-flaw-text" x="${x + 6}" y="${y + height - 6}">${fitted("overlap", width - 6, 11)}</text>`;
}

function overhangSvg({ x, w }: DrawnTile, box: Box): string {
  const edge = box.x + box.width;
  return (
    `<path class="cs-overlap" d="M${edge} ${box.y}V${box.y + box.height}"/>` +
    `<text class="cs-flaw-text" x="${edge - 6}" y="${box.y + box.height - 6}" text-anchor="end">${fitted(`ends at column ${x + w}`, box.width - 12, 11)}</text>`
  );
}
