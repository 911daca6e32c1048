import * as z from "zod";
import {
  type ApiFields,
  alertText,
  apiFieldsIn,
  comparedFormat,
  holdsSensitive,
  isSensitive,
  queryText,
  shownText,
} from "../../../drawing";
import { type Condition, conditionOf } from "../../../evaluation/condition";
import { scheduleOf, type Windows } from "../../../evaluation/schedule";
import { canBeId } from "../../../id-forms";
import { findAlertProblem } from "../../../resources/declarations";
import { splitColumns } from "../../../split-columns";
import type { CodeLine } from "../../project/code-lines";
import { type Contents, type ReadObject, watchedIn } from "../../project/contents/contents";
import type { ReadonlyDocument } from "../../terminal/json-document";
import { type TileQuery, tileQuery } from "../series/query-series";

export interface TestableAlert {
  readonly address: string;
  readonly name: string;
  /** The watched chart, as text. */
  readonly watches: string;
  readonly fires: string;
  readonly line?: CodeLine;
  /** Number format of the watched value. */
  readonly format?: ApiFields;
  readonly query: TileQuery;
  readonly columns: readonly string[];
  readonly condition: Condition;
  readonly schedule: Windows;
  readonly inARow: number;
}

export const untestable = z.object({ address: z.string(), name: z.string(), reason: z.string() });

export type Untestable = ReadonlyDocument<typeof untestable>;

/** Prepares an alert for its back-test, or returns the reason why it cannot be tested. */
export function testableAlert(alert: ReadObject, contents: Contents): TestableAlert | Untestable {
  const { address, fields } = alert;
  const { name: ownName, ...evaluated } = fields;
  const name = isSensitive(ownName) ? address : (shownText(ownName) ?? address);
  if (holdsSensitive(evaluated)) {
    return { address, name, reason: `The alert ${SENSITIVE}` };
  }
  const schedule = scheduleOf(fields);
  const condition = conditionOf(fields);
  const watched = watchedQuery(alert, contents);
  if (typeof watched === "string") {
    return { address, name, reason: watched };
  }
  if (!schedule) {
    return { address, name, reason: `Its interval ${JSON.stringify(fields.interval)} is not valid.` };
  }
  if (!condition) {
    return { address, name, reason: "Its threshold is not known before the apply." };
  }
  const line = contents.lineOf?.(address);
  const inARow = typeof fields.numConsecutiveWindows === "number" ? Math.max(1, fields.numConsecutiveWindows) : 1;
  const fires = alertText(fields, watched.format);
  return { address, name, fires, condition, schedule, inARow, ...watched, ...(line && { line }) };
}

/** A back-test shows queries and values, so none of them may be sensitive. */
const SENSITIVE =
  "contains a sensitive value, which a back-test would show. Fix: Test the alert of the server: cdk-clickstack backtest --server.";

type WatchedQuery = Pick<TestableAlert, "watches" | "query" | "columns" | "format">;

function watchedQuery(alert: ReadObject, contents: Contents): WatchedQuery | string {
  const { kind, owner, config, tile } = watchedIn(contents, alert);
  if (kind === "saved_search") {
    return owner
      ? searchQuery(owner.fields, alert.fields, contents)
      : "The input does not contain the saved search that the alert watches.";
  }
  if (kind === "inline") {
    return config ? chartQuery(config, contents) : "The input does not contain the chart of the alert.";
  }
  if (isSensitive(owner?.fields.tiles) || holdsSensitive(config)) {
    return `The tile that it watches ${SENSITIVE}`;
  }
  if (!owner || !tile || !config) {
    return "The input does not contain the tile that the alert watches.";
  }
  const watches = `${String(owner.fields.name)} > ${String(tile.name)}: ${queryText(config, contents.sourceName)}`;
  return queryOf(config, watches);
}

function chartQuery(chart: ApiFields, { sourceName }: Contents): WatchedQuery | string {
  const filtered = withFilter(chart);
  if (!filtered && !findAlertProblem(chart)) {
    return "Its chart has a filter in one language and values with filters in another, which a chart series cannot combine.";
  }
  const name = chart.name === undefined ? "" : ` ${String(chart.name)}`;
  return queryOf(filtered ?? chart, `Chart${name}: ${queryText(chart, sourceName)}`);
}

