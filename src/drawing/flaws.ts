import type { DrawnSection, DrawnTile, Place } from "./drawn-dashboard";

/** The columns of a dashboard's grid (docs/internals/api-behavior.md 4.4). */
export const COLUMNS = 24;

/** Layout problems of one grid. The server checks none of them (docs/internals/api-behavior.md 4.4). */
interface Flaws {
  /** Position at which two tiles overlap. */
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
  return {
    overlaps: overlapsOf(tiles),
    gaps: gapsOf(tiles),
    overhanging: tiles.filter(({ x, w }) => x + w > COLUMNS),
  };
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

function overlapsOf(tiles: readonly DrawnTile[]): readonly Overlap[] {
  return tiles.flatMap((a, index) =>
    tiles.slice(index + 1).flatMap((b) => {
      const shared = intersection(a, b);
      return shared ? [{ ...shared, tiles: [a, b] as const }] : [];
    }),
  );
}

function intersection(a: Place, b: Place): Place | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y];
  return w > 0 && h > 0 ? { x, y, w, h } : undefined;
}

/** Searches between the edges of tiles, so that a tile in row 1,000,000 costs no more than one in row 1. */
function gapsOf(tiles: readonly DrawnTile[]): readonly Place[] {
  const open: Place[] = [];
  const closed: Place[] = [];
  for (const band of bandsOf(tiles)) {
    const runs = emptyRuns(tiles, band);
    const continued = open.splice(0).flatMap((gap) => {
      const index = runs.findIndex(({ x, w }) => x === gap.x && w === gap.w);
      const [run] = index < 0 ? [] : runs.splice(index, 1);
      if (!run) {
        closed.push(gap);
      }
      return run ? [{ ...gap, h: gap.h + run.h }] : [];
    });
    open.push(...continued, ...runs);
  }
  return [...closed, ...open]
    .filter((gap) => tiles.some((tile) => tile.y >= gap.y + gap.h && tile.x < gap.x + gap.w && gap.x < tile.x + tile.w))
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

type Band = Pick<Place, "y" | "h">;

/** Returns the rows between one edge of a tile and the next, from the first row. */
export function bandsOf(tiles: readonly Place[]): readonly Band[] {
  const edges = [...new Set([0, ...tiles.flatMap(({ y, h }) => [y, y + h])])].sort((a, b) => a - b);
  return edges.slice(1).map((end, index) => {
    const y = edges[index] ?? 0;
    return { y, h: end - y };
  });
}

function emptyRuns(tiles: readonly Place[], { y, h }: Band): Place[] {
  const inBand = tiles.filter((tile) => tile.y < y + h && y < tile.y + tile.h).sort((a, b) => a.x - b.x);
  const runs: Place[] = [];
  let x = 0;
  for (const tile of inBand) {
    if (tile.x > x) {
      runs.push({ x, y, w: tile.x - x, h });
    }
    x = Math.max(x, tile.x + tile.w);
  }
  if (x < COLUMNS) {
    runs.push({ x, y, w: COLUMNS - x, h });
  }
  return runs;
}
