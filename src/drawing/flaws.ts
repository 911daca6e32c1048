import type { DrawnSection, DrawnTile, Place } from "./drawn-dashboard";

/** The columns of a dashboard's grid (docs/internals/api-behavior.md 4.4). */
export const COLUMNS = 24;

/** Layout problems of one grid. The server checks none of them (docs/internals/api-behavior.md 4.4). */
interface Flaws {
  /**
   * Places where tiles overlap. Together they cover every cell with several tiles, but not every pair of tiles has a
   * place.
   */
  readonly overlaps: readonly Overlap[];
  /** Empty places with a tile somewhere below them. */
  readonly gaps: readonly Place[];
  /** Tiles that reach past the last column. */
  readonly overhanging: readonly DrawnTile[];
}

interface Overlap extends Place {
  readonly tiles: readonly [DrawnTile, DrawnTile];
}

export function flawsOf({ tiles }: DrawnSection): Flaws {
  return { ...overlapsAndGaps(tiles), overhanging: tiles.filter(({ x, w }) => x + w > COLUMNS) };
}

/** Returns the problems as text, one sentence each. */
export function flawTexts(section: DrawnSection): readonly string[] {
  const { overlaps, gaps, overhanging } = flawsOf(section);
  return [
    ...overlaps.map(({ tiles: [a, b], ...place }) => `"${a.title}" and "${b.title}" overlap at ${placeText(place)}.`),
    ...overhanging.map(({ title, x, w }) => `"${title}" ends at column ${x + w}; the grid has ${COLUMNS}.`),
    ...gaps.map((gap) => `No tile is at ${placeText(gap)}.`),
  ];
}

/** Returns a place as text. Columns and rows are counted from 0, as in the API. */
export function placeText({ x, y, w, h }: Place): string {
  return `x ${x}, y ${y}, ${w} wide, ${h} high`;
}

function intersection(a: Place, b: Place): Place | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y];
  return w > 0 && h > 0 ? { x, y, w, h } : undefined;
}

/** A column of cells between two edges of tiles. */
interface Column {
  readonly x: number;
  readonly w: number;
  /** Tile whose end is the lowest, among the tiles that begin above the searched row. */
  lowest?: DrawnTile;
  /** Last row in which a tile begins. */
  lastStart: number;
}

/**
 * Searches between the edges of tiles, so that a tile in row 1,000,000 costs no more than one in row 1. A tile is
 * compared with one other tile per column, so that the time is not quadratic in the number of tiles.
 */
function overlapsAndGaps(tiles: readonly DrawnTile[]): Pick<Flaws, "overlaps" | "gaps"> {
  const edges = [{ y: COLUMNS, h: 0 }, ...tiles.map(({ x, w }) => ({ y: x, h: w }))];
  const columns = bandsOf(edges).map(({ y: x, h: w }): Column => ({ x, w, lastStart: -1 }));
  const overlaps: Overlap[] = [];
  const all: Gap[] = [];
  let above: readonly Gap[] = [];
  const inReadingOrder = tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);
  let next = 0;
  for (const band of bandsOf(tiles)) {
    for (let tile = inReadingOrder[next]; tile && tile.y <= band.y; tile = inReadingOrder[++next]) {
      overlaps.push(...placed(tile, columns));
    }
    above = emptyRuns(columns, band).map((run) => {
      const continued = above.find(({ x, w }) => x === run.x && w === run.w);
      if (!continued) {
        all.push(run);
        return run;
      }
      continued.h += run.h;
      return continued;
    });
  }
  const gaps = all
    .filter((gap) => columns.some((each) => each.lastStart >= gap.y + gap.h && isIn(each, gap)))
    .sort((a, b) => a.y - b.y || a.x - b.x);
  return { overlaps, gaps };
}

function isIn({ x, w }: Column, place: Place): boolean {
  return place.x < x + w && x < place.x + place.w;
}

/** Adds a tile to its columns, and returns its overlaps with the tiles there. */
function placed(tile: DrawnTile, columns: readonly Column[]): readonly Overlap[] {
  const own = columns.filter((each) => isIn(each, tile));
  const others = new Set(own.flatMap(({ lowest }) => lowest ?? []));
  for (const column of own) {
    column.lastStart = tile.y;
    if (!column.lowest || endOf(column.lowest) < endOf(tile)) {
      column.lowest = tile;
    }
  }
  return [...others].flatMap((other) => {
    const shared = intersection(other, tile);
    return shared ? [{ ...shared, tiles: [other, tile] as const }] : [];
  });
}

function endOf({ y, h }: Place): number {
  return y + h;
}

type Band = Pick<Place, "y" | "h">;

/** Returns the rows between one edge of a tile and the next, from the first row. */
export function bandsOf(tiles: readonly Band[]): readonly Band[] {
  const edges = [...new Set([0, ...tiles.flatMap(({ y, h }) => [y, y + h])])].sort((a, b) => a - b);
  return edges.slice(0, -1).map((y, index) => ({ y, h: (edges[index + 1] ?? y) - y }));
}

type Gap = { -readonly [Field in keyof Place]: Place[Field] };

function emptyRuns(columns: readonly Column[], { y, h }: Band): readonly Gap[] {
  const runs: Gap[] = [];
  for (const { x, w, lowest } of columns) {
    const last = runs.at(-1);
    if (x >= COLUMNS || (lowest && endOf(lowest) > y)) {
      continue;
    }
    if (last && last.x + last.w === x) {
      last.w += w;
    } else {
      runs.push({ x, y, w, h });
    }
  }
  return runs;
}
