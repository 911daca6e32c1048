import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { jsonIn } from "../../../../client/json";
import { QueryLimitError, QueryRefusedError } from "../series-errors";
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

/** Maximum size of one response, in the database and here: a user with readonly = 1 may not set limits. */
const MAX_BYTES = 64 * 1024 * 1024;

const MAX_CONNECTIONS = 4;

type RowFormat = "JSONEachRow" | "JSONCompactEachRowWithNamesAndTypes";

export type DatabaseRow = Readonly<Record<string, unknown>>;

export class Database {
  readonly #client: ClickHouseClient;
  readonly #columns = new Map<string, Promise<Columns>>();
  #settings: Promise<Readonly<Record<string, string | number>>> | undefined;

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
   * @param more settings of the source, which cannot replace the protective settings
   * @param format a format whose first rows are names and types, for rows as lists
   */
  async rows<Row = DatabaseRow>(
    sql: string,
    { values }: QueryParameters,
    more: Readonly<Record<string, string>> = {},
    { format = "JSONEachRow", signal }: { readonly format?: RowFormat; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<readonly Row[]> {
    const own = await this.#allowedSettings();
    const settings = Object.keys(own).length > 0 ? { ...more, ...own } : {};
    const rows = await this.#ask<Row>(`${sql}\nLIMIT ${MAX_ROWS + 1}`, values, settings, format, signal);
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
    const settings = await this.#allowedSettings();
    const rows = await this.#ask(`DESCRIBE TABLE ${table}`, parameters.values, settings);
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
   * Returns the settings of every query: limits and the time zone. The database cancels a query when its command ends.
   * A user with readonly = 1 cannot set them, so the user's profile applies. Throws for a user that may write.
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
          max_result_bytes: String(MAX_BYTES),
          result_overflow_mode: "throw",
          session_timezone: "UTC",
          cancel_http_readonly_queries_on_client_close: 1,
          log_comment: "cdk-clickstack",
        };
      default:
        throw notReadOnly(this.settings);
    }
  }

  async #ask<Row = DatabaseRow>(
    query: string,
    values: Readonly<Record<string, string | number>>,
    settings: Readonly<Record<string, string | number>>,
    format: RowFormat = "JSONEachRow",
    signal?: AbortSignal,
  ): Promise<readonly Row[]> {
    try {
      const { stream } = await this.#client.exec({
        query: `${query}\nFORMAT ${format}`,
        query_params: values,
        clickhouse_settings: settings,
        query_id: `cdk-clickstack-${randomUUID()}`,
        ...(signal && { abort_signal: signal }),
      });
      return parsedLines(await textOf(stream)) as readonly Row[];
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof QueryRefusedError) {
        throw error;
      }
      throw databaseError(error as Error, this.settings);
    }
  }
}

/** Reads a response. Throws if it exceeds the maximum size, without reading the rest. */
async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += (part as Buffer).length;
    if (size > MAX_BYTES) {
      throw new QueryLimitError(
        `The query returns more than ${MAX_BYTES / 1024 / 1024} MB.`,
        "Use a group with shorter or fewer values, or a shorter --last.",
      );
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

/** ClickHouse writes an error into a response that it has begun. */
const ERROR = /Code: \d+\. (?:DB::Exception: )?((?:(?!Code: )[^\n])*)\(([A-Z_]+)\)/;

function parsedLines(text: string): readonly unknown[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const values = lines.map(jsonIn);
  if (values.every((value) => value !== undefined)) {
    return values;
  }
  const [, message, type] = ERROR.exec(text) ?? [];
  throw type === undefined ? new Error(text.slice(0, 1000)) : Object.assign(new Error(message), { type });
}
