import * as z from "zod";
import { type DeclaredFields, optional, required } from "../../../declaration/field";
import { withSynonyms } from "../../../declaration/rules";
import { objectIdField } from "../../../declaration/value-types";
import { ALERTABLE_DISPLAY_TYPES, tileKindOf } from "../../../tile-kinds";
import { expressionField } from "../../shared/query-fields";
import { SQL_TILE_SYNONYMS, TILE_SYNONYMS } from "../../synonyms";
import { chartColor } from "./appearance";
import * as field from "./chart-fields";
import { bar, heatmap, line, number, pie, stackedBar, table } from "./charts";
import { onClickField } from "./on-click";

const events = {
  sourceId: field.tileSourceField,
  select: optional(
    "The columns to show, separated by commas. Empty shows the columns of the source. The API calls it `select`.",
    expressionField,
    // Charts have a list of values under this name, so Terraform needs a separate attribute for the text.
    { attributeName: "columns", serverDefault: "", language: "sql" },
  ),
  ...field.condition,
};

/** Raw events (docs/internals/api-behavior.md 4.6). */
const search = z.object({ displayType: field.displayType("search"), ...events });

/** Events grouped by common parts of their texts (docs/internals/api-behavior.md 4.6). */
const eventPatterns = z.object({ displayType: field.displayType("event_patterns"), ...events });

/** A text tile (docs/internals/api-behavior.md 4.6). */
const markdown = z.object({
  displayType: field.displayType("markdown"),
  markdown: optional("The text, in Markdown, such as `# Runbook`.", z.string().max(50_000), { serverDefault: "" }),
});

const rawSql = {
  configType: required("`sql` for a tile with an SQL query. Not set for a tile with select items.", z.literal("sql"), {
    refusals: { promql: "The API does not support tiles in PromQL. Use select items of a metric source." },
  }),
  connectionId: required("The connection to query.", objectIdField, { refersTo: "connection", propName: "connection" }),
  sqlTemplate: required(
    "The query, in SQL, such as `SELECT avg(Duration) FROM otel_traces`. If an alert watches a line or stacked bar tile, the query must contain the interval, such as `$__timeInterval(Timestamp)`.",
    z.string().max(100_000),
    { language: "sql" },
  ),
  sourceId: optional("The source whose filters apply to the query. It must use the same connection.", objectIdField, {
    refersTo: "source",
    propName: "source",
  }),
  numberFormat: field.format,
};

const timeSeries = {
  ...rawSql,
  fillNulls: field.fillNulls,
  alignDateRangeToGranularity: field.alignDateRangeToGranularity,
  seriesLimit: field.seriesLimit,
};

export const sqlLine = z.object({
  displayType: field.displayType("line"),
  ...timeSeries,
  compareToPreviousPeriod: field.compareToPreviousPeriod,
  fitYAxisToData: field.fitYAxisToData,
});

export const sqlStackedBar = z.object({ displayType: field.displayType("stacked_bar"), ...timeSeries });

export const sqlNumber = z.object({
  displayType: field.displayType("number"),
  ...rawSql,
  color: optional("The color of the number.", chartColor),
});

/** Tiles with an SQL query (docs/internals/api-behavior.md 4.7). */
const rawSqlConfigs = [
  sqlLine,
  sqlStackedBar,
  z.object({ displayType: field.displayType("table"), ...rawSql, onClick: onClickField }),
  sqlNumber,
  z.object({ displayType: field.displayType("pie"), ...rawSql }),
  z.object({ displayType: field.displayType("bar"), ...rawSql }),
] as const;

const builtConfigs = [line, stackedBar, table, number, pie, bar, heatmap, search, eventPatterns, markdown] as const;

/** Content of a tile: built with select items or written in SQL (docs/internals/api-behavior.md 4.6, 4.7). */
export const tileConfigField = z.union([...builtConfigs, ...rawSqlConfigs]);

for (const config of builtConfigs) {
  withSynonyms(config, TILE_SYNONYMS[config.shape.displayType.value]);
}
for (const config of rawSqlConfigs) {
  withSynonyms(config, SQL_TILE_SYNONYMS);
}

const ALERTABLE = `Alerts watch tiles of the kinds ${ALERTABLE_DISPLAY_TYPES.join(", ")}.`;

const INTERVAL = /\bintervalSeconds\b|\bintervalMilliseconds\b|\$__timeInterval(?:_ms)?\b|\$__interval_s\b/;

/** Reason why an alert cannot watch a tile. */
export interface AlertProblem {
  readonly summary: string;
  readonly detail: string;
}

/**
 * Returns the reason why an alert cannot watch a tile with this configuration, or undefined
 * (docs/internals/api-behavior.md 3.8). An unknown field, which is any value but a text, is not a reason.
 */
export function findAlertProblem({ displayType, configType, sqlTemplate }: DeclaredFields): AlertProblem | undefined {
  if (typeof displayType !== "string") {
    return undefined;
  }
  const kind = tileKindOf({ displayType });
  if (!kind) {
    return {
      summary: `The tile kind ${JSON.stringify(displayType)} is unknown`,
      detail: `This version cannot tell whether an alert can watch such a tile. ${ALERTABLE} Choose another tile, or a version that supports the kind.`,
    };
  }
  if (!kind.isAlertable) {
    return {
      summary: `A ${displayType} tile cannot alert`,
      detail: `${ALERTABLE} The server would accept this alert and delete it at the next update of the dashboard.`,
    };
  }
  if (configType !== "sql" || displayType === "number" || typeof sqlTemplate !== "string") {
    return undefined;
  }
  if (INTERVAL.test(sqlTemplate)) {
    return undefined;
  }
  return {
    summary: "The query of the tile has no interval",
    detail:
      "An alert evaluates the query once per interval. Group by `$__timeInterval(Timestamp)` or use `$__interval_s`, `{intervalSeconds:Int64}` or `{intervalMilliseconds:Int64}` in it.",
  };
}
