import type { JsonObject } from "../../client";
import type { ApiClient } from "../../client/collections/api-client";
import { unreadableObject } from "../../client/http/request";
import { fromApi, toApi } from "../../declaration/api-form";
import { splitObserved } from "../../declaration/extra-fields";
import { collectClearValues, type DeclaredFields, isPlainObject } from "../../declaration/field";
import { withOtherFields } from "../../declaration/other-fields";
import type { IssuePath } from "../../declaration/rules";
import { withoutOmittedDefaults } from "../../declaration/server-defaults";
import { objectShapeOf, type Shape } from "../../declaration/shape";
import { partsOf } from "../../declaration/visitor";
import { toWritableConfig } from "../../declaration/writable-config";
import { ownValue } from "../../own-values";
import type { DashboardDeclaration } from "../declarations";
import { observedWithOthers } from "../shared/crud-resource";
import { withUnknownElements } from "../shared/unknown-elements";
import type { DashboardBody, DashboardRecord } from "./api";
import { dashboard } from "./declaration";
import { type TileIds, tileField, tileKeys } from "./tiles/tile";
import { declaredFilterOf, FILTER_LISTS, isUnknownFilter } from "./unknown-filters";

export const DASHBOARD_SHAPE = objectShapeOf(dashboard);
export const TILE = objectShapeOf(tileField);

/** @param before the plan after a write, the prior state in a read */
export function observedDashboard(
  record: DashboardRecord,
  knownTiles: TileIds,
  before: DeclaredFields = {},
): DeclaredFields {
  const { id, tiles, filters, savedQuery, savedQueryLanguage, ...own } = record;
  // An empty query means no query. A language without a query has no effect.
  const rest = savedQuery ? { ...own, savedQuery, savedQueryLanguage } : own;
  refuseUnreadable(record);
  const named = tiles.map(({ id: tileId, name }) => ({
    id: String(tileId),
    name: typeof name === "string" ? name : "",
  }));
  const keys = tileKeys(named, knownTiles);
  const tilesBefore = (before.tiles ?? {}) as Readonly<Record<string, DeclaredFields>>;
  const keyed = tiles.map((each) => {
    const key = keys.get(String(each.id)) ?? "";
    return [key, observedTile(each, ownValue(tilesBefore, key) ?? {})] as const;
  });
  const all = filtersOf(filters).map((each) => (isUnknownFilter(each) ? each : declaredFilterOf(each)));
  return {
    ...observedWithOthers(DASHBOARD_SHAPE, { ...rest, id, filters: all }, before, FILTER_LISTS),
    tiles: Object.fromEntries(keyed),
    tileIds: Object.fromEntries([...keys].map(([tileId, key]) => [key, tileId])),
  };
}

/** Refuses a dashboard with a tile without an id, because each tile has one (docs/internals/api-behavior.md 4.3). */
function refuseUnreadable({ id, tiles }: DashboardRecord): void {
  if (tiles.some((each) => typeof each.id !== "string")) {
    throw unreadableObject({ method: "GET", segments: ["dashboards", id] }, "a tile that has no id");
  }
}

/** Returns undefined if the UI's address is not configured (docs/internals/api-behavior.md 0). */
export function dashboardUrl(id: string, { uiEndpoint }: Pick<ApiClient, "uiEndpoint">): string | undefined {
  return uiEndpoint === undefined ? undefined : `${uiEndpoint}/dashboards/${encodeURIComponent(id)}`;
}

