import { findReferenceProblem } from "../dashboards/references";
import { isObjectId } from "../ids";
import { badRequest, found } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert, StoredConfig, StoredTile } from "../state";
import type { Store } from "../store";
import { type AlertRequestBody, channelList } from "./body";
import { storedChart } from "./chart-config";

const intervalParameter = /\bintervalSeconds\b|\bintervalMilliseconds\b|\$__timeInterval(?:_ms)?\b|\$__interval_s\b/;

/** The watched object, in its stored form. */
export type StoredAlertTarget =
  | { source: "tile"; dashboardId: string; tileId: string }
  | { source: "saved_search"; savedSearchId: string; groupBy?: string }
  | { source: "inline"; chartConfig: StoredConfig };

/** Resolves references in the order of docs/internals/api-behavior.md 3.8. Throws a 400 refusal. */
export function resolveReferences(body: AlertRequestBody, scope: Scope, stored?: StoredAlert): StoredAlertTarget {
  const target = targetOf(body, scope, stored);
  for (const channel of channelList(body)) {
    if (channel.type !== "webhook") {
      continue;
    }
    if (!isObjectId(channel.webhookId)) {
      throw badRequest("Invalid webhook ID");
    }
    scope.store.webhooks.find(channel.webhookId, badRequest("Webhook not found"));
  }
  return target;
}

function targetOf(body: AlertRequestBody, scope: Scope, stored?: StoredAlert): StoredAlertTarget {
  switch (body.source) {
    case "tile":
      return tileTarget(body, scope.store);
    case "inline":
      return inlineTarget(body.chartConfig, scope);
    default:
      return savedSearchTarget(body, scope, stored);
  }
}

function inlineTarget(config: StoredConfig, { store, serverVersion }: Scope): StoredAlertTarget {
  const chartConfig = storedChart(config, serverVersion);
  const problem = findReferenceProblem({ tiles: [{ config: chartConfig }], filters: [], containers: [] }, store);
  if (problem) {
    throw badRequest(problem);
  }
  checkRawSql({ config: chartConfig });
  return { source: "inline", chartConfig };
}

function tileTarget(body: Extract<AlertRequestBody, { source: "tile" }>, store: Store): StoredAlertTarget {
  if (!isObjectId(body.dashboardId)) {
    throw badRequest("Invalid dashboard ID");
  }
  const dashboard = store.dashboards.find(body.dashboardId, badRequest("Dashboard not found"));
  const tile = dashboard.tiles.find((one) => one.id === body.tileId);
  checkRawSql(found(tile, badRequest("Tile not found")));
  return { source: "tile", dashboardId: dashboard.id, tileId: body.tileId };
}

function checkRawSql({ config }: Pick<StoredTile, "config">): void {
  if (config.configType !== "sql") {
    return;
  }
  if (!["line", "stacked_bar", "number"].includes(String(config.displayType))) {
    throw badRequest("Alerts on Raw SQL tiles are only supported for Line, Stacked Bar, or Number display types");
  }
  if (config.displayType === "number" || intervalParameter.test(String(config.sqlTemplate))) {
    return;
  }
  throw badRequest("Raw SQL alert query is invalid: SQL used for alerts must include an interval parameter or macro.");
}

function savedSearchTarget(
  { savedSearchId, groupBy }: Extract<AlertRequestBody, { source: "saved_search" }>,
  { store, switches }: Scope,
  stored?: StoredAlert,
): StoredAlertTarget {
  if (!isObjectId(savedSearchId)) {
    throw badRequest("Invalid saved search ID");
  }
  const { id } = store.savedSearches.find(savedSearchId, badRequest("Saved search not found"));
  const kept = switches.groupBySticky && stored?.source === "saved_search" ? stored.groupBy : undefined;
  return { source: "saved_search", savedSearchId: id, groupBy: groupBy === undefined ? kept : (groupBy ?? undefined) };
}
