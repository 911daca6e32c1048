import type { DeclaredFields } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import type { ChangedObject } from "../../code/edits/changed-objects";
import type { DeclaredTiles } from "../../code/typescript/objects/dashboard-code";

/** Fields of the place of a tile. */
const PLACE = ["x", "y", "w", "h", "containerId", "tabId"] as const;

/** Returns the keys of the tiles to which paths such as `tiles.errors.x` lead. */
export function tilesAt(paths: readonly string[], { old, wanted }: Pick<ChangedObject, "old" | "wanted">): string[] {
  const keys = Object.keys({ ...tilesOf(old), ...tilesOf(wanted) });
  return keys.filter((key) => paths.some((path) => `${path}.`.startsWith(`tiles.${key}.`)));
}

/**
 * Returns a change that keeps some tiles, the places of all tiles, and the list of tiles. Other changes of tiles and of
 * the dashboard remain.
 * @param keys tiles that stay unchanged
 */
export function withoutTiles(changed: ChangedObject, keys: readonly string[]): ChangedObject {
  const wanted = tilesOf(changed.wanted);
  const tiles = Object.entries(tilesOf(changed.old)).map(([key, old]) => {
    const tile = ownValue(wanted, key);
    return [key, tile === undefined || keys.includes(key) ? old : atPlaceOf(old, tile)] as const;
  });
  return { ...changed, wanted: { ...changed.wanted, tiles: Object.fromEntries(tiles) } };
}

function atPlaceOf(old: DeclaredFields, tile: DeclaredFields): DeclaredFields {
  const names: readonly string[] = PLACE;
  const rest = Object.entries(tile).filter(([name]) => !names.includes(name));
  const place = Object.entries(old).filter(([name]) => names.includes(name));
  return Object.fromEntries([...rest, ...place]);
}

function tilesOf({ tiles = {} }: DeclaredFields): DeclaredTiles {
  return tiles as DeclaredTiles;
}
