import type { DashboardDeclaration, TileDeclaration } from "../../schema";
import type { TileIds } from "../../schema/tile-keys";

/**
 * The ids to send, by tile key. A tile whose key was renamed takes the id of the tile that vanished under its name and kind,
 * so that alerts which nobody declared stay with it (facts/api.md quirk 13). Each id is used once.
 */
export function inheritedTileIds(
  tiles: DashboardDeclaration["tiles"],
  before: DashboardDeclaration["tiles"],
  ids: TileIds,
): TileIds {
  const vanished = Object.entries(before).filter(([key]) => !(key in tiles));
  const taken = Object.fromEntries(Object.entries(ids).filter(([key]) => key in tiles));
  for (const [key, tile] of Object.entries(tiles)) {
    if (key in taken) continue;
    const index = vanished.findIndex(([, each]) => isSameTile(each, tile));
    const id = index < 0 ? undefined : ids[vanished.splice(index, 1)[0]?.[0] ?? ""];
    if (id) taken[key] = id;
  }
  return taken;
}

function isSameTile(a: TileDeclaration, b: TileDeclaration): boolean {
  return a.name === b.name && a.config.displayType === b.config.displayType;
}
