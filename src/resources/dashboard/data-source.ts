import type { ApiClient } from "../../client/collections/api-client";
import type { DeclaredFields } from "../../declaration/field";
import { lookUpsOf } from "../shared/look-up";
import { type DashboardRecord, dashboardApi, dashboards } from "./api";
import { dashboardLookup, dashboardsLookup } from "./declaration";
import { dashboardUrl } from "./mapping";
import { tileKeys } from "./tiles/tile";

/** Look-ups of dashboards. The keys of their tiles are made from the names (docs/internals/api-behavior.md 4.1). */
export const dashboardLookUps = lookUpsOf(dashboardLookup, dashboardsLookup, {
  api: dashboardApi,
  collection: (client) => client.collection(dashboards),
  facts: dashboardFacts,
  describe: ({ tileIds }) => `tiles: ${Object.keys(tileIds).join(", ") || "none"}`,
});

function dashboardFacts({ tiles, filters, ...dashboard }: DashboardRecord, client: ApiClient) {
  const named = tiles.map((tile) => ({ id: String(tile.id), name: String(tile.name ?? "") }));
  const queries = [
    ...tiles.map(({ config }) => config),
    ...((filters ?? []) as readonly unknown[]),
  ] as readonly DeclaredFields[];
  const sourceIds = queries.map((query) => query?.sourceId).filter((id): id is string => typeof id === "string");
  return {
    ...dashboard,
    tileIds: Object.fromEntries([...tileKeys(named, {})].map(([tileId, key]) => [key, tileId])),
    url: dashboardUrl(dashboard.id, client),
    sourceIds: [...new Set(sourceIds)].sort(),
  };
}
