import {
  type ApiFields,
  alertText,
  apiFieldsIn,
  comparedFormat,
  holdsSensitive,
  isFields,
  isSensitive,
  queryText,
  shownText,
} from "../../../drawing";
import { type Condition, conditionOf } from "../../../evaluation/condition";
import { type Evaluation, evaluate, type Firing, type WindowValues } from "../../../evaluation/evaluate";
import { scheduleOf, type Windows, windowStarts } from "../../../evaluation/schedule";
import { canBeId } from "../../../id-forms";
import { findAlertProblem } from "../../../resources/declarations";
import { splitColumns } from "../../../split-columns";
import type { TargetRateResult, Untestable } from "../../commands/backtest/document";
import { type Contents, chartOf, type ReadAlert } from "../../project/contents/contents";
import type { SourceLine } from "../../reports/changes/report-model";
import {
  askSeries,
  type Point,
  type SeriesCharts,
  type Stretch,
  type TileQuery,
  tileQuery,
} from "../series/query-series";
import { QueryRefusedError } from "../series/series-errors";
import { SET_DATABASE } from "../series/server-charts";
import {
  numericColumns,
  type Questions,
  questionsFor,
  type Response,
  type ResultCache,
  valuesOfResponses,
} from "./queries";
import { perWeek, thresholdForRate } from "./target-rate";

/** An alert that can be back-tested, with its query and its condition. */
export interface Watched {
  readonly address: string;
  readonly name: string;
  /** The watched chart, as text. */
  readonly watches: string;
  /** The condition as text. */
  readonly fires: string;
  /** Line that declares the alert. */
  readonly line?: SourceLine;
  /** Number format of the watched value. */
  readonly format?: ApiFields;
  readonly query: TileQuery;
  readonly columns: readonly string[];
  readonly condition: Condition;
  readonly schedule: Windows;
  readonly inARow: number;
}

/** Prepares an alert for its back-test, or returns the reason why it cannot be tested. */
export function testableAlert(watch: ReadAlert, contents: Contents): Watched | Untestable {
  const { address, fields } = watch;
  const { name: ownName, ...evaluated } = fields;
  const name = isSensitive(ownName) ? address : (shownText(ownName) ?? address);
  if (holdsSensitive(evaluated)) {
    return { address, name, reason: `The alert ${SENSITIVE}` };
  }
  const schedule = scheduleOf(fields);
  const condition = conditionOf(fields);
  const chart = chartOf(fields);
  const watched = chart
    ? ownChart(chart, contents)
    : watch.search === undefined
      ? tileOf(watch, contents)
      : searchOf(watch, contents);
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
  return {
    address,
    name,
    fires: alertText(fields, watched.format),
    condition,
    schedule,
    inARow,
    ...watched,
    ...(line && { line }),
  };
}

/** A back-test shows queries and values, so none of them may be sensitive. */
const SENSITIVE =
  "contains a sensitive value, which a back-test would show. Fix: Test the alert of the server: cdk-clickstack backtest --server.";

type WatchedQuery = Pick<Watched, "watches" | "query" | "columns" | "format">;

function ownChart(chart: ApiFields, { sourceName }: Contents): WatchedQuery | string {
  const filtered = withFilter(chart);
  if (!filtered && !findAlertProblem(chart)) {
    return "Its chart has a filter in one language and values with filters in another, which a chart series cannot combine.";
  }
  const name = chart.name === undefined ? "" : ` ${String(chart.name)}`;
  return queryOf(filtered ?? chart, `Chart${name}: ${queryText(chart, sourceName)}`);
}

/**
 * Returns the query of a chart, or the reason why it has none. Of several values the server compares the last one with
 * the threshold.
 */
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