/** Returns ids that an update must send back (docs/internals/api-behavior.md 4.3). */
export function filterIdsOf(record: DashboardRecord) {
  const known = filtersOf(record.filters).filter((filter) => !isUnknownFilter(filter));
  return known.map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** Returns the configuration of each tile, by tile id. */
export function tileConfigsOf(record: DashboardRecord): ReadonlyMap<string, DeclaredFields> {
  refuseUnreadable(record);
  return new Map(record.tiles.map(({ id, config }) => [String(id), (config ?? {}) as DeclaredFields]));
}

export type FilterId = ReturnType<typeof filterIdsOf>[number];

function observedTile({ id: _, ...observed }: JsonObject, before: DeclaredFields): DeclaredFields {
  const { config, ...frame } = observed;
  const writable = { ...frame, config: isPlainObject(config) ? toWritableConfig(config) : config };
  const { known, other } = splitObserved(TILE, fromApi(TILE, writable) as DeclaredFields, before);
  return { ...(known as DeclaredFields), ...othersOf(other) };
}

function othersOf(other: Readonly<Record<string, string>>): DeclaredFields {
  return Object.keys(other).length > 0 ? { otherFields: other } : {};
}

function filtersOf(filters: unknown): readonly JsonObject[] {
  return Array.isArray(filters) ? (filters as JsonObject[]) : [];
}

/** Sorts by position on the grid, so that the stored order is stable. */
export function sentTileKeys(declared: DashboardDeclaration): readonly string[] {
  const position = (key: string) => ownValue(declared.tiles, key) ?? { x: 0, y: 0 };
  return Object.keys(declared.tiles).sort((a, b) => {
    const [first, second] = [position(a), position(b)];
    return first.y - second.y || first.x - second.x || (a < b ? -1 : 1);
  });
}

/** Returns a dashboard without fields that cannot be declared. */
export function withoutOtherFields({
  otherFields: _,
  tiles,
  ...dashboard
}: DashboardDeclaration): DashboardDeclaration {
  const bare = Object.entries(tiles).map(([key, { otherFields: __, ...tile }]) => [key, tile] as const);
  return { ...dashboard, tiles: Object.fromEntries(bare) };
}

/** Returns the whole body of a create, with every declared default. */
export function wholeBody(declared: DashboardDeclaration): DashboardBody {
  return body(declared, {}, []);
}

export function dashboardCreateBody(declared: DashboardDeclaration): DashboardBody {
  return wholeBody(asSent(declared));
}

function asSent(declared: DashboardDeclaration): DashboardDeclaration {
  return withoutOmittedDefaults(DASHBOARD_SHAPE, declared) as DashboardDeclaration;
}

/**
 * Returns the body that replaces a dashboard. It contains the ids, and clears fields that the server would keep when
 * omitted (docs/internals/api-behavior.md 4.2, 4.3).
 */
export function dashboardUpdateBody(
  declared: DashboardDeclaration,
  tileIds: TileIds,
  filterIds: readonly FilterId[],
): DashboardBody {
  return { ...collectClearValues(DASHBOARD_SHAPE), ...body(asSent(declared), tileIds, filterIds) };
}

function body(declared: DashboardDeclaration, tileIds: TileIds, filterIds: readonly FilterId[]): DashboardBody {
  const { id: _, tileIds: __, url: ___, otherFields, tiles, ...own } = declared;
  const { filters, savedQuery, ...fields } = toApi(DASHBOARD_SHAPE, own) as typeof own;
  const sent = {
    ...(fields as JsonObject & { name: string }),
    ...(savedQuery && { savedQuery }),
    tiles: sentTileKeys(declared).map((key) => tileBody(ownValue(tiles, key), ownValue(tileIds, key))),
    ...(filters && { filters: withFilterIds(filters, filterIds) }),
  };
  return withUnknownElements(sent, otherFields, FILTER_LISTS);
}

function tileBody(tile: DashboardDeclaration["tiles"][string] | undefined, id: string | undefined): JsonObject {
  const { otherFields, ...fields } = tile ?? {};
  return { ...withOtherFields(toApi(TILE, fields) as JsonObject, otherFields), ...(id && { id }) };
}

/** Uses the id of the filter with the same name, else of the filter at the same position. Each id is used once. */
function withFilterIds(filters: readonly object[], stored: readonly FilterId[]): JsonObject[] {
  const free = [...stored];
  const take = (index: number) => (index < 0 ? undefined : free.splice(index, 1)[0]?.id);
  const byName = filters.map((filter) =>
    take(free.findIndex(({ name }) => name === (filter as { name?: string }).name)),
  );
  return filters.map((filter, index) => {
    const id = byName[index] ?? take(free.findIndex(({ id: each }) => each === stored[index]?.id));
    return { ...(filter as JsonObject), ...(id && { id }) };
  });
}

/** Returns the places of matching texts in a declared value. */
export function placesOf(
  shape: Shape,
  value: unknown,
  isWanted: (text: string) => boolean,
  path: IssuePath = [],
): readonly IssuePath[] {
  if (typeof value === "string") {
    return isWanted(value) ? [path] : [];
  }
  return partsOf(shape, value).flatMap((part) => placesOf(part.shape, part.value, isWanted, [...path, part.step]));
}
