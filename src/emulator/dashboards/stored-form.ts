import type { StoredConfig, StoredFilter, StoredTile } from "../state";
import { configOfSeries } from "./series";
import type { TileInput } from "./tile";

/** A tile as it will be stored, but for its id. */
type ConvertedTile = Omit<StoredTile, "id"> & { id?: string };

/** Brings a parsed tile into the stored form: config instead of series, no undefined keys. */
export function convertTile(tile: TileInput): ConvertedTile {
  const config = tile.config ?? configOfSeries(tile.series ?? [], tile.asRatio);
  const { id, name, x, y, w, h, containerId, tabId } = tile;
  return compact({ id, name, x, y, w, h, containerId, tabId, config: compact<StoredConfig>({ ...config }) });
}

/** Keeps an id that is known and gives a new one otherwise (docs/internals/api-behavior.md 4.3). */
export function withIds<T extends { id?: string }>(
  items: readonly T[],
  known: ReadonlySet<string>,
  newId: () => string,
): (T & { id: string })[] {
  return items.map((item) => ({ ...item, id: item.id !== undefined && known.has(item.id) ? item.id : newId() }));
}

export const filterIds = (filters: readonly StoredFilter[]): Set<string> => new Set(filters.map((one) => one.id));

/** Tags lose repetitions and keep their order. */
export const uniqueTags = (tags: readonly string[]): string[] => [...new Set(tags)];

/** A deep copy without undefined keys, the form that survives saving as JSON. */
export function compact<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
