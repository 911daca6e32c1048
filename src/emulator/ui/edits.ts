import { dropOrphanedAlerts } from "../dashboards/references";
import { found, notFound } from "../refusal";
import type { Runtime } from "../runtime";
import type { RawObject, StoredDashboard, StoredTile } from "../state";
import type { CollectionName, Store, StoredCollection } from "../store";

export type Fields = Record<string, unknown>;

const collections = {
  dashboards: "dashboards",
  alerts: "alerts",
  sources: "sources",
  webhooks: "webhooks",
  "saved-searches": "savedSearches",
  connections: "connections",
} as const satisfies Record<string, CollectionName>;

export type Kind = keyof typeof collections;

export const kinds = Object.keys(collections) as Kind[];

/** Returns the stored objects of one kind, including fields that the API cannot express. */
export function documentsOf(kind: Kind, store: Store): StoredCollection<RawObject> {
  return store[collections[kind]] as unknown as StoredCollection<RawObject>;
}

const missing = () => notFound("Not found");

/** Changes top-level fields of a stored object without validation. Returns the stored object. */
export function patchDocument(runtime: Runtime, kind: Kind, id: string, fields: Fields): RawObject {
  const { store, now } = runtime;
  const documents = documentsOf(kind, store);
  const stored = documents.find(id, missing());
  const { channel, ...others } = fields;
  const changes = channel === undefined ? others : { channels: [channel], ...others };
  const stamp = "updatedAt" in stored ? { updatedAt: now().toISOString() } : {};
  const merged = shallowMerge({ ...stored, ...stamp }, changes);
  if (kind === "dashboards") {
    saveDashboard(runtime, merged as unknown as StoredDashboard);
  } else {
    documents.put(merged);
    store.flush();
  }
  return merged;
}

/** Stores a complete object without validation, under the given id. */
export function putDocument({ store }: Runtime, kind: Kind, id: string, document: Fields): RawObject {
  const whole = { ...document, id: id.toLowerCase() };
  documentsOf(kind, store).put(whole);
  store.flush();
  return whole;
}

/** Merges fields deeply into one tile. */
export function patchTile(runtime: Runtime, dashboardId: string, tileId: string, fields: Fields): StoredTile {
  const { dashboard, tile } = findTile(runtime, dashboardId, tileId);
  const merged = { ...deepMerge({ ...tile }, fields), id: tile.id } as StoredTile;
  saveDashboard(runtime, { ...dashboard, tiles: dashboard.tiles.map((one) => (one === tile ? merged : one)) });
  return merged;
}

/** Adds a tile with any config, including PromQL. */
export function addTile(runtime: Runtime, dashboardId: string, fields: Fields): StoredTile {
  const dashboard = runtime.store.dashboards.find(dashboardId, missing());
  const place = { name: "", x: 0, y: 0, w: 6, h: 3, config: { displayType: "markdown" } };
  const tile: StoredTile = { ...place, ...fields, id: runtime.store.newId() };
  saveDashboard(runtime, { ...dashboard, tiles: [...dashboard.tiles, tile] });
  return tile;
}

export function removeTile(runtime: Runtime, dashboardId: string, tileId: string): void {
  const { dashboard, tile } = findTile(runtime, dashboardId, tileId);
  saveDashboard(runtime, { ...dashboard, tiles: dashboard.tiles.filter((one) => one !== tile) });
}

function findTile({ store }: Runtime, dashboardId: string, tileId: string) {
  const dashboard = store.dashboards.find(dashboardId, missing());
  const tile = found(
    dashboard.tiles.find(({ id }) => id === tileId),
    missing(),
  );
  return { dashboard, tile };
}

/** Adds missing ids of tiles and filters, and deletes the alerts of deleted tiles. */
function saveDashboard({ store }: Runtime, dashboard: StoredDashboard): void {
  const identified = <T extends { id: string }>(items: readonly T[] = []): T[] =>
    items.map((item) => ({ ...item, id: item.id ?? store.newId() }));
  const { tiles, filters } = dashboard;
  const settled = { ...dashboard, tiles: identified(tiles), filters: identified(filters) };
  store.dashboards.put(settled);
  dropOrphanedAlerts(settled, store);
  store.flush();
}

export const isObjectBody = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges top-level fields into a stored object. Null removes a field. */
export function shallowMerge<T extends object>(stored: T, fields: Fields): T {
  return withoutNulls({ ...stored, ...fields }, fields) as T;
}

/** Merges objects deeply. Arrays and plain values are replaced. Null removes a field. */
function deepMerge(stored: Fields, fields: Fields): Fields {
  const merged = Object.entries(fields).map(([name, value]) => {
    const old = stored[name];
    return [name, isObjectBody(value) && isObjectBody(old) ? deepMerge(old, value) : value] as const;
  });
  return withoutNulls({ ...stored, ...Object.fromEntries(merged) }, fields);
}

function withoutNulls(merged: Fields, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(merged).filter(([name]) => fields[name] !== null));
}
