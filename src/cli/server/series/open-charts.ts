import type { CallOptions } from "../../../client/collections/collection";
import type { ChartQuery, ChartRow } from "../../../resources/chart-series/api";
import type { Client } from "../../../resources/client";
import { USER_AGENT } from "../open-client";
import type { Database } from "./clickhouse/database";
import type { DatabaseCharts } from "./clickhouse/database-charts";
import { type DatabaseSettings, databaseSettings } from "./clickhouse/database-settings";
import type { SeriesCharts } from "./query-series";
import { ServerCharts } from "./server-charts";

/** Charts, and the place that they are read from. */
export interface OpenedCharts extends AsyncDisposable {
  readonly charts: SeriesCharts;
  /** Address of the server or the database. */
  readonly origin: string;
}

/**
 * Opens the charts that series are read from: those of the ClickHouse database that the environment names, else those of
 * an open-source server. Opens no connection. Returns undefined for a managed deployment without a database. Throws a
 * `CommandError` for an invalid address.
 * @param endpoint address of the open-source server
 */
export function openCharts(
  client: Pick<Client, "observability" | "charts" | "sources">,
  endpoint: string | undefined,
): OpenedCharts | undefined {
  const settings = databaseSettings(process.env);
  if (settings !== undefined) {
    return new OpenedDatabase(settings, client);
  }
  return client.observability === "managed"
    ? undefined
    : { charts: new ServerCharts(client), origin: endpoint ?? "", [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Charts of a database. The first query loads the client of ClickHouse. */
class OpenedDatabase implements OpenedCharts {
  readonly charts: SeriesCharts;
  #opened: Promise<{ readonly database: Database; readonly charts: DatabaseCharts }> | undefined;

  constructor(
    private readonly settings: DatabaseSettings,
    private readonly client: Pick<Client, "sources">,
  ) {
    const querySeries = async (query: ChartQuery, options?: CallOptions): Promise<readonly ChartRow[]> => {
      this.#opened ??= this.#open();
      return (await this.#opened).charts.querySeries(query, options);
    };
    const querySql: SeriesCharts["querySql"] = async (query, window) => {
      this.#opened ??= this.#open();
      return (await this.#opened).charts.querySql(query, window);
    };
    this.charts = { isDatabase: true, querySeries, querySql };
  }

  get origin(): string {
    return `${this.settings.url} (ClickHouse, user ${this.settings.user})`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#opened)?.database.close();
  }

  async #open(): Promise<{ readonly database: Database; readonly charts: DatabaseCharts }> {
    const [loaded, { DatabaseCharts }] = await Promise.all([
      import("./clickhouse/database"),
      import("./clickhouse/database-charts"),
    ]);
    const database = new loaded.Database(this.settings, USER_AGENT);
    return {
      database,
      charts: new DatabaseCharts(database, async () => (await this.client.sources.readShown()).records),
    };
  }
}
