import type { Charts } from "../../api";
import { askSeries, type Point } from "../series/ask-series";
import { type Aimed, aim, perWeek } from "./aim";
import type { AnswerCache } from "./answer-cache";
import { windowValues } from "./answers";
import { type Evaluation, evaluate, type Firing, type WindowValues } from "./evaluate";
import { questionsFor } from "./questions";
import type { Watched } from "./watched";
import { windowStarts } from "./windows";

/** What came of the back-test of one alert. */
export interface Result {
  readonly alert: Watched;
  /** Start of the first window and end of the last; equal when there is none. */
  readonly from: number;
  readonly to: number;
  readonly windows: readonly WindowValues[];
  readonly firings: readonly Firing[];
  readonly perWeek: number;
  /** How often it should fire a week, and what would have come closest. */
  readonly aimed?: { readonly wanted: number; readonly best: Aimed | undefined };
}

export interface TestOptions {
  readonly charts: Charts;
  /** The end of the time to look at; epoch milliseconds. */
  readonly now: number;
  /** How much time to look at; milliseconds. */
  readonly last: number;
  readonly aim?: number;
  cacheFor(alert: Watched, granularity: string): AnswerCache | undefined;
  /** Told how many questions are answered. */
  progress(done: number, all: number): void;
}

/** Asks for the past of an alert and evaluates it. */
export async function testAlert(alert: Watched, options: TestOptions): Promise<Result> {
  const { schedule, condition, inARow, columns, query } = alert;
  const starts = windowStarts(schedule, options.now - options.last, options.now);
  const questions = questionsFor(starts, schedule, query);
  const answers: { start: number; points: readonly Point[] }[] = [];
  for (const stretch of questions.stretches) {
    options.progress(answers.length, questions.stretches.length);
    const cache = options.cacheFor(alert, stretch.granularity);
    const known = cache?.find(stretch);
    const points = known ?? (await askSeries(options.charts, query.series, stretch));
    if (!known) cache?.keep(stretch, points, options.now);
    answers.push({ start: stretch.start, points });
  }
  const windows = windowValues(starts, alert, questions, answers);
  const evaluation: Evaluation = { condition, length: schedule.length, inARow, grouped: columns.length > 0 };
  const firings = evaluate(windows, evaluation);
  const from = starts[0] ?? options.now;
  const to = starts.length === 0 ? from : from + starts.length * schedule.length;
  return {
    ...{ alert, from, to, windows, firings },
    perWeek: perWeek(firings.length, to - from),
    ...(options.aim !== undefined && { aimed: { wanted: options.aim, best: aim(windows, evaluation, options.aim) } }),
  };
}
