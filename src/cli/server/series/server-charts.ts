import { ApiError, type JsonObject } from "../../../client";
import type { CallOptions } from "../../../client/collections/collection";
import type { ChartQuery, ChartRow } from "../../../resources/chart-series/api";
import type { Client } from "../../../resources/client";
import { isNumericGroup } from "../../../resources/dashboard/tiles/numeric-group";
import { usedAliases } from "./clickhouse/sql-text";
import type { SeriesCharts } from "./query-series";
import { QueryRefusedError, shortQuote } from "./series-errors";

/** The fix for deployments and queries without chart series. */
export const SET_DATABASE =
  "Set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD to a read-only user of its ClickHouse database";

const WITHOUT_GROUPS = /^(?:__hdx_time_bucket|series_\d+)$/;

/**
 * Chart series of an open-source server. Refuses queries to which the server returns other values than its alert task
 * reads (docs/internals/api-behavior.md 5).
 */
export class ServerCharts implements SeriesCharts {
  constructor(private readonly client: Pick<Client, "charts" | "sources">) {}

  async querySeries(query: ChartQuery, options?: CallOptions): Promise<readonly ChartRow[]> {
    for (const each of query.series) {
      requireExpression(each);
      await this.#requireNoAlias(each);
    }
    const series = query.series.map(({ select: _, ...each }) => each);
    try {
      const isRaw = series.some(losesGroups);
      const asked = { ...query, series, ...(isRaw && { seriesReturnType: "column" as const }) };
      const rows = await this.client.charts.querySeries(asked, options);
      const columns = (series[0]?.groupBy ?? []) as readonly string[];
      const isNumber = columns.map((column) => isNumericGroup(column) && series[0]?.metricDataType !== "histogram");
      return rows.map((row) => {
        const group = isRaw ? groupOf(row, columns) : row.group;
        // Integers of 64 bits are texts.
        return { ...row, group: group.map((each, index) => (isNumber[index] && each !== null ? Number(each) : each)) };
      });
    } catch (error) {
      const text = error instanceof ApiError ? error.text : "";
      // The text of a 404 for an unknown source or connection (docs/internals/api-behavior.md).
      if (text.includes(" not found for series ")) {
        throw new QueryRefusedError(`${text}. Fix: Correct the id of the source, or its connection.`);
      }
      throw text.includes("bare text without an implicit column")
        ? refusal("cannot search words without a field")
        : error;
    }
  }

  /** A chart query has no columns of a saved search, so its condition cannot use their aliases. */
  async #requireNoAlias({ select, sourceId, where, groupBy }: JsonObject): Promise<void> {
    const text = [where, ...(Array.isArray(groupBy) ? groupBy : [])].join(" ");
    if (typeof select !== "string" || text.trim() === "") {
      return;
    }
    const source = select.trim() === "" ? await this.client.sources.get(String(sourceId)) : undefined;
    const [alias] = usedAliases(source ? String(source.defaultTableSelectExpression ?? "") : select, text)[0] ?? [];
    if (alias !== undefined) {
      throw refusal(`has no columns, so the alias "${alias}" of the saved search is not known to it`);
    }
  }
}

function refusal(problem: string): QueryRefusedError {
  return new QueryRefusedError(`A chart query of the server ${problem}. Fix: ${SET_DATABASE}.`);
}

/** The server reads a value with a dot as a text, unless it is the name of a metric. */
function requireExpression({ aggFn, field, metricName, metricDataType }: JsonObject): void {
  const isMetricName = metricDataType !== undefined && metricName === undefined;
  if (aggFn !== "count" && !isMetricName && typeof field === "string" && field.includes(".")) {
    throw refusal(`reads the value ${shortQuote(field)} as a text, because it contains a dot`);
  }
}

/** Returns true if the merged rows of the server have no group, so that the rows of several groups are one. */
function losesGroups({ groupBy, metricDataType }: JsonObject): boolean {
  const columns = Array.isArray(groupBy) ? groupBy : [];
  return columns.length > 0 && (metricDataType === "histogram" || !columns.every((each) => /^\w+$/.test(String(each))));
}

/** Returns the groups of a raw row. The groups of a histogram are one list. */
function groupOf({ group, raw }: ChartRow, columns: readonly string[]): ChartRow["group"] {
  const values = Object.entries(raw).flatMap(([name, value]) => (WITHOUT_GROUPS.test(name) ? [] : [value ?? null]));
  const found = group.length > 0 ? group : values;
  if (found.length !== columns.length) {
    throw refusal(`returns ${found.length} columns for the groups ${columns.map(shortQuote).join(", ")}`);
  }
  return found;
}
