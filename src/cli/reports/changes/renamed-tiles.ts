import { type DeclaredFields, isObject } from "../../../declaration/field";
import { ownValue, setOwn } from "../../../own-values";
import type { FieldChange } from "./report-model";

/**
 * Finds tiles whose key changes and whose id stays. Their alerts stay too, so a report compares the old tile with the new
 * one instead of listing a removed and an added tile. Returns the dashboard before the change with the new keys, and one
 * change for each of them.
 */
export function renameTiles(before: DeclaredFields, after: DeclaredFields) {
  const newKeys = newKeysOf(before, after);
  if (newKeys.size === 0) {
    return { before, changes: [] };
  }
  const withNewKeys = (values: unknown): Record<string, unknown> => {
    const renamed: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(isObject(values) ? values : {})) {
      setOwn(renamed, newKeys.get(key) ?? key, value);
    }
    return renamed;
  };
  return {
    before: { ...before, tiles: withNewKeys(before.tiles), tile_ids: withNewKeys(before.tile_ids) },
    changes: [...newKeys].map(
      ([oldKey, newKey]): FieldChange => ({
        path: ["tiles", newKey],
        part: `tile ${newKey}`,
        field: "key",
        before: { kind: "value", value: oldKey },
        after: { kind: "value", value: newKey },
      }),
    ),
  };
}

/** Returns the new key of each renamed tile, by its old key. */
function newKeysOf(before: DeclaredFields, after: DeclaredFields): ReadonlyMap<string, string> {
  const [oldIds, newIds] = [before.tile_ids, after.tile_ids].map((ids) => (isObject(ids) ? Object.entries(ids) : []));
  const keys = new Map(newIds?.map(([key, id]) => [id, key]));
  const renamed = (oldIds ?? []).flatMap(([oldKey, id]) => {
    const newKey = keys.get(id);
    const isRenamed = newKey !== undefined && newKey !== oldKey && !hasTile(after, oldKey) && !hasTile(before, newKey);
    return isRenamed ? [[oldKey, newKey] as const] : [];
  });
  return new Map(renamed);
}

function hasTile({ tiles }: DeclaredFields, key: string): boolean {
  return isObject(tiles) && ownValue(tiles, key) !== undefined;
}
