import type { DashboardDeclaration } from "../schema";
import { inWords } from "./in-words";
import { freeColumns, placeTiles, type Row } from "./layout";
import type { Tile } from "./tile";

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
    if (this.#tiles.has(key)) throw this.refusal(`There is a tile "${key}" already. Give each tile a key of its own.`);
    this.#tiles.set(key, tile);
  }

  addContainer(container: Container): void {
    const { id } = container;
    if (this.#containers.some((each) => each.id === id)) throw this.repeatedContainer(id);
    this.#containers.push(container);
  }

  /** Puts another form of a container in its place. */
  changeContainer(id: string, change: (container: Container) => Container): void {
    const index = this.#containers.findIndex((each) => each.id === id);
    const container = this.#containers[index];
    if (container) this.#containers[index] = change(container);
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
  if (row && (x !== undefined || y !== undefined))
    return [`tiles.${key}: A tile of a row has no position of its own. Leave x and y out, or add it outside the row.`];
  if ((x === undefined) === (y === undefined)) return [];
  return [`tiles.${key}: A position needs both x and y. Give both, or leave both out to have the tile placed.`];
}

function rowMistake(entries: readonly (readonly [string, BoardTile])[]): readonly string[] {
  const tiles = entries.map(([, tile]) => tile);
  const sharing = tiles.filter(({ w }) => w === undefined).length;
  if (freeColumns(tiles) >= sharing) return [];
  const keys = entries.map(([key]) => key).join(", ");
  return [
    `tiles.${entries[0]?.[0]}: The row of ${keys} is wider than the 24 columns of a dashboard. Make two rows of it.`,
  ];
}
