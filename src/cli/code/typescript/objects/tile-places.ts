import { placeTiles, type Rectangle, type Row, type TileToPlace } from "../../../../constructs/layout";
import type { TileDeclaration } from "../../../../resources/declarations";
import { type DeclaredRow, SIDES, type Side } from "../../../project/placed-constructs";

/** A tile to lay out by an edit of its code. */
export interface TileToLayOut {
  /** Undefined for a new tile. */
  readonly old: TileDeclaration | undefined;
  readonly wanted: TileDeclaration;
  readonly declared: ReadonlySet<Side>;
  readonly row: DeclaredRow | undefined;
  /** False if the code of the tile cannot be edited. */
  readonly isEditable: boolean;
}

/**
 * Reason why a tile keeps its place. `row`: the row determines it. `code`: the code of the tile cannot be edited.
 * `others`: the edit would move a tile whose code cannot be edited. `area`: a container or tab determines it.
 */
export type PlaceRefusal = "row" | "code" | "others" | "area";

/** Places that the code must declare. The automatic layout determines the rest. */
export interface AdoptedLayout {
  readonly sides: ReadonlyMap<string, ReadonlySet<Side>>;
  /** New heights of rows. */
  readonly heights: ReadonlyMap<DeclaredRow, number>;
  /** Tiles that keep their place. */
  readonly refused: ReadonlyMap<string, PlaceRefusal>;
}

/**
 * Finds the places that the tiles must declare so that each tile has its wanted place. A tile keeps its place if no edit
 * can move it, or if the edit would also move others.
 * @param tiles in the order of the program
 * @param isRowEditable returns true if the code can declare another height of a row
 * @param refused tiles that keep their place for another reason
 */
export function layOut(
  tiles: ReadonlyMap<string, TileToLayOut>,
  isRowEditable: (row: DeclaredRow) => boolean,
  refused: ReadonlyMap<string, PlaceRefusal> = new Map(),
): AdoptedLayout {
  const attempt = new LayoutAttempt(tiles, isRowEditable, refused);
  const misplaced = attempt.run();
  const more = findRefusals(tiles, misplaced, refused);
  return more.length === 0 ? attempt : layOut(tiles, isRowEditable, new Map([...refused, ...more]));
}

/** Returns the tiles that must keep their place, because no edit gives the misplaced tiles their wanted places. */
function findRefusals(
  tiles: ReadonlyMap<string, TileToLayOut>,
  misplaced: readonly string[],
  refused: ReadonlyMap<string, PlaceRefusal>,
): readonly (readonly [string, PlaceRefusal])[] {
  const canRefuse = (key: string) => !refused.has(key) && isMoved(tiles.get(key));
  const moved = misplaced.filter(canRefuse);
  if (moved.length > 0) {
    return moved.map((key) => [key, tiles.get(key)?.row ? "row" : "code"]);
  }
  const grids = new Set(misplaced.map((key) => gridOf(tiles.get(key)?.wanted)));
  const others = [...tiles].filter(([key, { wanted }]) => grids.has(gridOf(wanted)) && canRefuse(key));
  return others.map(([key]) => [key, "others"]);
}

export function isMoved(tile: Pick<TileToLayOut, "old" | "wanted"> | undefined): boolean {
  const { old, wanted } = tile ?? {};
  return old !== undefined && PLACE.some((name) => old[name] !== wanted?.[name]);
}

const PLACE = [...SIDES, "containerId", "tabId"] as const;

function gridOf(tile: TileDeclaration | undefined): string {
  return JSON.stringify([tile?.containerId, tile?.tabId]);
}

/** Rounds in which a single tile is declared, because its place often corrects the places of the tiles after it. */
const SINGLE_ROUNDS = 100;

/** Returns the number of tiles that a round declares. It doubles in later rounds, because each round places all tiles. */
function batchOf(round: number): number {
  return 2 ** Math.max(0, round - SINGLE_ROUNDS);
}

/** Declares more and more places until every tile has its wanted place, or no edit improves the layout. */
class LayoutAttempt implements AdoptedLayout {
  readonly sides: Map<string, Set<Side>>;
  readonly heights = new Map<DeclaredRow, number>();

  constructor(
    private readonly tiles: ReadonlyMap<string, TileToLayOut>,
    private readonly isRowEditable: (row: DeclaredRow) => boolean,
    readonly refused: ReadonlyMap<string, PlaceRefusal>,
  ) {
    this.sides = new Map([...tiles].map(([key, { declared }]) => [key, new Set(declared)]));
  }

