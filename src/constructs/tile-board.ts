import { isPlainObject } from "../declaration/field";
import type { DashboardDeclaration, TileConfig } from "../resources/declared-types";
import type { DisplayType } from "../tile-kinds";
import { type LayoutEntry, recordPosition } from "./code-position";
import { Token } from "./framework";
import { freeColumns, groupTiles, placeTiles, type Row } from "./layout";
import { toTitle } from "./prop-names";
import { SynthesisError } from "./synthesis-error";
import type { Tile } from "./tile";

/** Declaration of a group of tiles. */
export type Container = NonNullable<DashboardDeclaration["containers"]>[number];

/** Tile with the row in which it was added. */
type BoardTile = Tile & { readonly row?: Row };

/** Fields that a container or a tab adds to each of its tiles. */
interface AreaPlace {
  readonly containerId?: string;
  readonly tabId?: string;
}

/** Error in JavaScript, where no type check refuses other arguments. */
const WITHOUT_KEY =
  'A tile needs a key, and a function of tile creates it. Use addTile("errors", tile.line({ ... })), or { errors: tile.line({ ... }) } in tiles and addRow.';

/**
 * Tiles and containers of one dashboard during construction. Throws immediately for a tile or container that cannot be
 * added.
 */
export class TileBoard {
  readonly #tiles = new Map<string, BoardTile>();
  readonly #containers = new Map<string, Container>();

  /**
   * @param dashboardPath path of the dashboard in the program, for error messages
   * @param referTo creates the reference to a tile of the dashboard
   */
  constructor(
    private readonly dashboardPath: string,
    private readonly referTo: (key: string, tile: Tile) => TileReference,
  ) {}

  get tiles(): ReadonlyMap<string, Tile> {
    return this.#tiles;
  }

  get containers(): readonly Container[] {
    return [...this.#containers.values()];
  }

  add(key: string, tile: Tile, place: AreaPlace, row?: Row): TileReference {
    if (typeof key !== "string" || typeof tile !== "object" || tile === null) {
      throw this.createError(WITHOUT_KEY);
    }
    for (const name of ["containerId", "tabId"] as const) {
      if (place[name] !== undefined && tile[name] !== undefined && tile[name] !== place[name]) {
        throw this.createError(
          `The tile "${key}" has the ${name} "${tile[name]}" and is added to "${place[name]}". Remove its ${name}.`,
        );
      }
    }
    if (this.#tiles.has(key)) {
      throw this.createError(`The tile key "${key}" already exists. Give each tile a different key.`);
    }
    const added = { ...tile, ...place, ...(row && { row }) };
    recordPosition(added, tile);
    this.#tiles.set(key, added);
    return this.referTo(key, tile);
  }

  /** @param given containers in the props of the dashboard */
  addContainer(container: Container, given: readonly Container[]): void {
    const { id } = container;
    if (this.#containers.has(id) || given.some((each) => each.id === id)) {
      throw this.createError(`The container "${id}" already exists. Give each container a different id.`);
    }
    this.#containers.set(id, container);
  }

  addTab(containerId: string, id: string, title: string): void {
    const { tabs = [], ...container } = this.#containers.get(containerId) as Container;
    if (tabs.some((tab) => tab.id === id)) {
      throw this.createError(`The container "${containerId}" already has a tab "${id}". Give each tab a different id.`);
    }
    this.#containers.set(containerId, { ...container, tabs: [...tabs, { id, title }] });
  }

  /** Returns an error that contains the dashboard's path, and the line of the call. */
  createError(sentence: string): Error {
    return SynthesisError.atCall(`${this.dashboardPath}: ${sentence}`);
  }

  /** Returns the tile that a problem of the dashboard is in. */
  findTile(problem: string): Tile | undefined {
    const keys = [...this.#tiles.keys()].filter((key) => /^[.:[]/.test(afterStart(problem, `tiles.${key}`)));
    // A key can contain a dot, so that another key is its beginning.
    const [longest] = keys.sort((a, b) => b.length - a.length);
    return longest === undefined ? undefined : this.#tiles.get(longest);
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

/** Returns the rest of a text after a start, or "" for another start. */
function afterStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
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
 * `D` is the kind of the tile, if the types know it. The compiler accepts a tile whose kind it does not know, and
 * synthesis checks the kind.
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
export type TileArea = Pick<BoardArea, "addTile" | "addRow">;

/** Adds tiles to one container or tab of a board. */
export class BoardArea {
  constructor(
    protected readonly board: TileBoard,
    protected readonly place: AreaPlace = {},
  ) {}

  /**
   * Adds a tile and returns a reference for an alert. A tile without a position is placed after the previous one.
   * @param key a name that stays the same when the tile is renamed or moved. Throws if the dashboard already has it.
   * @param tile the tile, such as `tile.line({ source: logs, select: [count()] })`
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D> {
    return this.board.add(key, tile, this.place) as TileReference<D>;
  }

  /**
   * Adds a row of tiles over the whole width: `addRow({ height: 6 }, { errors, latency })`. Tiles without a width share
   * it equally. Returns references to the tiles by key.
   * @param row height of the row: `{ height: 6 }`, or `{}` for the height of the highest tile
   * @param tiles tiles by key, in their order from left to right
   */
  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T> {
    if (!isPlainObject(tiles)) {
      throw this.board.createError(WITHOUT_KEY);
    }
    const ownRow = { ...row };
    const entries = Object.entries(tiles).map(([key, tile]) => [key, this.board.add(key, tile, this.place, ownRow)]);
    return Object.fromEntries(entries) as TileReferences<T>;
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
    /** The container's id. */
    readonly containerId: string,
    /** The tab's id. */
    readonly id: string,
  ) {
    super(board, { containerId, tabId: id });
  }
}

/**
 * Group of tiles with a title and optional tabs. `dashboard.addContainer(id)` returns it. Its tiles have a separate
 * grid.
 */
export class DashboardContainer extends BoardArea {
  constructor(
    board: TileBoard,
    /** The container's id. */
    readonly id: string,
  ) {
    super(board, { containerId: id });
  }

  /**
   * Adds a tab. Throws if the container already has a tab with this id.
   * @param id id of the tab, such as `errors`
   * @param title Default: the id in words.
   */
  addTab(id: string, title: string = toTitle(id)): DashboardTab {
    this.board.addTab(this.id, id, title);
    return new DashboardTab(this.board, this.id, id);
  }
}
