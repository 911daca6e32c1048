/** Aggregate functions of the reducers and calculations of Grafana. */
export const AGGREGATES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ min: "min", max: "max", mean: "avg", avg: "avg", sum: "sum", count: "count" },
    median: "quantileExactInclusive",
  }),
);

/**
 * Returns the call of an aggregate function for the values that meet a condition. Its result is NULL without values.
 * @param time the second argument of `argMin` and `argMax`
 */
export function aggregateCall(name: string | undefined, value: string, time?: string, condition?: string): string {
  const parameter = name === "quantileExactInclusive" ? "(0.5)" : "";
  const args = [value, ...(name?.startsWith("arg") ? [time] : []), ...(condition === undefined ? [] : [condition])];
  return `${name}OrNull${condition === undefined ? "" : "If"}${parameter}(${args.join(", ")})`;
}