/** Returns the query of a tile in SQL, whose groups are all other columns than the time and the numbers. */
function sqlQuery({ sqlTemplate, displayType, sourceId }: ApiFields): TileQuery | string {
  if (typeof sqlTemplate !== "string" || sqlTemplate.includes("${")) {
    return "Its query is not known before the apply. Fix: Test a saved plan, or the alert of the server (--server).";
  }
  const source = canBeId(String(sourceId)) ? { sourceId: String(sourceId) } : {};
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

function tileOf({ board, fields }: ReadAlert, { dashboards, sourceName }: Contents): WatchedQuery | string {
  if (fields.source === "inline") {
    return "The input does not contain the chart of the alert.";
  }
  const dashboard = dashboards.find(({ address }) => address === board)?.fields;
  if (isSensitive(dashboard?.tiles)) {
    return `The tile that it watches ${SENSITIVE}`;
  }
  const tile = apiFieldsIn(dashboard?.tiles).find(({ id }) => id === fields.tileId);
  if (!dashboard || !tile || !isFields(tile.config)) {
    return "The input does not contain the tile that the alert watches.";
  }
  if (holdsSensitive(tile.config)) {
    return `The tile that it watches ${SENSITIVE}`;
  }
  const watches = `${String(dashboard.name)} > ${String(tile.name)}: ${queryText(tile.config, sourceName)}`;
  return queryOf(tile.config, watches);
}

function searchOf({ search, fields }: ReadAlert, { savedSearches, sourceName }: Contents): WatchedQuery | string {
  const saved = savedSearches.find(({ address }) => address === search)?.fields;
  if (!saved) {
    return "The input does not contain the saved search that the alert watches.";
  }
  if (holdsSensitive(saved)) {
    return `The saved search that it watches ${SENSITIVE}`;
  }
  if (!canBeId(String(saved.sourceId))) {
    return "Its source is not known before the apply.";
  }
  const where = conditionOfSearch(saved);
  if (where === undefined) {
    return "Its saved search has filters in SQL and a query in Lucene. A chart series cannot combine them.";
  }
  const columns = splitColumns(shownText(fields.groupBy) ?? "");
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

/** Result of the back-test of one alert. */
export interface Result {
  readonly alert: Watched;
  /** Start of the first window and end of the last; equal without a window. */
  readonly from: number;
  readonly to: number;
  readonly windows: readonly WindowValues[];
  readonly firings: readonly Firing[];
  readonly perWeek: number;
  /** Problems of the alert, and differences from the server; sentences. */
  readonly notes: readonly string[];
  /** The target rate, and the closest threshold. */
  readonly targetRate?: { readonly wanted: number; readonly best: TargetRateResult | undefined };
}

export interface TestOptions {
  readonly charts: SeriesCharts;
  /** End of the tested time; epoch milliseconds. */
  readonly now: number;
  /** Length of the tested time; milliseconds. */
  readonly last: number;
  readonly targetRate: number | undefined;
  cacheFor(alert: Watched, granularity: string): ResultCache | undefined;
  /** Receives the number of queries that have a result. */
  progress(done: number, all: number): void;
}

/** Reads the past values of an alert and evaluates them. */
export async function testAlert(alert: Watched, options: TestOptions): Promise<Result> {
  const { schedule, condition, inARow, columns, query } = alert;
  const starts = windowStarts(schedule, options.now - options.last, options.now);
  const questions = questionsFor(starts, schedule, query, options.charts.isDatabase);
  const responses: Response[] = [];
  for (const stretch of questions.stretches) {
    options.progress(responses.length, questions.stretches.length);
    const cache = options.cacheFor(alert, stretch.granularity);
    const known = cache?.find(stretch);
    const points = known ?? (await pointsOf(options.charts, query, stretch));
    if (!known) {
      cache?.keep(stretch, points, options.now);
    }
    responses.push({ stretch, points });
  }
  const windows = valuesOfResponses(starts, alert, questions, responses);
  const evaluation: Evaluation = {
    condition,
    length: schedule.length,
    inARow,
    grouped: columns.length > 0 || query.sql?.isNumber === false,
  };
  const firings = evaluate(windows, evaluation);
  const from = starts[0] ?? options.now;
  const to = starts.length === 0 ? from : from + starts.length * schedule.length;
  return {
    ...{ alert, from, to, windows, firings },
    perWeek: perWeek(firings.length, to - from),
    notes: notesOf(alert, questions, responses, options.charts),
    ...(options.targetRate !== undefined && {
      targetRate: { wanted: options.targetRate, best: thresholdForRate(windows, evaluation, options.targetRate) },
    }),
  };
}

function notesOf(
  alert: Watched,
  { bucket }: Questions,
  responses: readonly Response[],
  { isDatabase }: SeriesCharts,
): readonly string[] {
  const number = alert.columns[numericColumns(alert, responses).lastIndexOf(true)];
  const ofNumber = `The group ${number} is a number, so the server compares it in place of the value. Fix: Group by toString(${number}).`;
  const isWhole = !isDatabase && bucket === undefined && alert.schedule.phase !== 0;
  const ofWhole = `The server compares the two parts of a shifted window separately. Its chart series have no parts for this function, so each window is compared as a whole here. Fix: ${SET_DATABASE}.`;
  return [...(number === undefined ? [] : [ofNumber]), ...(isWhole ? [ofWhole] : [])];
}

async function pointsOf(charts: SeriesCharts, { series, sql }: TileQuery, stretch: Stretch): Promise<readonly Point[]> {
  if (!sql) {
    return askSeries(charts, series, stretch);
  }
  if (!charts.querySql) {
    throw new QueryRefusedError(`The server returns no chart series for a query in SQL. Fix: ${SET_DATABASE}.`);
  }
  return charts.querySql(sql, stretch);
}
