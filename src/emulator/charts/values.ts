import type { ChartSeries } from "./body";
import { InventedEvents, type Step } from "./invented-events";

/** Durations are stored in nanoseconds; invented ones take some milliseconds. */
const NANOSECONDS = 1_000_000;

/** The invented events of one series in one group. */
export function eventsOf({ sourceId, where }: ChartSeries, metric: string, group: readonly string[]): InventedEvents {
  return new InventedEvents(sourceId, where, metric, ...group);
}

/** The metric that a series is about: of a metric source its `field` where none is named (docs/internals/api-behavior.md 5). */
export function metricOf({ metricName, field = "" }: ChartSeries, sourceKind: string | undefined): string {
  return metricName ?? (sourceKind === "metric" ? field : "");
}

/**
 * The value of one series over some steps; undefined where nothing happened, which gives a database no row.
 * Counts are 64-bit integers, which the server writes as JSON strings.
 */
export function aggregated(
  { aggFn, level = 0.5, field = "" }: ChartSeries,
  steps: readonly Step[],
): string | number | undefined {
  const unit = /duration/i.test(field) ? NANOSECONDS : 1;
  const happened = steps
    .filter(({ events }) => events > 0)
    .map(({ events, value, ...step }) => ({ ...step, events, value: value * unit }));
  if (happened.length === 0) return undefined;
  const events = total(happened, (step) => step.events);
  const sum = total(happened, (step) => step.events * step.value);
  const values = happened.map(({ value }) => value);
  switch (aggFn) {
    case "count":
      return String(events);
    case "count_distinct":
      return String(Math.ceil(Math.sqrt(events)));
    case "sum":
    case "increase":
      return rounded(sum);
    case "max":
      return rounded(2 * Math.max(...values));
    case "min":
      return rounded(0.2 * Math.min(...values));
    case "quantile":
      return rounded((sum / events) * (0.2 + 1.6 * level));
    case "last_value":
    case "any":
    case "none":
      return rounded(values.at(-1) ?? 0);
    default:
      return rounded(sum / events);
  }
}

function total(steps: readonly Step[], of: (step: Step) => number): number {
  return steps.reduce((sum, step) => sum + of(step), 0);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Invented group values: two for each set of group columns. */
export function groupsOf(groupBy: readonly string[]): string[][] {
  if (groupBy.length === 0) return [[]];
  return ["a", "b"].map((letter) => groupBy.map((column) => `${column}-${letter}`));
}