  /** Returns the keys of the tiles that do not have their wanted places. */
  run(): readonly string[] {
    for (let round = 0; ; round += 1) {
      const places = this.#place();
      const misplaced = [...this.tiles.keys()].filter((key) => {
        return SIDES.some((side) => places.get(key)?.[side] !== this.#wanted(key)?.[side]);
      });
      // The size of a tile outside of rows does not depend on other tiles, so all sizes are declared at once.
      const resized = misplaced.filter((key) => this.#hasOwnSize(key, places.get(key)));
      const declared = resized.filter((key) => this.#declareMore(key, places.get(key)));
      if (declared.length === 0 && this.#declareSome(misplaced, places, batchOf(round)) === 0) {
        return misplaced;
      }
    }
  }

  /** Declares more of the first tiles, and returns their number. */
  #declareSome(misplaced: readonly string[], places: ReadonlyMap<string, Rectangle>, max: number): number {
    let count = 0;
    for (const key of misplaced) {
      if (count < max && this.#declareMore(key, places.get(key))) {
        count += 1;
      }
    }
    return count;
  }

  /** Tests for a tile outside of rows with another size than wanted. */
  #hasOwnSize(key: string, place: Rectangle | undefined): boolean {
    const wanted = this.#wanted(key);
    return !this.tiles.get(key)?.row && (place?.w !== wanted?.w || place?.h !== wanted?.h);
  }

  #wanted(key: string): TileDeclaration | undefined {
    const tile = this.tiles.get(key);
    return (this.refused.has(key) && tile?.old) || tile?.wanted;
  }

  /** Declares one more part of the place of a tile. Returns false if there is no such part. */
  #declareMore(key: string, place: Rectangle | undefined): boolean {
    const [tile, wanted, sides] = [this.tiles.get(key), this.#wanted(key), this.sides.get(key)];
    if (!tile || !wanted || !sides) {
      return false;
    }
    if (tile.row && place?.h !== wanted.h && this.#changeHeight(tile.row, wanted.h)) {
      return true;
    }
    const isWrong = (side: Side) => place?.[side] !== wanted[side] && !sides.has(side);
    // The size comes first, because it can be the reason for the position.
    const size = (["w", "h"] as const).filter(isWrong);
    const position = size.length > 0 || tile.row ? [] : (["x", "y"] as const);
    const added = size.length > 0 ? size : position.some(isWrong) ? position : [];
    if (!tile.isEditable || added.length === 0) {
      return false;
    }
    for (const side of added) {
      sides.add(side);
    }
    return true;
  }

  /** Changes the height of a row if this is right for all its tiles. */
  #changeHeight(row: DeclaredRow, height: number): boolean {
    const members = [...this.tiles].filter(([, tile]) => tile.row === row);
    const isCommon = members.every(
      ([key]) => this.sides.get(key)?.has("h") === true || this.#wanted(key)?.h === height,
    );
    const isKnown = this.heights.has(row) || row.height === height;
    if (!isCommon || isKnown || !this.isRowEditable(row)) {
      return false;
    }
    this.heights.set(row, height);
    return true;
  }

  #place(): ReadonlyMap<string, Rectangle> {
    const rows = new Map<DeclaredRow, Row>();
    const rowOf = (declared: DeclaredRow): Row => {
      const height = this.heights.get(declared) ?? declared.height;
      const row = rows.get(declared) ?? (height === undefined ? {} : { height });
      rows.set(declared, row);
      return row;
    };
    return placeTiles(new Map([...this.tiles].map(([key, tile]) => [key, this.#toPlace(key, tile, rowOf)])));
  }

  #toPlace(key: string, { row, isEditable, old, wanted }: TileToLayOut, rowOf: (row: DeclaredRow) => Row): TileToPlace {
    const from = (isEditable ? this.#wanted(key) : old) ?? wanted;
    const { containerId, tabId } = this.#wanted(key) ?? from;
    return {
      displayType: from.config.displayType,
      ...(containerId !== undefined && { containerId }),
      ...(tabId !== undefined && { tabId }),
      ...(row && { row: rowOf(row) }),
      ...placementOf(from, this.sides.get(key) ?? new Set()),
    };
  }
}

/** Returns the declared position and size of a tile. */
export function placementOf(tile: TileDeclaration, sides: ReadonlySet<Side>): Partial<Rectangle> {
  return Object.fromEntries(SIDES.filter((side) => sides.has(side)).map((side) => [side, tile[side]]));
}
