import { marked } from "./compare";
import type { DrawnDashboard, DrawnSection, DrawnTile, Place } from "./drawn-dashboard";
import { COLUMNS, flawsOf } from "./flaws";
import { textWidth } from "./letters";
import { type Box, DRAWING_STYLE, escaped, fitted, RowScale, smallText, tileSvg } from "./tile-svg";

/**
 * Width of a column in pixels: for a single dashboard, for each of a pair, and for a narrow screen. All three fit their
 * screen with letters of the same size.
 */
const COLUMN = 37;
const PAIR_COLUMN = 25;
const NARROW_COLUMN = 14;
const PAIR_BETWEEN = 16;
const ROW = 34;
const MARGIN = 4;
const HEADING = 34;
const FILTER = { height: 22, row: 30, between: 8, font: 12 };
const SECTION = 28;
const BETWEEN = 32;

export interface DrawingOptions {
  /**
   * True if the drawing contains its style. Pages with several drawings or a strict content policy include
   * `DRAWING_STYLE` themselves. Default: true.
   */
  readonly style?: boolean;
  /** True for a drawing that fits a narrow screen, with the tiles below each other. Default: false. */
  readonly narrow?: boolean;
}

/** A dashboard before and after a change. Either side may be missing. */
export interface DrawnChange {
  readonly before?: DrawnDashboard;
  readonly after?: DrawnDashboard;
}

/**
 * Draws dashboards below each other as one SVG without scripts, fonts and external files. Both versions of a changed
 * dashboard are side by side, with a mark on every tile that differs.
 */
export function dashboardsSvg(items: readonly (DrawnDashboard | DrawnChange)[], options: DrawingOptions = {}): string {
  const blocks = items.map((item) =>
    "sections" in item ? dashboardBlock(item, item.title, COLUMN, options) : changeBlock(item),
  );
  const labels = items.map((item) => ("sections" in item ? describe(item) : describeChange(item)));
  const { svg, end } = stacked(blocks, 0, BETWEEN);
  const size = { width: Math.max(1, ...blocks.map(({ width }) => width)), height: Math.max(1, end - BETWEEN) };
  return svgOf(svg, size, labels.join("; "), options);
}

/** Draws a dashboard before and after a change as two documents, with a mark on every tile that differs. */
export function changeSvgs(
  { before, after }: Required<DrawnChange>,
  options: DrawingOptions = {},
): readonly [before: string, after: string] {
  const sides = marked(before, after);
  const draw = (name: string, dashboard: DrawnDashboard | undefined) => {
    const { svg, width, height } = side(name, dashboard, "does not exist", options);
    return svgOf(svg, { width, height }, `${name}: ${dashboard ? describe(dashboard) : ""}`, options);
  };
  return [draw("Before", sides.before), draw("After", sides.after)];
}

