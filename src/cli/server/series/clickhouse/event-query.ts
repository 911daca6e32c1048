import { QueryRefusedError } from "../series-errors";
import { type SeriesSql, VALUE } from "./series-sql";
import { enclosed } from "./sql-text";

/** Returns the SQL of a series of a log or trace source: one row for each bucket and group with events. */
export function eventSql(query: SeriesSql): string {
  const { aggFn, level, field } = query.series;
  const expression = typeof field === "string" && field !== "" ? query.expression("value", field) : undefined;
  const value = aggregateSql({ aggFn: String(aggFn), level, expression, weight: query.source.weight() });
  return [
    `${query.aliases()}SELECT ${[query.bucket(), ...query.groups(), `${value} AS ${VALUE}`, ...query.types()].join(", ")}`,
    query.fromWhere(query.range, []),
    `GROUP BY ${query.keys()}`,
  ].join("\n");
}

interface Aggregate {
  readonly aggFn: string;
  readonly level: unknown;
  readonly expression: string | undefined;
  /** SQL of the number of events that a row represents. */
  readonly weight?: string | undefined;
}

/**
 * Returns the SQL of an aggregate. As on the server, a value that is not a number becomes 0. A weight changes counts,
 * sums, averages and quantiles.
 */
export function aggregateSql({ aggFn, level, expression, weight }: Aggregate): string {
  if (aggFn === "count") {
    return weight === undefined ? "count()" : `sum(${weight})`;
  }
  if (expression === undefined) {
    throw new QueryRefusedError(`The aggregate function ${aggFn} has no value expression.`);
  }
  const number = numberSql(expression);
  const weights = `sumIf(${weight}, ${number} IS NOT NULL)`;
  switch (aggFn) {
    case "count_distinct":
      return `count(DISTINCT ${expression})`;
    case "none":
      return enclosed(expression);
    case "any":
      return `any(${expression})`;
    case "last_value":
    case "max":
    case "min":
      return `${aggFn}(${number})`;
    case "sum":
      return weight === undefined ? `sum(${number})` : `sum(${number} * ${weight})`;
    case "avg":
      return weight === undefined
        ? `avg(${number})`
        : `sumIf(${number} * ${weight}, ${number} IS NOT NULL) / nullIf(${weights}, 0)`;
    case "quantile":
      return weight === undefined
        ? `quantile(${quantileLevel(level)})(${number})`
        : `quantileTDigestWeighted(${quantileLevel(level)})(${number}, toUInt32(${weight}))`;
    default:
      throw new QueryRefusedError(
        aggFn === "increase"
          ? "The aggregate function increase requires a sum metric."
          : `The aggregate function ${JSON.stringify(aggFn)} is not known.`,
      );
  }
}

/** Returns the number that the server reads from a value: 0 for other values. */
export function numberSql(expression: string): string {
  return `toFloat64OrDefault(toString(${expression}))`;
}

export function quantileLevel(level: unknown): number {
  if (typeof level === "number" && level >= 0 && level <= 1) {
    return level;
  }
  throw new QueryRefusedError(`The level of a quantile is a number from 0 to 1, not ${JSON.stringify(level ?? null)}.`);
}
