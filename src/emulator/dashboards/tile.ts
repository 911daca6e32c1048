import { z } from "zod/v3";
import { type EmulatedVersion, perVersion } from "../options";
import { addProblem } from "../refusal";
import type { StoredConfig, StoredTile } from "../state";
import type { Store } from "../store";
import { configOfSeries, seriesList } from "./series";
import { tileConfigBody } from "./tile-config";

const reference = z.string().min(1).max(256).optional();

const tileBody = perVersion((version) =>
  z
    .object({
      name: z.string(),
      x: z.number().min(0).max(23),
      y: z.number().min(0),
      w: z.number().min(1).max(24),
      h: z.number().min(1),
      asRatio: z.boolean().optional(),
      series: seriesList.optional(),
      config: tileConfigBody[version].optional(),
      containerId: reference,
      tabId: reference,
    })
    .superRefine((tile, ctx) => {
      const refuse = (message: string) => addProblem(ctx, message);
      if (tile.series && tile.config) {
        refuse("Tile cannot have both series and config");
      }
      if (!tile.series && !tile.config) {
        refuse("Tile must have either series or config");
      }
      if (tile.asRatio !== undefined && tile.config) {
        refuse("asRatio property is not supported when using config property. Specify config.asRatio instead.");
      }
    })
    .and(z.object({ id: z.string().max(36).optional() })),
);

type TileInput = z.infer<(typeof tileBody)[EmulatedVersion]>;

/** Tiles of a dashboard, at most 500, with unique ids (docs/internals/api-behavior.md 4.3, 4.4). */
export const tiles = perVersion((version) =>
  z
    .array(tileBody[version])
    .max(500)
    .superRefine((list, ctx) => {
      const ids = list.map(({ id }) => id);
      for (const [index, id] of ids.entries()) {
        // An empty id counts as missing.
        if (id && ids.indexOf(id) < index) {
          addProblem(ctx, `Duplicate tile ID: ${id}. Omit the ID to generate a unique one.`, index, "id");
        }
      }
    }),
);

/** A tile in its stored form, before the server assigns an id. */
type ConvertedTile = Omit<StoredTile, "id"> & { id?: string };

/** Converts a parsed tile into the stored form: config instead of series, no undefined keys. */
export function convertTile(tile: TileInput): ConvertedTile {
  const config = tile.config ?? configOfSeries(tile.series ?? [], tile.asRatio);
  const { id, name, x, y, w, h, containerId, tabId } = tile;
  return compact({ id, name, x, y, w, h, containerId, tabId, config: compact<StoredConfig>({ ...config }) });
}

/** Adds the sources of series in the deprecated form; undefined for a tile with a config, which has one source. */
export function referringTile(tile: TileInput) {
  const seriesSources = tile.series?.flatMap((one) => ("sourceId" in one ? [one.sourceId] : []));
  return { ...convertTile(tile), seriesSources };
}

/** Keeps the ids of stored items and replaces other ids by new ones (docs/internals/api-behavior.md 4.3). */
export function withIds<T extends object>(
  items: readonly (T & { id?: string })[],
  stored: readonly { id: string }[] | undefined,
  store: Store,
) {
  const known = new Set(stored?.map(({ id }) => id));
  return items.map((item) => ({ ...item, id: item.id !== undefined && known.has(item.id) ? item.id : store.newId() }));
}

/** Returns a deep copy without undefined keys, the form that JSON preserves. */
export function compact<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
