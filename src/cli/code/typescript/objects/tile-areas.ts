import type { TileDeclaration } from "../../../../resources/declarations";
import { methodOf } from "../edit/typescript-syntax";
import type { DashboardCode, DeclaredTiles } from "./dashboard-code";

/**
 * Edit that moves a tile to another container or tab. `stay`: the tile stays in its area. `property`: its code names the
 * area. `receiver`: another object adds the tile. `none`: the code cannot be edited.
 */
export type AreaMove =
  | { readonly kind: "stay" | "property" | "none" }
  | { readonly kind: "receiver"; readonly receiver: string };

type Area = Pick<TileDeclaration, "containerId" | "tabId">;

/** Finds the edit that moves a tile to the area of its new declaration. */
export function findAreaMove(
  code: DashboardCode,
  key: string,
  { old, wanted }: { readonly old: TileDeclaration; readonly wanted: TileDeclaration },
  tiles: DeclaredTiles,
): AreaMove {
  if (areaOf(old) === areaOf(wanted)) {
    return { kind: "stay" };
  }
  const tile = code.editableTile(key);
  if (!tile || (tile.adding && methodOf(tile.adding) === "addRow")) {
    return { kind: "none" };
  }
  if (old.containerId === undefined || code.declares(tile, "containerId")) {
    return { kind: "property" };
  }
  const receiver =
    wanted.containerId === undefined
      ? code.nameAt(tile.node)
      : code.receiverAt(
          tile.node,
          keysInArea(tiles, wanted).filter((each) => isAddedByArea(code, each)),
        );
  return receiver === undefined ? { kind: "none" } : { kind: "receiver", receiver };
}

/** Returns true if the call that adds a tile determines its area. */
export function isAddedByArea(code: DashboardCode, key: string): boolean {
  const tile = code.editableTile(key);
  return tile?.adding !== undefined && !code.declares(tile, "containerId");
}

/** Lists the tiles of an area. */
export function keysInArea(tiles: DeclaredTiles, area: Area): readonly string[] {
  return Object.entries(tiles).flatMap(([key, tile]) => (areaOf(tile as Area) === areaOf(area) ? [key] : []));
}

function areaOf({ containerId, tabId }: Area): string {
  return JSON.stringify([containerId, tabId]);
}
