import { dropOrphanedAlerts } from "../dashboards/references";
import { notFound } from "../refusal";
import type { Runtime } from "../runtime";
import type { RawObject, StoredDashboard, StoredTile } from "../state";
import type { CollectionName, Store, StoredCollection } from "../store";

type Fields = Record<string, unknown>;

/** Collections that a user edits in the UI. */
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
export function patchDocument({ store, now }: Runtime, kind: Kind, id: string, fields: Fields): RawObject {
  const documents = documentsOf(kind, store);
  const stored = documents.find(id, missing());
  const { channel, ...others } = fields;
  const changes = channel === undefined ? others : { channels: [channel], ...others };
  const stamp = "updatedAt" in stored ? { updatedAt: now().toISOString() } : {};
  const merged = shallowMerge({ ...stored, ...stamp }, changes);
  documents.put(merged);
  if (kind === "dashboards") {
    settle({ store }, id);
  }
  store.flush();
  return merged;
}

/** Stores a complete object without validation, under the given id. */
export function putDocument({ store }: Pick<Runtime, "store">, kind: Kind, id: string, document: Fields): RawObject {
  const whole = { ...document, id: id.toLowerCase() };
  documentsOf(kind, store).put(whole);
  store.flush();
  return whole;
}

/** Merges fields deeply into one tile. */
export function patchTile(runtime: Runtime, dashboardId: string, tileId: string, fields: Fields): StoredTile {
  const dashboard = findDashboard(runtime, dashboardId);
  const tile = findTile(dashboard, tileId);
  const merged = { ...deepMerge({ ...tile }, fields), id: tile.id } as StoredTile;
  const tiles = dashboard.tiles.map((one) => (one.id === tileId ? merged : one));
  saveTiles(runtime, dashboard, tiles);
  return merged;
}

/** Adds a tile with any config, including PromQL. */
export function addTile(runtime: Runtime, dashboardId: string, fields: Fields): StoredTile {
  const dashboard = findDashboard(runtime, dashboardId);
  const place = { name: "", x: 0, y: 0, w: 6, h: 3, config: { displayType: "markdown" } };
  const tile: StoredTile = { ...place, ...fields, id: runtime.store.newId() };
  saveTiles(runtime, dashboard, [...dashboard.tiles, tile]);
  return tile;
}

export function removeTile(runtime: Runtime, dashboardId: string, tileId: string): void {
  const dashboard = findDashboard(runtime, dashboardId);
  findTile(dashboard, tileId);
  const tiles = dashboard.tiles.filter(({ id }) => id !== tileId);
  saveTiles(runtime, dashboard, tiles);
}

const findDashboard = ({ store }: Runtime, id: string): StoredDashboard => store.dashboards.find(id, missing());

function findTile({ tiles }: StoredDashboard, id: string): StoredTile {
  const tile = tiles.find((one) => one.id === id);
  if (!tile) {
    throw missing();
  }
  return tile;
}

function saveTiles({ store }: Runtime, dashboard: StoredDashboard, tiles: StoredTile[]): void {
  store.dashboards.put({ ...dashboard, tiles });
  settle({ store }, dashboard.id);
  store.flush();
}

/** Adds missing ids of tiles and filters, and deletes the alerts of deleted tiles. */
function settle({ store }: Pick<Runtime, "store">, id: string): void {
  const dashboard = store.dashboards.get(id);
  if (!dashboard) {
    return;
  }
  const identified = <T extends { id: string }>(items: readonly T[] = []): T[] =>
    items.map((item) => ({ ...item, id: item.id ?? store.newId() }));
  const settled = { ...dashboard, tiles: identified(dashboard.tiles), filters: identified(dashboard.filters) };
  store.dashboards.put(settled);
  dropOrphanedAlerts(settled, store);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges top-level fields into a stored object. Null removes a field. */
export function shallowMerge<T extends object>(stored: T, fields: Fields): T {
  return withoutNulls({ ...stored, ...fields }, fields) as T;
}

/** Merges objects deeply. Arrays and plain values are replaced. Null removes a field. */
function deepMerge(stored: Fields, fields: Fields): Fields {
  const merged = Object.entries(fields).map(([name, value]) => {
    const old = stored[name];
    return [name, isFields(value) && isFields(old) ? deepMerge(old, value) : value] as const;
  });
  return withoutNulls({ ...stored, ...Object.fromEntries(merged) }, fields);
}

function withoutNulls(merged: Fields, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(merged).filter(([name]) => fields[name] !== null));
}
