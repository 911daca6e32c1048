import type { DashboardRecord, JsonObject } from "../../api";
import { fromApi } from "../../schema/api-form";
import { dashboard } from "../../schema/dashboard";
import type { Fields } from "../../schema/field";
import { splitOtherFields } from "../../schema/other-fields";
import { isPlainObject } from "../../schema/plain-object";
import { objectShapeOf } from "../../schema/shape";
import { tile } from "../../schema/tile";
import { type TileIds, tileKeys } from "../../schema/tile-keys";
import { writableConfig } from "../../schema/writable-config";
import { observedWithOthers } from "../observed-with-others";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tile);

/** A dashboard as the server has it, in the form of the declaration, with every tile under its key. */
export function observedDashboard(record: DashboardRecord, known: TileIds): Fields {
  const { id, tiles, filters, savedQuery, savedQueryLanguage, ...own } = record;
  // An empty query is none, and a language without a query says nothing.
  const rest = savedQuery ? { ...own, savedQuery, savedQueryLanguage } : own;
  const keys = tileKeys(tiles as readonly (JsonObject & { id: string; name: string })[], known);
  const keyed = tiles.map((each) => [keys.get(String(each.id)) ?? "", observedTile(each)] as const);
  return {
    ...observedWithOthers(DASHBOARD, { ...rest, id, filters: withoutIds(filters) }),
    tiles: Object.fromEntries(keyed),
    tileIds: Object.fromEntries([...keys].map(([tileId, key]) => [key, tileId])),
  };
}

/** The filters of a dashboard with their ids, which an update must send back (docs/internals/api-behavior.md 4.3). */
export function filterIdsOf(record: DashboardRecord): readonly FilterId[] {
  return filtersOf(record.filters).map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** What each tile shows, by tile id. */
export function tileConfigsOf({ tiles }: DashboardRecord): ReadonlyMap<string, Fields> {
  return new Map(tiles.map(({ id, config }) => [String(id), (config ?? {}) as Fields]));
}

export interface FilterId {
  readonly id: string;
  readonly name: string;
}

function observedTile({ id: _, ...observed }: JsonObject): Fields {
  const { config, ...frame } = observed;
  const writable = { ...frame, config: isPlainObject(config) ? writableConfig(config) : config };
  const { known, other } = splitOtherFields(TILE, fromApi(TILE, writable));
  return { ...(known as Fields), ...othersOf(other) };
}

function othersOf(other: Readonly<Record<string, string>>): Fields {
  return Object.keys(other).length > 0 ? { otherFields: other } : {};
}

function withoutIds(filters: unknown): readonly JsonObject[] {
  return filtersOf(filters).map(({ id: _, ...filter }) => filter);
}

function filtersOf(filters: unknown): readonly JsonObject[] {
  return Array.isArray(filters) ? (filters as JsonObject[]) : [];
}
