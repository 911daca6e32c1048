import { LeftOutError } from "../migrated";
import { AGGREGATES, aggregateCall } from "../sql/aggregates";
import { aggregatedRows, type Rows, settledRows, TIME_COLUMN } from "./rows";

/** Treatment of NULL, NaN and infinite numbers in a reduce step. */
interface Mode {
  readonly name: string;
  readonly replacement: number;
}

/** Returns the value of a number or a point in a mode. */
export function valueInMode(value: string, { name, replacement }: Mode): string {
  const other = new Map<string, string | number>([
    ["dropNN", "NULL"],
    ["replaceNN", replacement],
  ]).get(name);
  return other === undefined ? value : `if(isFinite(${value}), ${value}, ${other})`;
}

/** Reduces each series to a number. */
export function reducedSeries(reducer: string, rows: Rows, mode: Mode): Rows {
  const { value, time = TIME_COLUMN } = rows;
  const name = functionOf(reducer);
  if (mode.name === "replaceNN") {
    return aggregatedRows(rows, aggregateCall(name, valueInMode(value, mode), time));
  }
  if (mode.name === "dropNN") {
    const dropped = aggregateCall(name, value, time, `isFinite(${value})`);
    // A series whose points are all dropped is not empty.
    return aggregatedRows(rows, /count|sum/.test(name) ? `if(count() = 0, NULL, ifNull(${dropped}, 0))` : dropped);
  }
  if (rows.labels.length === 0) {
    return aggregatedRows(rows, strict(name, value, time));
  }
  // A series has NULL at a time at which only other series have a point. The rows do not contain it.
  const all = settledRows(rows, [
    [`uniqExact(${time}) OVER ()`, "all_times"],
    [`max(${time}) OVER ()`, "last_time"],
  ]);
  const reduced = strict(name, all.value, TIME_COLUMN);
  const missing =
    name === "argMax" ? [`max(${TIME_COLUMN}) < any(last_time)`, "NULL"] : ["count() < any(all_times)", "nan"];
  return aggregatedRows(all, name === "count" ? "any(all_times)" : `if(${missing.join(", ")}, ${reduced})`);
}

function strict(name: string, value: string, time: string): string {
  if (name === "count") {
    return "countOrNull()";
  }
  // An aggregate function skips NULL, but not a tuple that contains it.
  const number = `ifNull(${value}, nan)`;
  return name === "argMax"
    ? `argMax(tuple(toNullable(${value})), ${time}).1`
    : `if(countIf(isNaN(${number})) > 0, nan, ${aggregateCall(name, number, time)})`;
}

function functionOf(reducer: string): string {
  const name = reducer === "last" ? "argMax" : AGGREGATES.get(reducer);
  if (name === undefined) {
    throw new LeftOutError(`The reducer ${JSON.stringify(reducer)} has no equivalent.`);
  }
  return name;
}

/** Reduces each series as classic conditions do, which skip points without a number. */
export function classicSeries(reducer: string, rows: Rows): Rows {
  const { value, time = TIME_COLUMN } = rows;
  const isNumber = `NOT isNaN(${value})`;
  const [, isPercent, isAbsolute] = /^(percent_)?diff(_abs)?$/.exec(reducer) ?? [];
  if (reducer === "count") {
    return reducedSeries(reducer, rows, { name: "strict", replacement: 0 });
  }
  if (reducer === "count_non_null") {
    return aggregatedRows(rows, `nullIf(countIf(${isNumber}), 0)`);
  }
  if (!/^(?:percent_)?diff/.test(reducer)) {
    return aggregatedRows(rows, aggregateCall(functionOf(reducer), value, time, isNumber));
  }
  const [newest, oldest] = ["argMax", "argMin"].map((name) => aggregateCall(name, value, time, isNumber));
  const change = isPercent ? `(${newest} - ${oldest}) / abs(${oldest}) * 100` : `${newest} - ${oldest}`;
  return aggregatedRows(rows, `if(countIf(${isNumber}) > 1, ${isAbsolute ? `abs(${change})` : change}, NULL)`);
}
