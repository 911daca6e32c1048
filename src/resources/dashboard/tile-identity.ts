import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../client";
import { ownValue } from "../../own-values";
import { type Diagnostic, isUnknown } from "../../plugin";
import type { DashboardDeclaration, TileDeclaration } from "../declarations";
import type { DashboardRecord } from "./api";
import type { TileIds } from "./tiles/tile";

type Tiles = DashboardDeclaration["tiles"];

/** A tile that is there under another key than before. */
interface RenamedKey {
  readonly from: string;
  readonly to: string;
}

/** What becomes of the tiles of a dashboard that is updated. */
export interface TileIdentity {
  /** The ids to send, by planned key. A tile without one is new. */
  readonly ids: TileIds;
  readonly renamed: readonly RenamedKey[];
  /** Keys of tiles that the update deletes. */
  readonly deleted: readonly string[];
  /** Keys of tiles that the update creates. */
  readonly created: readonly string[];
}

/**
 * Tells which tiles stay. A tile is known by its key; one whose key is new takes the id of a tile whose key is gone, if
 * that had the same name and kind, else the same configuration: alerts are bound to the id
 * (docs/internals/api-behavior.md 4.3). Each id is used once.
 * @param planned ids that the plan has decided already
 */
export function identifyTiles(tiles: Tiles, before: Tiles, stored: TileIds, planned: TileIds = {}): TileIdentity {
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
  const renamed: RenamedKey[] = [];
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
  return { ids: Object.fromEntries(ids), renamed, deleted, created: keys.filter((key) => !ids.has(key)) };
}

/**
 * Warns of tiles that may not become what their author thinks: those that change their title with their key, and those
 * that may be one.
 */
export function tileWarnings({ renamed, deleted, created }: TileIdentity, tiles: Tiles, before: Tiles): Diagnostic[] {
  const titles = renamed.flatMap(({ from, to }): Diagnostic[] => {
    const [was, is] = [ownValue(before, from)?.name, ownValue(tiles, to)?.name];
    if (was === is || isUnknown(is)) {
      return [];
    }
    return [
      {
        severity: "warning",
        summary: `The tile "${from}" becomes "${to}" and gets another title`,
        detail: `It keeps its id, and its alerts stay. Its title changes from "${was}" to "${is}". To keep the title, give the tile the name "${was}".`,
        path: ["tiles", { key: to }, "name"],
      },
    ];
  });
  const replaced = deleted.flatMap((from): Diagnostic[] => {
    const tile = ownValue(before, from);
    const like = created.find((key) => kindOf(ownValue(tiles, key)) === kindOf(tile));
    if (!tile || like === undefined) {
      return [];
    }
    return [
      {
        severity: "warning",
        summary: `The tile "${from}" is deleted and "${like}" is created`,
        detail:
          `The alerts on the tile "${from}" are deleted with it. If "${like}" is the same tile under another key, ` +
          `give it the name "${tile.name}" in this apply: then it keeps its id and its alerts.`,
        path: ["tiles", { key: like }],
      },
    ];
  });
  return [...titles, ...replaced];
}

/**
 * The ids of the tiles in a response, by the keys in the order in which their tiles were sent. A server stores tiles in
 * the order sent (docs/internals/api-behavior.md 4.3); where it stored fewer, a tile is found by its id, name and
 * place. A tile that is not found is left out.
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

/** Undefined while it is not known, as all of what is in an unknown configuration. */
function kindOf(tile: TileDeclaration | undefined): unknown {
  return isUnknown(tile) ? undefined : tile?.config.displayType;
}
