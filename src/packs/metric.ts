import { type AggregateOptions, count } from "../constructs/aggregate";
import type { SourceReference } from "../constructs/tile";
import type { AlertPlan, PackContent, PackObjective } from "./pack-props";

/** Column that ClickStack aggregates for metrics. */
export const VALUE = "Value";

/** Number format of a share: 0.9 is shown as 90 %. */
export const SHARE = { output: "percent", mantissa: 1 } as const;

/** Returns SQL for a resource attribute of a metric, log or span. */
export const resource = (name: string) => `ResourceAttributes['${name}']`;

/** Returns the options to aggregate a gauge. The server aggregates the last value of each time series in a bucket. */
export const gauge = (metricName: string, where: string, alias?: string) =>
  optionsOf("gauge", metricName, where, alias);

/** Returns the options to aggregate a counter. The server aggregates the increase of each time series in a bucket. */
export const counter = (metricName: string, where: string) => optionsOf("sum", metricName, where);

function optionsOf(metricType: "gauge" | "sum", metricName: string, where: string, alias?: string): AggregateOptions {
  const condition = where === "" ? {} : ({ where, whereLanguage: "sql" } as const);
  return { metricType, metricName, ...condition, ...(alias !== undefined && { alias }) };
}

/** Returns an objective for the share of good measurements of a gauge. `bad` selects a part of those that `total` selects. */
export function gaugeObjective(
  props: Omit<PackObjective, "maxMs">,
  source: SourceReference,
  { metric, where, ...conditions }: Readonly<Record<"metric" | "where" | "total" | "bad", string>>,
): PackContent<object, object>["slo"] {
  const [total, bad] = [count(gauge(metric, conditions.total)), count(gauge(metric, conditions.bad))];
  return { ...props, source, where, whereLanguage: "sql", total, bad, method: "sql", timestamp: "TimeUnix" };
}

/**
 * Returns the alert of a pack.
 * @param on key of its tile
 * @param windows number of consecutive windows and their length, such as `3 x 5m`
 */
export function alertOn<K extends string>(
  on: K,
  threshold: number | undefined,
  windows: `${number} x ${AlertPlan<K>["every"]}`,
  [name, message, note]: readonly [name: string, message: string, note?: string],
  when?: AlertPlan<K>["when"],
): AlertPlan<K> {
  const [count, every] = windows.split(" x ") as [string, AlertPlan<K>["every"]];
  const optional = { ...(note !== undefined && { note }), ...(when && { when }) };
  return { on, name, message, threshold, every, numConsecutiveWindows: Number(count), ...optional };
}
