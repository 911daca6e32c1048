import type { Client } from "../../../resources/client";
import { USER_AGENT } from "../open-client";
import type { DatabaseCharts } from "./clickhouse/database-charts";
import { type DatabaseSettings, databaseSettings } from "./clickhouse/database-settings";
import type { SeriesCharts } from "./query-series";
import { ServerCharts } from "./server-charts";

export interface OpenedCharts extends AsyncDisposable {
  readonly charts: SeriesCharts;
  readonly origin: string;
}

/**
 * Opens the charts that series are read from: those of the ClickHouse database that the environment names, else those of
 * an open-source server. Opens no connection. Returns undefined for a managed deployment without a database. Throws a
 * `CommandError` for an invalid address.
 */
export function openCharts(
  client: Pick<Client, "observability" | "charts" | "sources">,
  endpoint: string | undefined,
): OpenedCharts | undefined {
  const settings = databaseSettings(process.env);
  if (settings === undefined) {
    return client.observability === "managed"
      ? undefined
      : { charts: new ServerCharts(client), origin: endpoint ?? "", [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  let opened: Promise<DatabaseCharts> | undefined;
  const open = () => {
    opened ??= openDatabase(settings, client);
    return opened;
  };
  return {
    charts: {
      isDatabase: true,
      querySeries: async (...args) => (await open()).querySeries(...args),
      querySql: async (...args) => (await open()).querySql(...args),
    },
    origin: `${settings.url} (ClickHouse, user ${settings.user})`,
    [Symbol.asyncDispose]: async () => (await opened)?.close(),
  };
}

/** Loads the client of ClickHouse. */
async function openDatabase(settings: DatabaseSettings, client: Pick<Client, "sources">): Promise<DatabaseCharts> {
  const [{ Database }, { DatabaseCharts }] = await Promise.all([
    import("./clickhouse/database"),
    import("./clickhouse/database-charts"),
  ]);
  const database = new Database(settings, USER_AGENT);
  return new DatabaseCharts(database, async () => (await client.sources.readShown()).records);
}
