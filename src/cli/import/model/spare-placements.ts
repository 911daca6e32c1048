import { isDeepStrictEqual } from "node:util";
import { placeTiles, type Rectangle, type TileToPlace } from "../../../constructs/layout";

type Placed = TileToPlace & Rectangle;

/** What is said about a tile's place and size. */
export type Placement = Partial<Rectangle>;

/** What has to be said about places and sizes, so that the automatic layout gives the very same dashboard. */
export function sparePlacements(tiles: ReadonlyMap<string, Placed>): ReadonlyMap<string, Placement> {
  const spare = new Map([...tiles].map(([key, tile]) => [key, withoutUsualSize(tile)]));
  const flowing = new Map([...spare].map(([key, tile]) => [key, withoutPosition(tile)]));
  if (isSameLayout(tiles, flowing)) return placementsOf(flowing);
  for (const [key, tile] of spare) {
    spare.set(key, withoutPosition(tile));
    if (!isSameLayout(tiles, spare)) spare.set(key, tile);
  }
  return placementsOf(spare);
}

function withoutUsualSize({ displayType, w, h, ...tile }: Placed): TileToPlace {
  const usual = placeTiles(new Map([["tile", { displayType }]])).get("tile");
  return { displayType, ...tile, ...(w !== usual?.w && { w }), ...(h !== usual?.h && { h }) };
}

function withoutPosition({ x: _, y: __, ...tile }: TileToPlace): TileToPlace {
  return tile;
}

function isSameLayout(wanted: ReadonlyMap<string, Placed>, tiles: ReadonlyMap<string, TileToPlace>): boolean {
  const placed = placeTiles(tiles);
  return [...wanted].every(([key, { x, y, w, h }]) => isDeepStrictEqual(placed.get(key), { x, y, w, h }));
}

function placementsOf(tiles: ReadonlyMap<string, TileToPlace>): ReadonlyMap<string, Placement> {
  return new Map([...tiles].map(([key, { x, y, w, h }]) => [key, { x, y, w, h }]));
}