/** Returns the query of a chart, or the reason why it has none. The server compares the last of several values. */
function queryOf(config: ApiFields, watches: string): WatchedQuery | string {
  const problem = findAlertProblem(config);
  if (problem) {
    return `${problem.summary}. ${problem.detail}`;
  }
  const query = config.configType === "sql" ? sqlQuery(config) : tileQuery(config);
  if (typeof query === "string") {
    return query;
  }
  const columns = splitColumns(shownText(config.groupBy) ?? "");
  const format = comparedFormat(config);
  return { watches, query: { ...query, outputs: query.outputs.slice(-1) }, columns, ...(format && { format }) };
}

/** Returns the query of a tile in SQL. All columns except the time and the numbers are groups. */
function sqlQuery({ sqlTemplate, displayType, sourceId }: ApiFields): TileQuery | string {
  if (typeof sqlTemplate !== "string" || sqlTemplate.includes("${")) {
    return "Its query is not known before the apply. Fix: Test a saved plan, or the alert of the server (--server).";
  }
  const source = canBeId(sourceId) ? { sourceId } : {};
  const sql = { template: sqlTemplate, isNumber: displayType === "number", ...source };
  return { series: [], sql, outputs: [{ label: "value", expression: "A" }] };
}

/** Adds the filter of the whole chart to each of its values; undefined if their languages differ. */
function withFilter(chart: ApiFields): ApiFields | undefined {
  const where = shownText(chart.where) ?? "";
  if (where === "") {
    return chart;
  }
  const whereLanguage = shownText(chart.whereLanguage) ?? "lucene";
  const items = apiFieldsIn(chart.select).map((item) => ({ item, own: shownText(item.where) ?? "" }));
  if (items.some(({ item, own }) => own !== "" && (shownText(item.whereLanguage) ?? "lucene") !== whereLanguage)) {
    return undefined;
  }
  const select = items.map(({ item, own }) => ({
    ...item,
    where: own === "" ? where : `(${own}) AND (${where})`,
    whereLanguage,
  }));
  return { ...chart, select };
}

function searchQuery(saved: ApiFields, alert: ApiFields, { sourceName }: Contents): WatchedQuery | string {
  if (holdsSensitive(saved)) {
    return `The saved search that it watches ${SENSITIVE}`;
  }
  if (!canBeId(saved.sourceId)) {
    return "Its source is not known before the apply.";
  }
  const where = conditionOfSearch(saved);
  if (where === undefined) {
    return "Its saved search has filters in SQL and a query in Lucene. A chart series cannot combine them.";
  }
  const columns = splitColumns(shownText(alert.groupBy) ?? "");
  const select = shownText(saved.select) ?? "";
  const series = { sourceId: saved.sourceId, aggFn: "count", ...where, groupBy: columns, select };
  const source = sourceName(String(saved.sourceId));
  return {
    watches: `Search ${String(saved.name)}: ${[source, shownText(where.where)].filter((part) => part).join(", ")}`,
    query: { series: [series], outputs: [{ label: "count", expression: "A" }] },
    columns,
  };
}

/** Returns the query of a saved search with its filters; undefined if their languages differ. */
function conditionOfSearch(saved: ApiFields): { readonly where: string; readonly whereLanguage: string } | undefined {
  const where = shownText(saved.where) ?? "";
  const whereLanguage = shownText(saved.whereLanguage) ?? "lucene";
  const filters = apiFieldsIn(saved.filters).map(({ condition }) => shownText(condition) ?? "");
  if (filters.length === 0) {
    return { where, whereLanguage };
  }
  if (where !== "" && whereLanguage !== "sql") {
    return undefined;
  }
  const conditions = [where, ...filters].filter((condition) => condition !== "").map((condition) => `(${condition})`);
  return { where: conditions.join(" AND "), whereLanguage: "sql" };
}
