import type { Client } from "../../api";
import type { Contents } from "./contents";

/** What the server has. Four requests, however much there is. */
export async function contentsOfServer(client: Client): Promise<Contents> {
  const [dashboards, alerts, savedSearches, sources] = await Promise.all([
    client.dashboards.readAll(),
    client.alerts.readAll(),
    client.savedSearches.readAll(),
    client.sources.readAll(),
  ]);
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  return {
    dashboards: dashboards.map((record) => ({ address: record.id, fields: record })),
    alerts: alerts.map((record) => ({
      address: record.id,
      fields: record,
      ...(typeof record.dashboardId === "string" && { board: record.dashboardId }),
      ...(typeof record.savedSearchId === "string" && { search: record.savedSearchId }),
    })),
    savedSearches: savedSearches.map((record) => ({ address: record.id, fields: record })),
    sourceName: (id) => names.get(id),
  };
}
