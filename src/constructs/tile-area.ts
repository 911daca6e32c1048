import type { Row } from "./layout";
import type { DisplayType, Tile } from "./tile";
import type { TileBoard } from "./tile-board";
import type { TileReference } from "./tile-reference";

/** The tiles of a dashboard, by tile key. */
export type Tiles = Readonly<Record<string, Tile>>;

/** The kinds that a tile may be of, as far as its type says. */
export type KindOf<T extends Tile | undefined> = NonNullable<T>["displayType"];

/** A reference to each of some tiles, by tile key. */
export type TileReferences<T extends Tiles> = { readonly [K in keyof T & string]: TileReference<KindOf<T[K]>> };

/** Where tiles are added: a dashboard, a container of it, or a tab of that. */
export interface TileArea {
  /**
   * Adds a tile and returns a reference for an alert. A tile without a position is placed behind the one before it.
   * @param key a name of your choice that stays when the tile is renamed or moved. Throws when the dashboard has it already.
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D>;

  /**
   * Adds tiles that lie side by side over the whole width, in a row of their own: `addRow({ height: 6 }, { errors, latency })`.
   * Those without a width share it equally. Returns a reference to each, by key.
   */
  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T>;
}

/** Makes the reference to a tile of the dashboard. */
export type ReferTo = (key: string, tile: Tile) => TileReference;

/** What an area adds to each of its tiles. */
export interface AreaPlace {
  readonly containerId?: string;
  readonly tabId?: string;
}

/** Adds tiles to a board, all of them in one container or tab. */
export class BoardArea implements TileArea {
  constructor(
    protected readonly board: TileBoard,
    readonly referTo: ReferTo,
    protected readonly place: AreaPlace = {},
  ) {}

  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D> {
    return this.#add(key, tile) as TileReference<D>;
  }

  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T> {
    const ownRow = { ...row };
    const entries = Object.entries(tiles).map(([key, tile]) => [key, this.#add(key, tile, ownRow)]);
    return Object.fromEntries(entries) as TileReferences<T>;
  }

  #add(key: string, tile: Tile, row?: Row): TileReference {
    const { containerId, tabId } = this.place;
    if (containerId !== undefined && tile.containerId !== undefined && tile.containerId !== containerId)
      throw this.board.refusal(
        `The tile "${key}" names the container "${tile.containerId}" and is added to "${containerId}". Leave its containerId out.`,
      );
    if (tabId !== undefined && tile.tabId !== undefined && tile.tabId !== tabId)
      throw this.board.refusal(
        `The tile "${key}" names the tab "${tile.tabId}" and is added to "${tabId}". Leave its tabId out.`,
      );
    this.board.add(key, { ...tile, ...this.place, ...(row && { row }) });
    return this.referTo(key, tile);
  }
}
