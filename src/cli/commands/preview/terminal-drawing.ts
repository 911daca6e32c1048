import {
  COLUMNS,
  type DrawnDashboard,
  type DrawnSection,
  type DrawnTile,
  flawsOf,
  flawTexts,
  type Place,
  RowScale,
} from "../../../drawing";
import { lettersOf, shortenText } from "../../../drawing/letters";
import type { Picture } from "../../reports/formats/pictures";
import type { Colors } from "../../terminal/colors";
import { alertOverview } from "../../terminal/table";
import { drawingWidth, plain, type TextOptions } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";

/** Minimum columns of a drawing: one for each column of the grid, and the last edge. */
const MIN_WIDTH = COLUMNS + 1;

/** Draws pictures for a terminal. Many alerts are listed first, because tiles shorten their names. */
export function picturesText(pictures: readonly Picture[], options: TextOptions): string {
  const tiles = pictures.flatMap(({ after }) =>
    (after?.sections ?? []).flatMap((section) => section.tiles.map((tile) => ({ tile, title: after?.title }))),
  );
  const rows = tiles.flatMap(({ tile, title }) =>
    tile.alerts.map(({ condition, name = "-" }) => [condition, name, `${title} > ${tile.title}`].map(plain)),
  );
  const overview = alertOverview(["FIRES WHEN", "ALERT", "TILE"], rows, options, [0, 1, 2]);
  return [...overview, ...pictures.map((picture) => pictureText(picture, options))].join("\n");
}

/** Draws a picture for a terminal: tiles as boxes in their places, and the layout problems below. */
export function pictureText(picture: Picture, options: TextOptions): string {
  const { change, before, after } = picture;
  if (before && after) {
    return `${dashboardText(before, "before", options)}\n${dashboardText(after, "after", options)}`;
  }
  const only = after ?? before;
  return only ? dashboardText(only, change === "none" ? undefined : change, options) : "";
}

function dashboardText(dashboard: DrawnDashboard, note: string | undefined, options: TextOptions): string {
  const { title, filters, sections } = dashboard;
  const { bold, dim } = options.colors;
  const heading = wrapLine(bold(plain(title)) + (note ? dim(` (${note})`) : ""), options);
  const body =
    sections.length === 0
      ? ["The dashboard has no tiles."]
      : sections.flatMap((section) => sectionLines(section, options));
  const above = filters === undefined ? [] : wrapLine(dim(plain(`Filters: ${filters.join(", ")}`)), options);
  return `${[...heading, ...above, ...body].join("\n")}\n`;
}

function sectionLines(section: DrawnSection, options: TextOptions): readonly string[] {
  const { yellow, bold } = options.colors;
  const title = section.title === undefined ? [] : ["", ...wrapLine(bold(plain(section.title)), options)];
  const flaws = flawTexts(section).flatMap((text) =>
    wrapLine(yellow(plain(text)), { width: options.width, first: `${yellow("!")} ` }),
  );
  return [...title, ...gridLines(section, options), ...flaws];
}

function gridLines(section: DrawnSection, options: TextOptions): readonly string[] {
  const { colors } = options;
  const canvas = new Canvas(Math.max(MIN_WIDTH, drawingWidth(options)), section.tiles);
  const { gaps, overlaps } = flawsOf(section);
  for (const gap of gaps) {
    canvas.fill(gap, "·", colors.dim);
  }
  for (const tile of section.tiles) {
    canvas.tile(tile, colors);
  }
  for (const overlap of overlaps) {
    canvas.fill(overlap, "▒", colors.red);
  }
  return canvas.lines();
}

type Paint = (text: string) => string;
interface Cell {
  /** Replaces the edges. */
  readonly letter?: string;
  /** Columns of the letter. */
  readonly width?: number;
  /** Directions of the edges that meet in a cell, as bits. */
  readonly edges: number;
  readonly paint?: Paint;
}
interface CellBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Content of the second cell of a letter that needs two columns. */
const SECOND_HALF = "";

const [UP, DOWN, LEFT, RIGHT] = [1, 2, 4, 8];

/** Box characters. The index is the sum of the directions in which edges meet. Neighboring tiles share an edge. */
const EDGES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼";

/** Sign before the title, and color of the frame, of a changed tile. */
const CHANGES = {
  added: { sign: "+ ", color: "green" },
  removed: { sign: "- ", color: "red" },
  changed: { sign: "~ ", color: "yellow" },
} as const;

/** Letters in rows and columns. Each row of the grid is one line. The last line contains the lowest edges. */
class Canvas {
  readonly #cells: Cell[][];
  readonly #scale: RowScale;

