import { placeTiles, type Rectangle, type Row, type TileToPlace } from "../../../../constructs/layout";
import { toTitle } from "../../../../constructs/prop-names";
import type { DeclaredFields } from "../../../../declaration/field";
import type { TileDeclaration } from "../../../../resources/declarations";
import { SIDES, type Side } from "../../../project/placed-constructs";
import { type Expression, literal } from "../../text/expression";
import type { FileScope } from "../edit/file-scope";
import { tileCall } from "../print/dashboard";

export interface TileToLayOut {
  /** The tile before the edit; undefined for a new tile. */
  readonly old: TileDeclaration | undefined;
  readonly wanted: TileDeclaration;
  readonly declared: ReadonlySet<Side>;
  /** The row that determines the place of the tile. */
  readonly row: Row | undefined;
  /** False if the code of the tile cannot be edited. */
  readonly isEditable: boolean;
}

/** Places that the code must declare. The automatic layout determines the rest. */
interface AdoptedLayout {
  readonly sides: ReadonlyMap<string, ReadonlySet<Side>>;
  /** Tiles that keep their place, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

const OTHERS = "A new position would also move tiles whose code cannot be edited.";

/**
 * Finds the places that the tiles must declare so that each tile has its wanted place. If an edit would also move a
 * tile that cannot declare its place, all tiles keep their places.
 * @param tiles in the order of the program
 * @param stuck tiles that keep their place for another reason
 */
export function layOut(
  tiles: ReadonlyMap<string, TileToLayOut>,
  stuck: ReadonlyMap<string, string> = new Map(),
): AdoptedLayout {
  const { sides, isExact } = declarePlaces(tiles, stuck);
  const moved = [...tiles].filter(([key, tile]) => isMoved(tile) && !stuck.has(key));
  if (isExact || moved.length === 0) {
    return { sides, refused: stuck };
  }
  return layOut(tiles, new Map([...stuck, ...moved.map(([key]) => [key, OTHERS] as const)]));
}

export function isMoved({ old, wanted }: Pick<TileToLayOut, "old" | "wanted">): boolean {
  return old !== undefined && [...SIDES, ...AREA].some((name) => old[name] !== wanted[name]);
}

const AREA = ["containerId", "tabId"] as const;

/** Number of rounds that declare one position each. One position often corrects the positions of the tiles after it. */
const SINGLE_ROUNDS = 100;

/** Declares more and more places, until every tile has its wanted place or no other tile can declare one. */
function declarePlaces(tiles: ReadonlyMap<string, TileToLayOut>, stuck: ReadonlyMap<string, string>) {
  const wantedPlaces = new Map([...tiles].map(([key, { old, wanted }]) => [key, (stuck.has(key) && old) || wanted]));
  const sides = new Map([...tiles].map(([key, { declared }]) => [key, new Set(declared)]));
  const toPlace = () =>
    new Map([...tiles].map(([key, tile]) => [key, tileToPlace(tile, wantedPlaces.get(key), sides.get(key))]));
  for (let round = 0; ; round += 1) {
    const places = placeTiles(toPlace());
    const isWrong = (key: string, side: Side) => places.get(key)?.[side] !== wantedPlaces.get(key)?.[side];
    const wrong = [...tiles.keys()].filter((key) => SIDES.some((side) => isWrong(key, side)));
    const free = wrong.filter((key) => tiles.get(key)?.isEditable && !tiles.get(key)?.row);
    // Sizes come first: they do not depend on other tiles, and a wrong size can cause a wrong position.
    const sizes = free.flatMap((key) =>
      (["w", "h"] as const).filter((side) => isWrong(key, side)).map((side) => [key, side] as const),
    );
    // A round is slow, because it places all tiles. So later rounds declare several positions.
    const positions = free
      .filter((key) => !isPositioned(sides.get(key)))
      .slice(0, 2 ** Math.max(0, round - SINGLE_ROUNDS));
    const declared = sizes.length > 0 ? sizes : positions.flatMap((key) => [[key, "x"] as const, [key, "y"] as const]);
    if (declared.length === 0) {
      return { sides, isExact: wrong.length === 0 };
    }
    for (const [key, side] of declared) {
      sides.get(key)?.add(side);
    }
  }
}

function isPositioned(sides: ReadonlySet<Side> | undefined): boolean {
  return sides?.has("x") === true && sides.has("y");
}

function tileToPlace(
  { old, wanted, row, isEditable }: TileToLayOut,
  place: TileDeclaration = wanted,
  sides: ReadonlySet<Side> = new Set(),
): TileToPlace {
  const from = (isEditable ? place : old) ?? wanted;
  const { containerId, tabId } = place;
  return {
    displayType: from.config.displayType,
    ...(containerId !== undefined && { containerId }),
    ...(tabId !== undefined && { tabId }),
    ...(row && { row }),
    ...placementOf(from, sides),
  };
}

function placementOf(tile: TileDeclaration, sides: ReadonlySet<Side>): Partial<Rectangle> {
  return Object.fromEntries(SIDES.filter((side) => sides.has(side)).map((side) => [side, tile[side]]));
}

/**
 * @param key key of the tile. The default title for this key is left out. An empty key keeps every title
 * @param sides declared parts of the position and size
 * @param isInArea true if the call that adds the tile determines its container and tab
 */
export function tileExpression(
  scope: FileScope,
  key: string,
  tile: TileDeclaration,
  sides: ReadonlySet<Side> = new Set(),
  isInArea = false,
): Expression {
  const placement = placementOf(tile, sides);
  const { containerId: _, tabId: __, ...rest } = tile;
  const fields = isInArea ? rest : tile;
  const helper = tileCall(scope, { key, tile: fields as unknown as DeclaredFields, placement });
  return helper.kind === "call" ? { ...helper, plain: plainTile(key, fields, placement) } : helper;
}

/** Returns a tile as an object literal. Authors can write this form in place of a helper call. */
function plainTile(key: string, { config, name, ...frame }: Partial<TileDeclaration>, placement: object) {
  const title = name === toTitle(key) ? {} : { name };
  const { containerId, tabId, extraFields } = frame;
  return literal({ displayType: config?.displayType, ...title, config, containerId, tabId, extraFields, ...placement });
}