interface DrawnBlock {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

function changeBlock(change: DrawnChange): DrawnBlock {
  const { before, after } = marked(change.before, change.after);
  const left = side("Before", before, "does not exist");
  const right = side("After", after, "deleted");
  return {
    svg: `${left.svg}<g transform="translate(${left.width + PAIR_BETWEEN} 0)">${right.svg}</g>`,
    width: left.width + PAIR_BETWEEN + right.width,
    height: Math.max(left.height, right.height),
  };
}

function side(
  name: string,
  dashboard: DrawnDashboard | undefined,
  missing: string,
  options: DrawingOptions = {},
): DrawnBlock {
  if (dashboard) {
    return dashboardBlock(dashboard, `${name}: ${dashboard.title}`, PAIR_COLUMN, options);
  }
  return { svg: headingText(`${name}: ${missing}`, PAIR_COLUMN), width: COLUMNS * PAIR_COLUMN, height: HEADING + ROW };
}

function describeChange({ before, after }: DrawnChange): string {
  return `${before ? describe(before) : "does not exist"} before; ${after ? describe(after) : "deleted"} after`;
}

export function svgOf(
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

function headingText(heading: string, column: number): string {
  return `<text class="cs-heading" x="8" y="24">${escaped(fitted(heading, COLUMNS * column - 16, 18, true))}</text>`;
}

/** @param wideColumn width of a column of a drawing that is not narrow */
function dashboardBlock(
  { filters, sections: all }: DrawnDashboard,
  heading: string,
  wideColumn: number,
  { narrow = false }: DrawingOptions,
): DrawnBlock {
  const column = narrow ? NARROW_COLUMN : wideColumn;
  const sections = narrow ? all.map(belowEachOther) : all;
  const width = COLUMNS * column;
  const controls = filterControls(filters ?? [], width - 2 * MARGIN);
  const top = HEADING + controls.height;
  const above = `${headingText(heading, column)}<g transform="translate(${MARGIN} ${HEADING})">${controls.svg}</g>`;
  if (sections.length === 0) {
    return { svg: above + smallText("There are no tiles.", 8, top + 20), width, height: top + ROW };
  }
  const { svg, end } = stacked(
    sections.map((section) => sectionBlock(section, column)),
    top,
  );
  return { svg: above + svg, width, height: end };
}

/** Places the tiles of a section below each other in reading order, each as wide as the grid. */
function belowEachOther(section: DrawnSection): DrawnSection {
  let y = 0;
  const tiles = section.tiles
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map((tile) => {
      const placed = { ...tile, x: 0, y, w: COLUMNS };
      y += tile.h;
      return placed;
    });
  return { ...section, tiles };
}

/** Draws the filters as fields to choose from, in as many rows as they need. */
function filterControls(filters: readonly string[], width: number): Pick<DrawnBlock, "svg" | "height"> {
  const { height, row, between, font } = FILTER;
  let [x, y] = [0, 0];
  const drawn = filters.map((label) => {
    const shown = fitted(label, width - 34, font);
    const length = Math.round(textWidth(shown) * font * 0.56) + 34;
    if (x > 0 && x + length > width) {
      [x, y] = [0, y + row];
    }
    const control =
      `<g transform="translate(${x} ${y})"><rect class="cs-tile" x=".5" y=".5" width="${length}" height="${height}" rx="4"/>` +
      `<text class="cs-filter" x="8" y="16">${escaped(shown)}</text><path class="cs-chevron" d="M${length - 16} 9l4 4 4-4"/></g>`;
    x += length + between;
    return control;
  });
  return { svg: drawn.join(""), height: filters.length === 0 ? 0 : y + row };
}

/** Places blocks below each other. Returns the position below the last one, too. */
function stacked(blocks: readonly Omit<DrawnBlock, "width">[], top: number, between = 0) {
  let end = top;
  const placed = blocks.map(({ svg, height }) => {
    const y = end;
    end += height + between;
    return `<g transform="translate(0 ${y})">${svg}</g>`;
  });
  return { svg: placed.join(""), end };
}

function sectionBlock(section: DrawnSection, column: number): Omit<DrawnBlock, "width"> {
  const { title, tiles } = section;
  const scale = new RowScale(tiles);
  const head = title === undefined ? 0 : SECTION;
  const height = scale.height * ROW;
  const lines = Array.from({ length: COLUMNS / 2 + 1 }, (_, index) => `M${index * 2 * column} 0V${height}`);
  const flaws = flawsOf(section);
  const box = (place: Place) => boxOf(place, scale, column);
  const svg = [
    title === undefined
      ? ""
      : `<text class="cs-section" x="8" y="19">${escaped(fitted(title, COLUMNS * column - 16, 14, true))}</text>`,
    `<g transform="translate(0 ${head})">`,
    `<path class="cs-column" d="${lines.join("")}"/>`,
    ...flaws.gaps.map((gap) => gapSvg(gap, box(gap))),
    ...tiles.map((tile) => tileSvg(tile, box(tile))),
    ...flaws.overlaps.map((overlap) => overlapSvg(box(overlap))),
    ...flaws.overhanging.map((tile) => overhangSvg(tile, box(tile))),
    "</g>",
  ].join("");
  return { svg, height: head + height };
}

/** A tile that reaches past the last column is cut off there. */
function boxOf({ x, y, w, h }: Place, scale: RowScale, column: number): Box {
  const [left, right] = [Math.min(x, COLUMNS) * column, Math.min(x + w, COLUMNS) * column];
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
  return `<rect class="cs-gap" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${smallText(fitted(text, width - 8, 11), x + 8, y + 16)}`;
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
