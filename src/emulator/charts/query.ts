import { sum } from "d3-array";
import { z } from "zod/v3";
import { askedFor, groupByBody } from "../dashboards/series";
import { addProblem } from "../refusal";
import type { InventedStep } from "./invented-events";

const timestamp = z
  .number()
  .int()
  .positive()
  .refine((value) => String(value).length >= 13, "Timestamp must be in milliseconds");

const series = z.object({
  ...askedFor,
  groupBy: groupByBody,
  dataSource: z.enum(["events", "metrics"]).optional(),
  sortOrder: z.enum(["desc", "asc"]).optional(),
});

export type QueriedSeries = z.infer<typeof series>;

/** Widths of buckets, the shortest first. */
const WIDTHS = ["30s", "1m", "5m", "10m", "15m", "30m", "1h", "2h", "6h", "12h", "1d", "2d", "7d", "30d"] as const;

/** Body of `POST /charts/series` (docs/internals/api-behavior.md 5). */
export const seriesQuery = z.object({
  startTime: timestamp,
  endTime: timestamp,
  granularity: z.enum([...WIDTHS, "auto"]).optional(),
  seriesReturnType: z.enum(["column", "ratio"]).optional(),
  series: z
    .array(series)
    .min(1, "Series array cannot be empty")
    .max(5)
    .superRefine((list, ctx) => {
      const groups = new Set(list.map((one) => JSON.stringify(one.groupBy)));
      if (groups.size > 1) {
        addProblem(ctx, "All series must have the same groupBy fields");
      }
    }),
});

export type SeriesQuery = z.infer<typeof seriesQuery>;

/** Durations are stored in nanoseconds. Generated durations are some milliseconds long. */
const NANOSECONDS = 1_000_000;

/**
 * Returns the value of one series over some steps. Returns undefined if there are no events, because a database then
 * returns no row. Counts are 64-bit integers, which the server writes as JSON strings.
 */
export function aggregated(
  { aggFn, level = 0.5, field = "" }: QueriedSeries,
  steps: readonly InventedStep[],
): string | number | undefined {
  const unit = /duration/i.test(field) ? NANOSECONDS : 1;
  const happened = steps.filter(({ events }) => events > 0);
  if (happened.length === 0) {
    return undefined;
  }
  const values = happened.map(({ value }) => value * unit);
  const events = sum(happened, (step) => step.events);
  const total = sum(happened, (step, index) => step.events * (values[index] ?? 0));
  switch (aggFn) {
    case "count":
      return String(events);
    case "count_distinct":
      return String(Math.ceil(Math.sqrt(events)));
    case "sum":
    case "increase":
      return roundValue(total);
    case "max":
      return roundValue(2 * Math.max(...values));
    case "min":
      return roundValue(0.2 * Math.min(...values));
    case "quantile":
      return roundValue((total / events) * (0.2 + 1.6 * level));
    case "last_value":
    case "any":
    case "none":
      return roundValue(values.at(-1) ?? 0);
    default:
      return roundValue(total / events);
  }
}

const roundValue = (value: number): number => Math.round(value * 100) / 100;

/** A conversion to a number, and its bits. */
const CONVERSION = /^to(?:UInt|Int|Float)(\d+)/;

/** Returns generated group values: two for each set of group columns. */
export function inventedGroups(groupBy: readonly string[]): string[][] {
  if (groupBy.length === 0) {
    return [[]];
  }
  return (["a", "b"] as const).map((letter) =>
    groupBy.map((column) => (CONVERSION.test(column) ? { a: "404", b: "502" }[letter] : `${column}-${letter}`)),
  );
}

/** Returns a generated group value with the type of its column. Integers of 64 bits are texts. */
export function groupValue(expression: string | undefined, text: string): string | number {
  const bits = CONVERSION.exec(expression ?? "")?.[1];
  return bits === undefined || bits === "64" ? text : Number(text);
}

/** Returns the name that ClickHouse gives to the column of an expression. It writes `a['b']` as `arrayElement(a, 'b')`. */
export function columnNameOf(expression: string): string {
  return expression.replace(/(?<!\w)(\w+)\[('[^']*'|\d+)\]/g, "arrayElement($1, $2)");
}

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_AUTO_BUCKETS = 60;
const MAX_BUCKETS = 2000;

const milliseconds = (step: string): number => Number.parseInt(step, 10) * (UNITS_MS[step.slice(-1)] ?? 1000);

/**
 * Returns the time buckets of a range, at most 2000, and the part of each inside the range. A bucket starts at a multiple
 * of its width. `auto` uses the shortest width that needs at most 60 buckets.
 */
export function bucketsOf(start: number, end: number, granularity: string) {
  const range = end - start;
  const shortest = WIDTHS.find((width) => range / milliseconds(width) <= MAX_AUTO_BUCKETS) ?? "30d";
  const width = milliseconds(granularity === "auto" ? shortest : granularity);
  const first = Math.floor(start / width) * width;
  const count = end <= start ? 0 : Math.min(MAX_BUCKETS, Math.ceil((end - first) / width));
  return Array.from({ length: count }, (_, index) => {
    const begin = first + index * width;
    return { start: begin, from: Math.max(begin, start), to: Math.min(begin + width, end) };
  });
}

const opening: Record<string, string> = { ")": "(", "]": "[" };

/** A condition on a field, or an operator, in Lucene. */
const FIELD_OR_OPERATOR =
  /(?<![\w.@-])(?:[\w.@-]+:(?:"[^"]*"|\([^()]*\)|[[{][^[\]{}]*[\]}]|[^\s()]*)|(?:AND|OR|NOT)\b)/g;

/** Returns true for words without a field in Lucene. A chart query has no column in which to search for these words. */
export function hasBareText({ where, whereLanguage }: QueriedSeries): boolean {
  return whereLanguage !== "sql" && /\w/.test(where.replace(FIELD_OR_OPERATOR, ""));
}

/** Returns why a where clause is rejected; undefined if it is valid. Detects only open quotes and brackets. */
export function findWhereProblem(where: string): string | undefined {
  const unquoted = where.replace(/"[^"]*"|'[^']*'/g, "");
  if (/["']/.test(unquoted)) {
    return "Unterminated string in where clause";
  }
  const open: string[] = [];
  for (const [bracket] of unquoted.matchAll(/[()[\]]/g)) {
    const partner = opening[bracket];
    if (partner === undefined) {
      open.push(bracket);
    } else if (open.pop() !== partner) {
      return `Unexpected "${bracket}" in where clause`;
    }
  }
  return open.length > 0 ? `Expected a closing bracket for "${open.join("")}" in where clause` : undefined;
}
