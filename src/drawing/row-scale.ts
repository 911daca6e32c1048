import type { Place } from "./drawn-dashboard";
import { bandsOf } from "./flaws";

/** Rows that hold nothing are drawn no higher than this, and rows of a tile no higher than the other. */
const MOST_EMPTY_ROWS = 3;
const MOST_TILE_ROWS = 30;

/** Where rows are drawn. Long stretches in which nothing begins or ends are shortened, so that a far-off tile stays in sight. */
export class RowScale {
  readonly #stops: readonly { readonly row: number; readonly drawn: number }[];

  constructor(tiles: readonly Place[]) {
    const stops = [{ row: 0, drawn: 0 }];
    let drawn = 0;
    for (const { y, h } of bandsOf(tiles)) {
      const empty = !tiles.some((tile) => tile.y < y + h && y < tile.y + tile.h);
      drawn += Math.min(h, empty ? MOST_EMPTY_ROWS : MOST_TILE_ROWS);
      stops.push({ row: y + h, drawn });
    }
    this.#stops = stops;
  }

  /** How many rows are drawn. */
  get height(): number {
    return this.#stops.at(-1)?.drawn ?? 0;
  }

  /** The drawn row of an edge of a tile or gap. */
  at(row: number): number {
    const stop = this.#stops.findLast((each) => each.row <= row);
    return stop ? stop.drawn : 0;
  }
}
