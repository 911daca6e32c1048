import type { ApiClient } from "../../client/collections/api-client";
import { ClientError, clientErrorOf } from "../../client/http/errors";
import { isObjectValue, type ObjectValue, type Value } from "../../plugin";
import { dashboards } from "../dashboard/api";
import { savedSearches } from "../saved-search/api";
import { quoted } from "../shared/report-failure";

/** Describes an alert without a name by its watched object. Undefined if the server does not return it. */
export async function titleOfAlert(
  state: ObjectValue,
  client: ApiClient,
  signal: AbortSignal,
): Promise<string | undefined> {
  const title =
    textIn(state.display_name) ??
    textIn(chartNameIn(state)) ??
    (await targetOf(state, client, signal).catch(clientErrorOf));
  return title instanceof ClientError ? undefined : title;
}

async function targetOf(state: ObjectValue, client: ApiClient, signal: AbortSignal): Promise<string | undefined> {
  if (typeof state.saved_search_id === "string") {
    const search = await client.collection(savedSearches).read(state.saved_search_id, { signal });
    return search && `on the saved search ${quoted(search.name)}`;
  }
  if (typeof state.dashboard_id !== "string") {
    return undefined;
  }
  const dashboard = await client.collection(dashboards).read(state.dashboard_id, { signal });
  const tile = dashboard?.tiles.find(({ id }) => id === state.tile_id);
  return dashboard && tile && `on the tile ${quoted(String(tile.name))} of the dashboard ${quoted(dashboard.name)}`;
}

export function chartNameIn(alert: ObjectValue | null): Value {
  const chart = alert?.chart_config ?? null;
  return isObjectValue(chart) ? (chart.name ?? null) : chart;
}

function textIn(value: Value | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? quoted(value) : undefined;
}
