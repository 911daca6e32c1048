import { randomUUID } from "node:crypto";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { QueryRefusedError } from "../series-errors";
import type { Columns } from "./columns";
import { databaseError, notReadOnly } from "./database-errors";
import type { DatabaseSettings } from "./database-settings";
import type { DatabaseTable } from "./queried-source";
import { QueryParameters } from "./sql-text";

/** Maximum time of a query in seconds, in the database and for the response. */
const MAX_EXECUTION_SECONDS = 60;
const MAX_RESPONSE_MS = 75_000;

/** Maximum number of rows of one response. 500 buckets of 200 groups have as many. */
const MAX_ROWS = 100_000;

/** Queries that run at the same time. */
const MAX_CONNECTIONS = 4;

/** A row of a result. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** A ClickHouse database that is only read. */
export class Database {
  readonly #client: ClickHouseClient;
  readonly #columns = new Map<string, Promise<Columns>>();
  #settings: Promise<Readonly<Record<string, string | number>>> | undefined;

  /** @param application name and version that the database logs */
  constructor(
    private readonly settings: DatabaseSettings,
    application: string,
  ) {
    this.#client = createClient({
      url: settings.url,
      username: settings.user,
      password: settings.password,
      application,
      request_timeout: MAX_RESPONSE_MS,
      max_open_connections: MAX_CONNECTIONS,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  /**
   * Returns the rows of a query.
   * @param more settings of the source, which cannot replace those of the database's protection
   */
  async rows(
    sql: string,
    { values }: QueryParameters,
    more: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<readonly DatabaseRow[]> {
    const own = await this.#allowedSettings();
    const canSet = Object.keys(own).length > 0;
    const rows = await this.#ask(`${sql}\nLIMIT ${MAX_ROWS + 1}`, values, canSet ? { ...more, ...own } : {}, signal);
    if (rows.length > MAX_ROWS) {
      throw new QueryRefusedError(
        `The query returns more than ${MAX_ROWS} values. Fix: Use a group with fewer values, or a longer interval.`,
      );
    }
    return rows;
  }

  /** Returns the columns of a table, which are read once. Throws if the table does not exist. */
  columns({ database, name }: DatabaseTable): Promise<Columns> {
    const key = JSON.stringify([database, name]);
    const known = this.#columns.get(key) ?? this.#readColumns(database, name);
    this.#columns.set(key, known);
    known.catch(() => this.#columns.delete(key));
    return known;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #readColumns(database: string, name: string): Promise<Columns> {
    const parameters = new QueryParameters();
    const table = `${parameters.add("Identifier", database)}.${parameters.add("Identifier", name)}`;
    const rows = await this.#ask(`DESCRIBE TABLE ${table}`, parameters.values, await this.#allowedSettings());
    return new Map(rows.map((row) => [String(row.name), String(row.type)]));
  }

  /** Returns the settings of every query, which are read once. A failure is not kept. */
  #allowedSettings(): Promise<Readonly<Record<string, string | number>>> {
    this.#settings ??= this.#readAllowedSettings().catch((error: unknown) => {
      this.#settings = undefined;
      throw error;
    });
    return this.#settings;
  }

  /**
   * Returns the settings of every query: limits and the time zone. The database cancels a query when its command ends. A user with
   * readonly = 1 cannot set any, so its profile decides them. Throws for a user that may write.
   */
  async #readAllowedSettings(): Promise<Readonly<Record<string, string | number>>> {
    const [row] = await this.#ask("SELECT toUInt8(getSetting('readonly')) AS readonly", {}, {});
    switch (Number(row?.readonly)) {
      case 1:
        return {};
      case 2:
        return {
          max_execution_time: MAX_EXECUTION_SECONDS,
          max_result_rows: String(MAX_ROWS + 1),
          result_overflow_mode: "throw",
          session_timezone: "UTC",
          cancel_http_readonly_queries_on_client_close: 1,
          log_comment: "cdk-clickstack",
        };
      default:
        throw notReadOnly(this.settings);
    }
  }

  async #ask(
    query: string,
    values: Readonly<Record<string, string | number>>,
    settings: Readonly<Record<string, string | number>>,
    signal?: AbortSignal,
  ): Promise<readonly DatabaseRow[]> {
    try {
      const result = await this.#client.query({
        query,
        query_params: values,
        clickhouse_settings: settings,
        format: "JSONEachRow",
        query_id: `cdk-clickstack-${randomUUID()}`,
        ...(signal && { abort_signal: signal }),
      });
      return await result.json<DatabaseRow>();
    } catch (error) {
      signal?.throwIfAborted();
      throw databaseError(error as Error, this.settings);
    }
  }
}
