import { type Evaluation, evaluate, type Firing, type WindowValues } from "../../../evaluation/evaluate";
import { windowStarts } from "../../../evaluation/schedule";
import { askSeries, type BucketRange, type Point, type SeriesCharts, type TileQuery } from "../series/query-series";
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
import { perWeek, type TargetRateResult, thresholdForRate } from "./target-rate";
import type { TestableAlert } from "./testable-alert";

export interface Result {
  readonly alert: TestableAlert;
  /** Start of the first window and end of the last; equal without a window. */
  readonly from: number;
  readonly to: number;
  readonly windows: readonly WindowValues[];
  readonly firings: readonly Firing[];
  readonly perWeek: number;
  /** Problems of the alert, and differences from the server; sentences. */
  readonly notes: readonly string[];
  readonly targetRate?: { readonly wanted: number; readonly best: TargetRateResult | undefined };
}

export interface TestOptions {
  readonly charts: SeriesCharts;
  /** End of the tested time; epoch milliseconds. */
  readonly now: number;
  /** Length of the tested time; milliseconds. */
  readonly last: number;
  readonly targetRate: number | undefined;
  cacheFor(alert: TestableAlert, granularity: string): ResultCache | undefined;
  /** Receives the number of queries that have a result. */
  progress(done: number, all: number): void;
}

export async function testAlert(alert: TestableAlert, options: TestOptions): Promise<Result> {
  const { schedule, condition, inARow, columns, query } = alert;
  const starts = windowStarts(schedule, options.now - options.last, options.now);
  const questions = questionsFor(starts, schedule, query, options.charts.isDatabase);
  const responses: Response[] = [];
  for (const range of questions.ranges) {
    options.progress(responses.length, questions.ranges.length);
    const cache = options.cacheFor(alert, range.granularity);
    const known = cache?.find(range);
    const points = known ?? (await pointsOf(options.charts, query, range));
    if (!known) {
      cache?.keep(range, points, options.now);
    }
    responses.push({ range, points });
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
  alert: TestableAlert,
  { bucket }: Questions,
  responses: readonly Response[],
  { isDatabase }: SeriesCharts,
): readonly string[] {
  const number = alert.columns[numericColumns(alert, responses).lastIndexOf(true)];
  const numberNote = `The group ${number} is a number, so the server compares it in place of the value. Fix: Group by toString(${number}).`;
  const isWhole = !isDatabase && bucket === undefined && alert.schedule.phase !== 0;
  const partsNote = `The server compares the two parts of a shifted window separately. Its chart series have no parts for this function, so each window is compared as a whole here. Fix: ${SET_DATABASE}.`;
  return [...(number === undefined ? [] : [numberNote]), ...(isWhole ? [partsNote] : [])];
}

async function pointsOf(
  charts: SeriesCharts,
  { series, sql }: TileQuery,
  range: BucketRange,
): Promise<readonly Point[]> {
  if (!sql) {
    return askSeries(charts, series, range);
  }
  if (!charts.querySql) {
    throw new QueryRefusedError(`The server returns no chart series for a query in SQL. Fix: ${SET_DATABASE}.`);
  }
  return charts.querySql(sql, range);
}
