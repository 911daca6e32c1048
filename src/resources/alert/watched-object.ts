import type { ApiRecord } from "../../client/json";
import type { TilePlace } from "../../declaration/configuration-json";
import { type DeclaredFields, isPlainObject, isPresent } from "../../declaration/field";
import { ownValue } from "../../own-values";

/** Kinds of objects that an alert can watch (docs/internals/api-behavior.md 3.7). */
export const WATCHED_KINDS = ["tile", "saved_search", "inline"] as const;

export type WatchedKind = (typeof WATCHED_KINDS)[number];

/** Returns the kind of the object that an alert watches: its `source`, or else the kind that its fields imply. */
export function watchedKind({ source, chartConfig, savedSearchId }: DeclaredFields): WatchedKind {
  const implied = isPresent(savedSearchId) ? "saved_search" : "tile";
  return WATCHED_KINDS.find((kind) => kind === source) ?? (isPresent(chartConfig) ? "inline" : implied);
}

/** The object that an alert watches, as far as it is known. */
export interface WatchedObject<Owner> {
  readonly kind: WatchedKind;
  /** Dashboard that contains the tile, or saved search. */
  readonly owner: Owner | undefined;
  /** Key of the tile. For an alert on a server, the tile's id. */
  readonly tileKey: string | undefined;
  readonly tile: DeclaredFields | undefined;
  /** Configuration of the tile or of the inline chart. */
  readonly config: DeclaredFields | undefined;
}

/**
 * Resolves the object that an alert watches.
 * @param alert on a server, or with the names of `withWatchedNames` in place of ids
 * @param find returns the dashboard or saved search with a name. Its tiles are a map by key, or a list with ids.
 */
export function watchedObject<Owner extends { readonly fields: object }>(
  alert: DeclaredFields,
  find: (name: unknown) => Owner | undefined,
): WatchedObject<Owner> {
  const kind = watchedKind(alert);
  const owner = kind === "inline" ? undefined : find(kind === "tile" ? alert.dashboardId : alert.savedSearchId);
  const tileKey = kind === "tile" && typeof alert.tileId === "string" ? alert.tileId : undefined;
  const tile = tileKey === undefined || !owner ? undefined : tileIn(owner.fields as DeclaredFields, tileKey);
  const config = kind === "inline" ? alert.chartConfig : tile?.config;
  return { kind, owner, tileKey, tile, config: isPlainObject(config) ? config : undefined };
}

function tileIn({ tiles }: DeclaredFields, key: string): DeclaredFields | undefined {
  const tile: unknown = Array.isArray(tiles)
    ? tiles.find((each) => isPlainObject(each) && each.id === key)
    : isPlainObject(tiles) && ownValue(tiles, key);
  return isPlainObject(tile) ? tile : undefined;
}

export type WatchedRecord = WatchedObject<{ readonly fields: ApiRecord }>;

/** Returns the object that an alert of a server watches, among records of the server. */
export function watchedRecord(alert: DeclaredFields, records: readonly ApiRecord[]): WatchedRecord {
  return watchedObject(alert, (name) => {
    const fields = records.find(({ id }) => id === name);
    return fields && { fields };
  });
}

/** Returns an alert with its watched object by names, such as addresses in a configuration, in place of ids. */
export function withWatchedNames(
  alert: DeclaredFields,
  tile: Partial<TilePlace> | undefined,
  savedSearchId: string | undefined,
): DeclaredFields {
  return {
    ...alert,
    ...(tile && { dashboardId: tile.board, tileId: tile.key }),
    ...(savedSearchId !== undefined && { savedSearchId }),
  };
}
