import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../client";
import { ownValue } from "../../own-values";
import { type Diagnostic, isUnknownValue, warning } from "../../plugin";
import type { DashboardDeclaration, TileDeclaration } from "../declarations";
import type { DashboardRecord } from "./api";
import type { TileIds } from "./tiles/tile";

type Tiles = DashboardDeclaration["tiles"];

/** Effects of an update on the tiles of a dashboard. */
export type TileIdentity = ReturnType<typeof identifyTiles>;

/**
 * Matches planned tiles with existing ones, because alerts are bound to tile ids (docs/internals/api-behavior.md 4.3).
 * A tile is matched by its key. A tile with a new key gets the id of a tile whose key was removed and that has the same
 * name and kind, else the same configuration. Each id is used once.
 * @param planned ids that the plan contains already
 * @returns the ids to send by planned key, the renamed keys, and the keys of the tiles that the update deletes and
 * creates
 */
export function identifyTiles(tiles: Tiles, before: Tiles, stored: TileIds, planned: TileIds = {}) {
  const keys = Object.keys(tiles);
  const ids = new Map<string, string>();
  for (const key of keys) {
    const id = ownValue(planned, key) ?? ownValue(stored, key);
    if (id !== undefined) {
      ids.set(key, id);
    }
  }
  const decided = new Set<string | undefined>(ids.values());
  const gone = Object.entries(before)
    .map(([key, tile]) => ({ key, tile, id: ownValue(stored, key) }))
    .filter(({ key, id }) => !Object.hasOwn(tiles, key) && !decided.has(id));
  const renamed: { readonly from: string; readonly to: string }[] = [];
  for (const isSame of [hasSameName, hasSameConfig]) {
    for (const [key, tile] of Object.entries(tiles)) {
      if (ids.has(key)) {
        continue;
      }
      const same = gone.find(({ id, tile: was }) => id !== undefined && isSame(was, tile));
      if (same?.id === undefined) {
        continue;
      }
      gone.splice(gone.indexOf(same), 1);
      ids.set(key, same.id);
      renamed.push({ from: same.key, to: key });
    }
  }
  const deleted = gone.map(({ key }) => key);
  const created = keys.filter((key) => !ids.has(key));
  return { ids: Object.fromEntries(ids) as TileIds, renamed, deleted, created };
}

/**
 * Warns of changes that the author may not intend: a tile whose title changes with its key, and a deleted tile that may
 * be the same as a created one.
 */
export function tileWarnings({ renamed, deleted, created }: TileIdentity, tiles: Tiles, before: Tiles): Diagnostic[] {
  const titles = renamed.flatMap(({ from, to }): Diagnostic[] => {
    const [was, is] = [ownValue(before, from)?.name, ownValue(tiles, to)?.name];
    if (was === is || isUnknownValue(is)) {
      return [];
    }
    return [
      warning(
        `The tile "${from}" is renamed to "${to}" with another title`,
        `It keeps its id, and its alerts stay. Its title changes from "${was}" to "${is}". To keep the title, give the tile the name "${was}".`,
        ["tiles", { key: to }, "name"],
      ),
    ];
  });
  const replaced = deleted.flatMap((from): Diagnostic[] => {
    const tile = ownValue(before, from);
    const like = created.find((key) => kindOf(ownValue(tiles, key)) === kindOf(tile));
    if (!tile || like === undefined) {
      return [];
    }
    return [
      warning(
        `The tile "${from}" is deleted and "${like}" is created`,
        `The alerts on the tile "${from}" are deleted with it. If "${like}" is the same tile under another key, ` +
          `give it the name "${tile.name}" in this apply: then it keeps its id and its alerts.`,
        ["tiles", { key: like }],
      ),
    ];
  });
  return [...titles, ...replaced];
}

/**
 * Returns the tile ids in a response, by the keys in the order of the request. A server stores tiles in the order of
 * the request (docs/internals/api-behavior.md 4.3). If it stored fewer, they are matched by id, name and position.
 * A tile without a match is left out.
 */
export function storedTileIds(
  record: DashboardRecord,
  keys: readonly string[],
  sent: readonly JsonObject[],
): { readonly ids: TileIds; readonly missing: readonly string[] } {
  const left = [...record.tiles];
  const found = keys.map((key, index) => {
    const tile = sent[index] ?? {};
    const at = record.tiles.length === sent.length ? 0 : left.findIndex((each) => isStoredForm(each, tile));
    const [taken] = at < 0 ? [] : left.splice(at, 1);
    return [key, taken?.id] as const;
  });
  const ids = found.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string");
  const missing = found.filter(([, id]) => typeof id !== "string").map(([key]) => key);
  return { ids: Object.fromEntries(ids), missing };
}

function isStoredForm(stored: JsonObject, sent: JsonObject): boolean {
  if (sent.id !== undefined) {
    return stored.id === sent.id;
  }
  return ["name", "x", "y", "w", "h"].every((field) => stored[field] === sent[field]);
}

function hasSameName(a: TileDeclaration, b: TileDeclaration): boolean {
  return a.name === b.name && kindOf(a) === kindOf(b);
}

function hasSameConfig(a: TileDeclaration, b: TileDeclaration): boolean {
  return isDeepStrictEqual(a.config, b.config);
}

/** Undefined while the tile or its configuration is unknown. */
function kindOf(tile: TileDeclaration | undefined): unknown {
  return isUnknownValue(tile) ? undefined : tile?.config.displayType;
}
