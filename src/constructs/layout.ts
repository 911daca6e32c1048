import { Token } from "cdktf";
import { GRID_COLUMNS } from "../schema";
import type { DisplayType, TilePlacement } from "./tile";

/** Where a tile lies, and how large it is: columns and rows of the grid, counted from 0. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Sizes that suit each kind, in columns and rows. */
const DEFAULT_SIZE: Record<DisplayType, Pick<Rectangle, "w" | "h">> = {
  line: { w: 12, h: 7 },
  stacked_bar: { w: 12, h: 7 },
  number: { w: 6, h: 4 },
  table: { w: 12, h: 8 },
  pie: { w: 8, h: 7 },
  bar: { w: 12, h: 7 },
  heatmap: { w: 12, h: 8 },
  search: { w: 24, h: 10 },
  event_patterns: { w: 24, h: 10 },
  markdown: { w: 24, h: 3 },
};

/** A tile to place: its kind, and what its author said about place and size. */
export interface TileToPlace extends TilePlacement {
  readonly displayType: DisplayType;
}

/**
 * Places the tiles that have no position of their own: in rows, in declaration order, never over another tile.
 * A tile with a position stays there. A position needs both x and y.
 */
export function placeTiles(tiles: ReadonlyMap<string, TileToPlace>): ReadonlyMap<string, Rectangle> {
  const all = [...tiles];
  const flow = new Flow(all.flatMap(([, tile]) => fixedPosition(tile) ?? []));
  const rectangles = all.map(([key, tile]) => {
    const { x, y } = fixedPosition(tile) ?? flow.place(knownSizeOf(tile));
    return [key, { x, y, ...sizeOf(tile) }] as const;
  });
  return new Map(rectangles);
}

function fixedPosition(tile: TileToPlace): Rectangle | undefined {
  const { x, y } = tile;
  return x === undefined || y === undefined ? undefined : { x, y, ...knownSizeOf(tile) };
}

/** Fills rows from left to right. A row is as high as its highest tile. */
class Flow {
  #x = 0;
  #y = 0;
  #rowHeight = 0;

  constructor(private readonly fixed: readonly Rectangle[]) {}

  place(size: Pick<Rectangle, "w" | "h">): Rectangle {
    for (;;) {
      if (this.#x > 0 && this.#x + size.w > GRID_COLUMNS) this.#breakRow();
      const spot = { x: this.#x, y: this.#y, ...size };
      const obstacle = this.fixed.find((each) => overlap(spot, each));
      if (!obstacle) return this.#take(spot);
      this.#passBy(obstacle, size.w);
    }
  }

  #take(spot: Rectangle): Rectangle {
    this.#x = spot.x + spot.w;
    this.#rowHeight = Math.max(this.#rowHeight, spot.h);
    return spot;
  }

  #passBy(obstacle: Rectangle, width: number): void {
    const right = obstacle.x + obstacle.w;
    if (right + width <= GRID_COLUMNS) {
      this.#x = right;
      return;
    }
    this.#rowHeight = Math.max(this.#rowHeight, obstacle.y + obstacle.h - this.#y);
    this.#breakRow();
  }

  #breakRow(): void {
    this.#x = 0;
    this.#y += this.#rowHeight;
    this.#rowHeight = 0;
  }
}

function sizeOf({ w, h, displayType }: TileToPlace): Pick<Rectangle, "w" | "h"> {
  const size = DEFAULT_SIZE[displayType];
  return { w: w ?? size.w, h: h ?? size.h };
}

/** The size to reckon with: a token stands for a number that nobody knows yet, so the kind's own size takes its place. */
function knownSizeOf(tile: TileToPlace): Pick<Rectangle, "w" | "h"> {
  const { w, h } = tile;
  return sizeOf({ ...tile, w: Token.isUnresolved(w) ? undefined : w, h: Token.isUnresolved(h) ? undefined : h });
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
