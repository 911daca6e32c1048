import type { ApiClient } from "../../client/collections/open-client";
import type { DeclaredFields } from "../../declaration/field";
import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type DashboardRecord, dashboardApi, dashboards } from "./api";
import { dashboardLookup, dashboardsLookup } from "./declaration";
import { dashboardUrl } from "./mapping";
import { tileKeys } from "./tiles/tile";

const DASHBOARDS = {
  api: dashboardApi,
  collection: (client) => client.collection(dashboards),
  facts: dashboardFacts,
  describe: ({ tileIds }) => `tiles: ${Object.keys(tileIds).join(", ") || "none"}`,
} satisfies LookUpType<DashboardRecord, ReturnType<typeof dashboardFacts>>;

/**
 * `clickstack_dashboard`: one dashboard by id or name. The keys of its tiles are made from their names
 * (docs/internals/api-behavior.md 4.1).
 */
export const dashboardDataSource: DataSource<Session> = lookUpDataSource(
  DASHBOARDS,
  dashboardLookup,
  "An existing dashboard, found by id or by name, with the ids of its tiles.",
);

/** `clickstack_dashboards`: all dashboards, or those that match the filters. */
export const dashboardsDataSource: DataSource<Session> = listDataSource(
  DASHBOARDS,
  dashboardsLookup,
  "All dashboards, or those of one name, tag or source.",
);

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
