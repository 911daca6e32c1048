import type { DashboardRecord, JsonObject } from "../../api";
import { DiagnosticError } from "../../plugin";
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
  refuseUnreadable(record);
  const named = tiles.map(({ id: tileId, name }) => ({
    id: String(tileId),
    name: typeof name === "string" ? name : "",
  }));
  const keys = tileKeys(named, known);
  const keyed = tiles.map((each) => [keys.get(String(each.id)) ?? "", observedTile(each)] as const);
  return {
    ...observedWithOthers(DASHBOARD, { ...rest, id, filters: withoutIds(filters) }),
    tiles: Object.fromEntries(keyed),
    tileIds: Object.fromEntries([...keys].map(([tileId, key]) => [key, tileId])),
  };
}

/**
 * A dashboard without tiles has an empty list of them, and each tile has an id (docs/internals/api-behavior.md 4.3): else nobody can tell
 * what it shows.
 */
function refuseUnreadable({ id, tiles }: DashboardRecord): void {
  if (Array.isArray(tiles) && tiles.every((each) => typeof each.id === "string")) return;
  const detail = `The server answered the dashboard ${id} ${Array.isArray(tiles) ? "with a tile that has no id" : "without its tiles"}.`;
  throw new DiagnosticError({
    severity: "error",
    summary: "The server's response cannot be read",
    detail: `${detail}\nFix: see that the endpoint is the ClickStack API and that no proxy changes its responses.`,
  });
}

/** The filters of a dashboard with their ids, which an update must send back (docs/internals/api-behavior.md 4.3). */
export function filterIdsOf(record: DashboardRecord): readonly FilterId[] {
  return filtersOf(record.filters).map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** What each tile shows, by tile id. */
export function tileConfigsOf(record: DashboardRecord): ReadonlyMap<string, Fields> {
  refuseUnreadable(record);
  return new Map(record.tiles.map(({ id, config }) => [String(id), (config ?? {}) as Fields]));
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
