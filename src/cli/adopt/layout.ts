import { placeTiles, type Rectangle, type TileToPlace } from "../../constructs/layout";
import type { TileDeclaration } from "../../resources/declarations";

type Side = keyof Rectangle;

/** A tile of a dashboard with its position on the server. */
export interface PlacedTile {
  readonly tile: TileDeclaration;
  /** Position and size that the code declares. The automatic layout determines the rest. */
  readonly declared: ReadonlySet<Side>;
  /** False if the code of the tile cannot be edited. */
  readonly isEditable: boolean;
}

const SIDES = ["x", "y", "w", "h"] as const;

/**
 * Returns the sides that each tile must declare to have its position. The other tiles keep the automatic layout.
 * @param tiles in the order of the program
 */
export function neededSides(tiles: ReadonlyMap<string, PlacedTile>): ReadonlyMap<string, ReadonlySet<Side>> {
  const sides = new Map([...tiles].map(([key, { declared }]) => [key, new Set(declared)]));
  // Each round declares at least one more side.
  for (let round = 0; round <= tiles.size * SIDES.length; round++) {
    const placed = placeTiles(new Map([...tiles].map(([key, each]) => [key, toPlace(each.tile, sides.get(key))])));
    const wrong = [...tiles].find(([key, { tile, isEditable }]) => {
      return isEditable && SIDES.some((side) => placed.get(key)?.[side] !== tile[side]);
    });
    if (!wrong) {
      return sides;
    }
    const [key, { tile }] = wrong;
    const rectangle = placed.get(key);
    const own = sides.get(key);
    const size = (["w", "h"] as const).filter((side) => rectangle?.[side] !== tile[side]);
    // The size comes first, because it can be the reason for the position.
    const added = size.length > 0 ? size : (["x", "y"] as const);
    for (const side of added) {
      own?.add(side);
    }
  }
  return sides;
}

function toPlace(tile: TileDeclaration, sides: ReadonlySet<Side> = new Set()): TileToPlace {
  const { containerId, tabId, config } = tile;
  const declared = Object.fromEntries([...sides].map((side) => [side, tile[side]]));
  return {
    displayType: config.displayType,
    ...(containerId !== undefined && { containerId }),
    ...(tabId !== undefined && { tabId }),
    ...declared,
  };
}

/** Returns the declared position and size of a tile. */
export function placementOf(tile: TileDeclaration, sides: ReadonlySet<Side>): Partial<Rectangle> {
  return Object.fromEntries(SIDES.filter((side) => sides.has(side)).map((side) => [side, tile[side]]));
}
