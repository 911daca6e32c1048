import type { DashboardDeclaration, TileConfig } from "../resources/declarations";
import { freeColumns, placeTiles, type Row } from "./layout";
import { inWords } from "./prop-names";
import type { DisplayType, Tile } from "./tile";

/** A group of tiles, as the declaration has it. */
export type Container = NonNullable<DashboardDeclaration["containers"]>[number];

/** A tile, and the row that it was added with. */
type BoardTile = Tile & { readonly row?: Row };

/** The tiles and containers of one dashboard while they come together. Says at once what cannot be added. */
export class TileBoard {
  readonly #tiles = new Map<string, BoardTile>();
  readonly #containers: Container[] = [];

  /** @param dashboardPath the dashboard's path in the program, for what is refused. */
  constructor(private readonly dashboardPath: string) {}

  get keys(): readonly string[] {
    return [...this.#tiles.keys()];
  }

  get containers(): readonly Container[] {
    return this.#containers;
  }

  tile(key: string): Tile | undefined {
    return this.#tiles.get(key);
  }

  add(key: string, tile: BoardTile): void {
    if (this.#tiles.has(key)) {
      throw this.refusal(`There is a tile "${key}" already. Give each tile a key of its own.`);
    }
    this.#tiles.set(key, tile);
  }

  addContainer(container: Container): void {
    const { id } = container;
    if (this.#containers.some((each) => each.id === id)) {
      throw this.repeatedContainer(id);
    }
    this.#containers.push(container);
  }

  /** Puts another form of a container in its place. */
  changeContainer(id: string, change: (container: Container) => Container): void {
    const index = this.#containers.findIndex((each) => each.id === id);
    const container = this.#containers[index];
    if (container) {
      this.#containers[index] = change(container);
    }
  }

  repeatedContainer(id: string): Error {
    return this.refusal(`There is a container "${id}" already. Give each container an id of its own.`);
  }

  /** An error that begins with the dashboard's path. */
  refusal(sentence: string): Error {
    return new Error(`${this.dashboardPath}: ${sentence}`);
  }

  /** Every tile under its key, with its title and its place. */
  placed(): DashboardDeclaration["tiles"] {
    const rectangles = placeTiles(this.#tiles);
    const entries = [...this.#tiles].map(([key, { displayType: _, row: __, name, ...tile }]) => [
      key,
      { ...tile, ...rectangles.get(key), name: name ?? inWords(key) },
    ]);
    return Object.fromEntries(entries);
  }

  /** What is wrong with the places of tiles, each as `prop: sentence`. */
  mistakes(): readonly string[] {
    const tiles = [...this.#tiles];
    const rows = new Set(tiles.flatMap(([, { row }]) => row ?? []));
    return [
      ...tiles.flatMap(([key, tile]) => positionMistake(key, tile)),
      ...[...rows].flatMap((row) => rowMistake(tiles.filter(([, tile]) => tile.row === row))),
    ];
  }
}

function positionMistake(key: string, { x, y, row }: BoardTile): readonly string[] {
  if (row && (x !== undefined || y !== undefined)) {
    return [`tiles.${key}: A tile of a row has no position of its own. Leave x and y out, or add it outside the row.`];
  }
  if ((x === undefined) === (y === undefined)) {
    return [];
  }
  return [`tiles.${key}: A position needs both x and y. Give both, or leave both out to have the tile placed.`];
}

function rowMistake(entries: readonly (readonly [string, BoardTile])[]): readonly string[] {
  const tiles = entries.map(([, tile]) => tile);
  const sharing = tiles.filter(({ w }) => w === undefined).length;
  if (freeColumns(tiles) >= sharing) {
    return [];
  }
  const keys = entries.map(([key]) => key).join(", ");
  return [
    `tiles.${entries[0]?.[0]}: The row of ${keys} is wider than the 24 columns of a dashboard. Make two rows of it.`,
  ];
}

/**
 * A tile of a dashboard, as an alert refers to it. Made by `dashboard.tile(key)` and `dashboard.addTile(key, ...)`. `D`
 * is what is known of its kind. An alert takes a tile that may be of a kind that can alert; synthesis knows for
 * certain.
 */
export class TileReference<D extends DisplayType = DisplayType> {
  constructor(
    /** The dashboard's path in the program. */
    readonly dashboardPath: string,
    /** The tile's key. */
    readonly key: string,
    /** What it shows; undefined for a tile that this program does not declare. */
    readonly config: TileConfig | undefined,
    /** The dashboard's id; a token. */
    readonly dashboardId: string,
    /** The tile's id; a token. */
    readonly tileId: string,
  ) {}

  /**
   * Whether the tile is of this kind. A method, whose parameter the compiler compares both ways: "line" fits "line or
   * number", and back.
   */
  isKind(kind: D): boolean {
    return this.config?.displayType === kind;
  }
}

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
   * @param key a name of your choice that stays when the tile is renamed or moved. Throws when the dashboard has it
   * already.
   */
  addTile<const D extends DisplayType>(key: string, tile: Tile<D>): TileReference<D>;

  /**
   * Adds tiles that lie side by side over the whole width, in a row of their own: `addRow({ height: 6 }, { errors,
   * latency })`. Those without a width share it equally. Returns a reference to each, by key.
   */
  addRow<T extends Tiles>(row: Row, tiles: T): TileReferences<T>;
}

/** Makes the reference to a tile of the dashboard. */
type ReferTo = (key: string, tile: Tile) => TileReference;

/** What an area adds to each of its tiles. */
interface AreaPlace {
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
    if (containerId !== undefined && tile.containerId !== undefined && tile.containerId !== containerId) {
      throw this.board.refusal(
        `The tile "${key}" names the container "${tile.containerId}" and is added to "${containerId}". Leave its containerId out.`,
      );
    }
    if (tabId !== undefined && tile.tabId !== undefined && tile.tabId !== tabId) {
      throw this.board.refusal(
        `The tile "${key}" names the tab "${tile.tabId}" and is added to "${tabId}". Leave its tabId out.`,
      );
    }
    this.board.add(key, { ...tile, ...this.place, ...(row && { row }) });
    return this.referTo(key, tile);
  }
}

/** How a container looks. */
export type ContainerProps = Partial<Omit<Container, "id" | "tabs">>;

/** A tab of a container. Made by `container.addTab(id)`. */
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
 * A group of tiles under a title, perhaps with tabs. Made by `dashboard.addContainer(id)`. Its tiles have a grid of
 * their own.
 */
export class DashboardContainer extends BoardArea {
  constructor(
    board: TileBoard,
    referTo: ReferTo,
    /** The container's id. */
    readonly id: string,
    { title = inWords(id), collapsed = false, ...props }: ContainerProps,
  ) {
    super(board, referTo, { containerId: id });
    board.addContainer({ id, title, collapsed, ...props });
  }

  /** Adds a tab. Throws when the container has one with this id. @param title Default: the id in words. */
  addTab(id: string, title: string = inWords(id)): DashboardTab {
    this.board.changeContainer(this.id, (container) => {
      const { tabs = [] } = container;
      if (tabs.some((tab) => tab.id === id)) {
        throw this.board.refusal(
          `There is a tab "${id}" in the container "${this.id}" already. Give each tab an id of its own.`,
        );
      }
      return { ...container, tabs: [...tabs, { id, title }] };
    });
    return new DashboardTab(this.board, this.referTo, this.id, id);
  }
}
