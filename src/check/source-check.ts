import { type AlertRecord, type ChartQuery, type Client, ClientError } from "../api";

const LAST_MS = 5 * 60_000;

/** What an alert watches reads from a source, or in raw SQL from a connection. */
type Origin = { readonly sourceId: string } | { readonly connectionId: string } | { readonly problem: string };

/** What is wrong with the source of an alert. The open-source deployment is asked for data, the managed one for the source's record. */
export async function checkSource(client: Client, alert: AlertRecord): Promise<readonly string[]> {
  const origin = await originOf(client, alert);
  if ("problem" in origin) return [origin.problem];
  if ("connectionId" in origin) return checkConnection(client, origin.connectionId);
  const { sourceId } = origin;
  const source = await client.sources.get(sourceId);
  if (!source) return [`Its source ${sourceId} does not exist.`];
  if (client.observability !== "open_source" || !isCountable(source.kind)) return [];
  try {
    await client.charts.querySeries(countOf(sourceId));
    return [];
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return [`Its source "${source.name}" does not answer: ${error.message}`];
  }
}

async function originOf(client: Client, alert: AlertRecord): Promise<Origin> {
  if (typeof alert.savedSearchId === "string") {
    const search = await client.savedSearches.get(alert.savedSearchId);
    if (!search) return { problem: `Its saved search ${alert.savedSearchId} does not exist.` };
    return { sourceId: String(search.sourceId) };
  }
  const dashboard = await client.dashboards.get(String(alert.dashboardId));
  if (!dashboard) return { problem: `Its dashboard ${String(alert.dashboardId)} does not exist.` };
  const tile = dashboard.tiles.find(({ id }) => id === alert.tileId);
  const config = tile?.config as { readonly sourceId?: string; readonly connectionId?: string } | undefined;
  if (config?.sourceId) return { sourceId: config.sourceId };
  if (config?.connectionId) return { connectionId: config.connectionId };
  return { problem: `Its tile ${String(alert.tileId)} does not exist in the dashboard "${dashboard.name}".` };
}

async function checkConnection(client: Client, id: string): Promise<readonly string[]> {
  if (client.observability !== "open_source") return [];
  return (await client.connections.get(id)) ? [] : [`Its connection ${id} does not exist.`];
}

/** Metrics cannot be counted without the name of one. */
function isCountable(kind: unknown): boolean {
  return kind === "log" || kind === "trace" || kind === "session";
}

function countOf(sourceId: string): ChartQuery {
  const endTime = Date.now();
  const series = [{ sourceId, aggFn: "count", where: "", groupBy: [] }];
  return { startTime: endTime - LAST_MS, endTime, granularity: "5m", series };
}