  constructor(
    private readonly width: number,
    tiles: readonly Place[],
  ) {
    this.#scale = new RowScale(tiles);
    const height = Math.ceil(this.#scale.height) + 1;
    this.#cells = Array.from({ length: height }, () => Array.from({ length: width }, () => ({ edges: 0 })));
  }

  lines(): readonly string[] {
    return this.#cells.map(paintedLine);
  }

  /** Fills the inside of a place, except written letters. */
  fill(place: Place, letter: string, paint: Paint): void {
    const { left, top, right, bottom } = this.#box(place);
    for (let y = top + 1; y < Math.max(bottom, top + 2); y += 1) {
      for (let x = left + 1; x < right; x += 1) {
        this.#set(x, y, (cell) => (cell.letter === undefined ? { letter, edges: 0, paint } : cell));
      }
    }
  }

  tile(tile: DrawnTile, colors: Colors): void {
    const box = this.#box(tile);
    const { sign, color } = tile.change ? CHANGES[tile.change] : ({ sign: "", color: "dim" } as const);
    this.#frame(box, colors[color]);
    const room = box.right - box.left - 3;
    const height = box.bottom - box.top - 1;
    const body = bodyOf(tile, room, height, colors).slice(0, height);
    for (const [line, [text, paint]] of [[sign + tile.title, colors.bold] as const, ...body].entries()) {
      this.#write(box.left + 2, box.top + line, text, room, paint);
    }
  }

  #box({ x, y, w, h }: Place): CellBox {
    const column = (value: number) => Math.round((Math.min(value, COLUMNS) / COLUMNS) * (this.width - 1));
    const [top, bottom] = [Math.round(this.#scale.at(y)), Math.round(this.#scale.at(y + h))];
    return { left: column(x), top, right: column(x + w), bottom: Math.max(bottom, top + 1) };
  }

  /** Draws the edges of a box and clears its inside. */
  #frame({ left, top, right, bottom }: CellBox, paint: Paint): void {
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const inside = x > left && x < right && y > top && y < bottom;
        this.#set(x, y, (cell) =>
          inside ? { edges: 0 } : { edges: cell.edges | edgesAt({ left, top, right, bottom }, x, y), paint },
        );
      }
    }
  }

  #write(x: number, y: number, text: string, room: number, paint: Paint): void {
    let at = x;
    for (const { text: letter, width } of lettersOf(shortenText(plain(text), room))) {
      this.#set(at, y, () => ({ letter, width, edges: 0, paint }));
      if (width === 2) {
        this.#set(at + 1, y, () => ({ letter: SECOND_HALF, edges: 0, paint }));
      }
      at += width;
    }
  }

  #set(x: number, y: number, change: (cell: Cell) => Cell): void {
    const row = this.#cells[y];
    const cell = row?.[x];
    if (row && cell) {
      row[x] = change(cell);
    }
  }
}

/** Returns the directions in which the edges of a box continue from a cell of its border. */
function edgesAt({ left, top, right, bottom }: CellBox, x: number, y: number): number {
  const across = y === top || y === bottom;
  const upright = x === left || x === right;
  return (
    (upright && y > top ? UP : 0) |
    (upright && y < bottom ? DOWN : 0) |
    (across && x > left ? LEFT : 0) |
    (across && x < right ? RIGHT : 0)
  );
}

/** Returns the lines of a tile. The alerts come first if there is no space for all lines. */
function bodyOf(
  tile: DrawnTile,
  room: number,
  height: number,
  { dim, red, cyan }: Colors,
): readonly (readonly [string, Paint])[] {
  const spark = tile.sparkline?.(room) ?? "";
  const query = [`${tile.kind}  ${tile.query}`, dim] as const;
  const alerts = tile.alerts.map((alert) => [badgeOf(alert), red] as const);
  const content = alerts.length < height ? [query, ...alerts] : [...alerts, query];
  return [...content, ...(spark ? [[spark, cyan] as const] : [])];
}

/** The condition comes first, because small tiles cut off the end. */
function badgeOf({ name, condition }: DrawnTile["alerts"][number]): string {
  return name === undefined ? `[${condition}]` : `[${condition}] ${name}`;
}

/** Returns true if another tile covers the other half of a letter with two columns. */
function isCutInHalf(cells: readonly Cell[], x: number): boolean {
  if (cells[x]?.letter === SECOND_HALF) {
    return cells[x - 1]?.width !== 2;
  }
  return cells[x]?.width === 2 && cells[x + 1]?.letter !== SECOND_HALF;
}

function paintedLine(cells: readonly Cell[]): string {
  const runs: { text: string; paint: Paint | undefined }[] = [];
  for (const [x, { letter, edges, paint }] of cells.entries()) {
    const shown = isCutInHalf(cells, x) ? " " : (letter ?? EDGES[edges] ?? " ");
    const last = runs.at(-1);
    if (last && last.paint === paint) {
      last.text += shown;
    } else {
      runs.push({ text: shown, paint });
    }
  }
  return runs
    .map(({ text, paint }) => (paint ? paint(text) : text))
    .join("")
    .trimEnd();
}
