import type { DashboardDeclaration, TileConfig } from "../generated/declared-types";
import type { DisplayType } from "../tile-kinds";
import { type LayoutEntry, recordPosition } from "./code-position";
import { Token } from "./framework";
import { freeColumns, groupTiles, placeTiles, type Row } from "./layout";
import { toTitle } from "./prop-names";
import type { Tile } from "./tile";

/** Declaration of a group of tiles. */
export type Container = NonNullable<DashboardDeclaration["containers"]>[number];

/** Tile with the row in which it was added. */
type BoardTile = Tile & { readonly row?: Row };

/**
 * Tiles and containers of one dashboard during construction. Throws immediately for a tile or container that cannot be
 * added.
 */
export class TileBoard {
  readonly #tiles = new Map<string, BoardTile>();
  readonly #containers: Container[] = [];

  /** @param dashboardPath path of the dashboard in the program, for error messages. */
  constructor(private readonly dashboardPath: string) {}

  get keys(): readonly string[] {
    return [...this.#tiles.keys()];
  }

  get tiles(): ReadonlyMap<string, Tile> {
    return this.#tiles;
  }

  get containers(): readonly Container[] {
    return this.#containers;
  }

  tile(key: string): Tile | undefined {
    return this.#tiles.get(key);
  }

  add(key: string, tile: BoardTile): void {
    if (this.#tiles.has(key)) {
      throw this.createError(`The tile key "${key}" already exists. Give each tile a different key.`);
    }
    this.#tiles.set(key, tile);
  }

  addContainer(container: Container): void {
    const { id } = container;
    if (this.#containers.some((each) => each.id === id)) {
      throw this.createDuplicateContainerError(id);
    }
    this.#containers.push(container);
  }

  /** Replaces the declaration of a container. */
  changeContainer(id: string, change: (container: Container) => Container): void {
    const index = this.#containers.findIndex((each) => each.id === id);
    const container = this.#containers[index];
    if (container) {
      this.#containers[index] = change(container);
    }
  }

  createDuplicateContainerError(id: string): Error {
    return this.createError(`The container "${id}" already exists. Give each container a different id.`);
  }

  /** Returns an error that begins with the dashboard's path. */
  createError(sentence: string): Error {
    return new Error(`${this.dashboardPath}: ${sentence}`);
  }

  /** Returns all tiles by key, with their titles and positions. */
  toDeclaredTiles(): DashboardDeclaration["tiles"] {
    const rectangles = placeTiles(this.#tiles);
    const entries = [...this.#tiles].map(([key, { displayType: _, row: __, name, ...tile }]) => [
      key,
      { ...tile, ...rectangles.get(key), name: name ?? toTitle(key) },
    ]);
    return Object.fromEntries(entries);
  }

  /** Lists the tiles and rows in the order of the program. Empty if every tile declares its position and size. */
  get layout(): readonly LayoutEntry[] {
    const tiles = [...this.#tiles];
    if (tiles.every(([, tile]) => SIDES.every((side) => tile[side] !== undefined))) {
      return [];
    }
    return groupTiles(tiles).map(([row, members]) => {
      const entries = members.map(([key, tile]) => layoutText(key, tile));
      if (typeof row === "string") {
        return entries[0] ?? row;
      }
      const hasHeight = row.height !== undefined && !Token.isUnresolved(row.height);
      return { row: entries, ...(hasHeight && { height: row.height }) };
    });
  }

  /** Returns the problems with the positions of tiles, each as `prop: sentence`. */
  findProblems(): readonly string[] {
    const tiles = [...this.#tiles];
    const rows = new Set(tiles.flatMap(([, { row }]) => row ?? []));
    return [
      ...tiles.flatMap(([key, tile]) => findPositionProblem(key, tile)),
      ...[...rows].flatMap((row) => findRowProblem(tiles.filter(([, tile]) => tile.row === row))),
    ];
  }
}

const SIDES = ["x", "y", "w", "h"] as const;

function layoutText(key: string, tile: BoardTile): string {
  const declared = SIDES.filter((side) => tile[side] !== undefined).join("");
  return declared === "" ? key : `${key}:${declared}`;
}

function findPositionProblem(key: string, { x, y, row }: BoardTile): readonly string[] {
  if (row && (x !== undefined || y !== undefined)) {
    return [
      `tiles.${key}: A tile of a row cannot have a position. Remove x and y, or add the tile outside of the row.`,
    ];
  }
  if ((x === undefined) === (y === undefined)) {
    return [];
  }
  return [`tiles.${key}: A position needs both x and y. Set both, or remove both to place the tile automatically.`];
}

function findRowProblem(entries: readonly (readonly [string, BoardTile])[]): readonly string[] {
  const tiles = entries.map(([, tile]) => tile);
  const sharing = tiles.filter(({ w }) => w === undefined).length;
  if (freeColumns(tiles) >= sharing) {
    return [];
  }
  const keys = entries.map(([key]) => key).join(", ");
  return [
    `tiles.${entries[0]?.[0]}: The row of ${keys} is wider than the 24 columns of a dashboard. Split it into two rows.`,
  ];
}

/**
 * Reference to a tile of a dashboard, for an alert. `dashboard.tile(key)` and `dashboard.addTile(key, ...)` return it.
 * `D` is the kind of the tile, if the types know it. An alert accepts any tile whose kind may
 * be able to alert, and synthesis checks the kind.
 */
export class TileReference<D extends DisplayType = DisplayType> {
  constructor(
    /** Path of the dashboard in the program. */
    readonly dashboardPath: string,
    /** Tile key. */
    readonly key: string,
    /** Configuration of the tile. Undefined for a tile that this program does not declare. */
    readonly config: TileConfig | undefined,
    /** Id of the dashboard. It is a token. */
    readonly dashboardId: string,
    /** Id of the tile. It is a token. */
    readonly tileId: string,
  ) {}

  /**
   * Returns true if the tile is of this kind. It is a method, because the compiler compares a method's parameter in
   * both directions: "line" is compatible with "line or number".
   * @param kind tile kind, such as `line`
   */
  isKind(kind: D): boolean {
    return this.config?.displayType === kind;
  }
}

/** Tiles of a dashboard by key. */
export type Tiles = Readonly<Record<string, Tile>>;

/** Possible kinds of a tile, as far as its type shows. */
export type KindOf<T extends Tile | undefined> = NonNullable<T>["displayType"];

/** References to tiles by key. */
export type TileReferences<T extends Tiles> = { readonly [K in keyof T & string]: TileReference<KindOf<T[K]>> };

/** Area to which tiles are added: a dashboard, a container, or a tab. */
export interface TileArea {
  /**
   * Adds a tile and returns a reference for an alert. A tile without a position is placed after the previous one.
   * @param key a name that stays the same when the tile is renamed or moved. Throws if the dashboard already has it.
   * @param tile the tile, such as `tile.line({ source: logs, select: [count()] })`
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D>;

  /**
   * Adds a row of tiles over the whole width: `addRow({ height: 6 }, { errors, latency })`. Tiles without a width share
   * it equally. Returns references to the tiles by key.
   * @param row height of the row: `{ height: 6 }`, or `{}` for the height of the highest tile
   * @param tiles tiles by key, in their order from left to right
   */
  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T>;
}

/** Creates the reference to a tile of the dashboard. */
interface ReferTo {
  /**
   * @param key tile key
   * @param tile declaration of the tile
   */
  (key: string, tile: Tile): TileReference;
}

/** Fields that an area adds to each of its tiles. */
interface AreaPlace {
  readonly containerId?: string;
  readonly tabId?: string;
}

/** Adds tiles to one container or tab of a board. */
export class BoardArea implements TileArea {
  constructor(
    protected readonly board: TileBoard,
    /** Creates the reference to a tile of the dashboard. */
    readonly referTo: ReferTo,
    protected readonly place: AreaPlace = {},
  ) {}

  /**
   * Adds a tile and returns a reference for an alert. A tile without a position is placed after the previous one.
   * @param key a name that stays the same when the tile is renamed or moved. Throws if the dashboard already has it.
   * @param tile the tile, such as `tile.line({ source: logs, select: [count()] })`
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D> {
    return this.#add(key, tile) as TileReference<D>;
  }

  /**
   * Adds a row of tiles over the whole width: `addRow({ height: 6 }, { errors, latency })`. Tiles without a width share
   * it equally. Returns references to the tiles by key.
   * @param row height of the row: `{ height: 6 }`, or `{}` for the height of the highest tile
   * @param tiles tiles by key, in their order from left to right
   */
  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T> {
    const ownRow = { ...row };
    const entries = Object.entries(tiles).map(([key, tile]) => [key, this.#add(key, tile, ownRow)]);
    return Object.fromEntries(entries) as TileReferences<T>;
  }

  #add(key: string, tile: Tile, row?: Row): TileReference {
    const { containerId, tabId } = this.place;
    if (containerId !== undefined && tile.containerId !== undefined && tile.containerId !== containerId) {
      throw this.board.createError(
        `The tile "${key}" has the containerId "${tile.containerId}" and is added to "${containerId}". Remove its containerId.`,
      );
    }
    if (tabId !== undefined && tile.tabId !== undefined && tile.tabId !== tabId) {
      throw this.board.createError(
        `The tile "${key}" has the tabId "${tile.tabId}" and is added to "${tabId}". Remove its tabId.`,
      );
    }
    const added = { ...tile, ...this.place, ...(row && { row }) };
    recordPosition(added, tile);
    this.board.add(key, added);
    return this.referTo(key, tile);
  }
}

/** Props of a container. */
export type ContainerProps = Omit<Container, "id" | "tabs" | "title" | "collapsed"> & {
  /** Title of the container. Default: the id in words. */
  readonly title?: string;
  /** True if the container is initially collapsed. Default: false. */
  readonly collapsed?: boolean;
};

/** Tab of a container. `container.addTab(id)` returns it. */
export class DashboardTab extends BoardArea {
  constructor(
    board: TileBoard,
    referTo: ReferTo,
    /** The container's id. */
    readonly containerId: string,
    /** The tab's id. */
    readonly id: string,
  ) {
    super(board, referTo, { containerId, tabId: id });
  }
}

/**
 * Group of tiles with a title and optional tabs. `dashboard.addContainer(id)` returns it. Its tiles have a separate
 * grid.
 */
export class DashboardContainer extends BoardArea {
  constructor(
    board: TileBoard,
    referTo: ReferTo,
    /** The container's id. */
    readonly id: string,
    { title = toTitle(id), collapsed = false, ...props }: ContainerProps,
  ) {
    super(board, referTo, { containerId: id });
    board.addContainer({ id, title, collapsed, ...props });
  }

  /**
   * Adds a tab. Throws if the container already has a tab with this id.
   * @param id id of the tab, such as `errors`
   * @param title Default: the id in words.
   */
  addTab(id: string, title: string = toTitle(id)): DashboardTab {
    this.board.changeContainer(this.id, (container) => {
      const { tabs = [] } = container;
      if (tabs.some((tab) => tab.id === id)) {
        throw this.board.createError(
          `The container "${this.id}" already has a tab "${id}". Give each tab a different id.`,
        );
      }
      return { ...container, tabs: [...tabs, { id, title }] };
    });
    return new DashboardTab(this.board, this.referTo, this.id, id);
  }
}
