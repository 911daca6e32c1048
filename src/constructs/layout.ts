import { GRID_COLUMNS } from "../resources/declarations";
import { TILE_KINDS, tileKindOf } from "../tile-kinds";
import { Token } from "./framework";
import type { Tile } from "./tile";

/** Position and size of a tile in columns and rows of the grid, counted from 0. */
export type Rectangle = Required<Pick<Tile, "x" | "y" | "w" | "h">>;

/** Row of tiles over the whole width. All tiles with the same object are in one row. */
export interface Row {
  /** Height in rows of the grid. Default: the height of the highest tile. */
  readonly height?: number;
}

type Size = Pick<Rectangle, "w" | "h">;

/** Tile to place: its kind, its declared position and size, and its container or row. */
export type TileToPlace = Omit<Tile, "name" | "config"> & { readonly row?: Row };

type Entry = readonly [key: string, tile: TileToPlace];
type Placed = readonly [key: string, rectangle: Rectangle];

/**
 * Places tiles without a position in rows, in the order of declaration, without overlap. A position requires both x and
 * y, and tiles with a position stay there. Each container and each tab has a separate grid.
 */
export function placeTiles(tiles: ReadonlyMap<string, TileToPlace>): ReadonlyMap<string, Rectangle> {
  const grids = groupsOf([...tiles], ([, { containerId, tabId }]) => JSON.stringify([containerId, tabId]));
  return new Map([...grids.values()].flatMap(placeInGrid));
}

/** Returns the number of columns that a row has left for tiles without a width. Negative if the row is too wide. */
export function freeColumns(tiles: readonly TileToPlace[]): number {
  return GRID_COLUMNS - tiles.reduce((sum, { w }) => sum + (isKnown(w) ? w : 0), 0);
}

function placeInGrid(entries: readonly Entry[]): readonly Placed[] {
  const flow = new Flow(entries.flatMap(([, tile]) => findFixedPosition(tile) ?? []));
  return groupTiles(entries).flatMap(([row, members]) =>
    typeof row === "string" ? members.map((entry) => placeOne(entry, flow)) : placeRow(members, row, flow),
  );
}

/** Groups the tiles of each row. Any other tile is a separate group with its key. */
export function groupTiles<T extends Pick<TileToPlace, "row">>(
  entries: readonly (readonly [key: string, tile: T])[],
): readonly (readonly [row: Row | string, tiles: readonly (readonly [key: string, tile: T])[]])[] {
  return [...groupsOf(entries, ([key, { row }]) => row ?? key)];
}

function placeOne([key, tile]: Entry, flow: Flow): Placed {
  const { x, y } = findFixedPosition(tile) ?? flow.place(knownSizeOf(tile));
  return [key, { x, y, ...sizeOf(tile) }];
}

/** Places the tiles of a row from left to right. Tiles without a width share the remaining columns. */
function placeRow(entries: readonly Entry[], { height }: Row, flow: Flow): readonly Placed[] {
  const tiles = entries.map(([, tile]) => tile);
  const widths = rowWidths(tiles);
  const tallest = Math.max(...tiles.map((tile) => (isKnown(tile.h) || height === undefined ? knownSizeOf(tile).h : 1)));
  const h = Math.max(height ?? 1, tallest);
  const { y } = flow.placeRow(h);
  return entries.map(([key, tile], index) => {
    const x = widths.slice(0, index).reduce((sum, w) => sum + w, 0);
    return [key, { x, y, w: tile.w ?? widths[index] ?? 1, h: tile.h ?? h }];
  });
}

function rowWidths(tiles: readonly TileToPlace[]): readonly number[] {
  const sharing = tiles.filter(({ w }) => !isKnown(w)).length;
  const free = Math.max(freeColumns(tiles), sharing);
  let shared = 0;
  return tiles.map(({ w }) => {
    if (isKnown(w)) {
      return w;
    }
    shared += 1;
    return Math.floor((free * shared) / sharing) - Math.floor((free * (shared - 1)) / sharing);
  });
}

function findFixedPosition(tile: TileToPlace): Rectangle | undefined {
  const { x, y } = tile;
  return x === undefined || y === undefined ? undefined : { x, y, ...knownSizeOf(tile) };
}

/** Fills rows from left to right. A row is as high as its highest tile. */
class Flow {
  #x = 0;
  #y = 0;
  #rowHeight = 0;

  constructor(private readonly fixed: readonly Rectangle[]) {}

  place(size: Size): Rectangle {
    for (;;) {
      if (this.#x > 0 && this.#x + size.w > GRID_COLUMNS) {
        this.#breakRow();
      }
      const spot = { x: this.#x, y: this.#y, ...size };
      const obstacle = this.fixed.find((each) => doOverlap(spot, each));
      if (!obstacle) {
        return this.#take(spot);
      }
      this.#passBy(obstacle, size.w);
    }
  }

  /** Reserves a row of the whole width. The next tile starts below it. */
  placeRow(h: number): Rectangle {
    if (this.#x > 0) {
      this.#breakRow();
    }
    return this.place({ w: GRID_COLUMNS, h });
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

function sizeOf({ w, h, displayType }: Pick<TileToPlace, "w" | "h" | "displayType">): Size {
  // Synthesis reports unknown kinds after the tiles were placed.
  const size = tileKindOf({ displayType }) ?? TILE_KINDS.line;
  return { w: w ?? size.w, h: h ?? size.h };
}

/** Returns the size for the placement. The value of a token is unknown, so the default size of the kind replaces it. */
function knownSizeOf(tile: TileToPlace): Size {
  const { w, h, displayType } = tile;
  return sizeOf({ displayType, w: isKnown(w) ? w : undefined, h: isKnown(h) ? h : undefined });
}

function isKnown(number: number | undefined): number is number {
  return number !== undefined && !Token.isUnresolved(number);
}

function groupsOf<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) {
      group.push(item);
    } else {
      groups.set(keyOf(item), [item]);
    }
  }
  return groups;
}

function doOverlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
