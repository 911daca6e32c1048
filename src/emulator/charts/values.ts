import { createHash } from "node:crypto";
import type { ChartSeries } from "./body";

/** A number from 0 up to 1 that depends on its seed only. */
export function seeded(...seed: (string | number)[]): number {
  return createHash("sha256").update(seed.join("\u0000")).digest().readUInt32BE(0) / 0x100000000;
}

const integers = new Set(["count", "count_distinct"]);

/**
 * An invented value of one series in one bucket, the same for the same question.
 * Counts are 64-bit integers, which the server writes as JSON strings.
 */
export function inventedValue(series: ChartSeries, bucket: number, group: readonly string[]): string | number {
  const { sourceId, aggFn, field = "", where, metricName = "" } = series;
  const share = seeded(sourceId, aggFn, field, where, metricName, bucket, ...group);
  return integers.has(aggFn) ? String(Math.floor(share * 1000)) : Math.round(share * 100_000) / 100;
}

/** Invented group values: two for each set of group columns. */
export function groupsOf(groupBy: readonly string[]): string[][] {
  if (groupBy.length === 0) return [[]];
  return ["a", "b"].map((letter) => groupBy.map((column) => `${column}-${letter}`));
}
