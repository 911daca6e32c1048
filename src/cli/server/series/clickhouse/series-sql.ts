import type { JsonObject } from "../../../../client";
import type { TimeRange } from "../query-series";
import { QueryRefusedError, shortQuote } from "../series-errors";
import type { Columns } from "./columns";
import { bucketTime, type DatabaseTable, isDay, type QueriedSource, roundingOf } from "./queried-source";
import { searchSql } from "./search-condition";
import { enclosed, expressionProblem, followable, QueryParameters, quotedIdentifier, usedAliases } from "./sql-text";

/** Time range with its buckets. */
export interface SqlBuckets extends TimeRange {
  readonly width: number;
  /** Start of the windows modulo the width. Buckets also begin at multiples of the width. */
  readonly phase: number;
  /** True if the range is one bucket. `width` is then only the width of the steps of metrics. */
  readonly isOne?: boolean;
}

/** Column of the start of the bucket, in epoch milliseconds. */
export const BUCKET = "__cs_bucket";
/** Column of the start of a step: the bucket in which each time series of a metric becomes one value. */
export const STEP = "__cs_step";
/** Start of the names of the group columns. The index of the group follows. */
export const GROUP = "__cs_group";
export const VALUE = "__cs_value";
/** Start of the names of the columns with the types of the groups. */
export const TYPE = "__cs_type";

/** Parts of the SQL of one series. The names of the columns cannot be those of a table or of a condition. */
export class SeriesSql {
  readonly parameters = new QueryParameters();
  readonly #times: readonly string[];
  readonly #time: string;
  readonly #aliases: ReadonlyMap<string, string>;

  /** @param series one item of a chart query of the API (docs/internals/api-behavior.md 5) */
  constructor(
    readonly series: JsonObject,
    readonly source: QueriedSource,
    private readonly table: DatabaseTable,
    private readonly columns: Columns,
    readonly range: SqlBuckets,
  ) {
    this.#times = source.times();
    this.#aliases = this.#usedAliases();
    this.#time = bucketTime(this.#times, columns);
  }

  /** Returns `FROM` and `WHERE` with the given conditions, the time range and the condition of the series. */
  fromWhere({ start, end }: TimeRange, conditions: readonly string[]): string {
    const database = this.parameters.add("Identifier", this.table.database);
    const name = this.parameters.add("Identifier", this.table.name);
    const all = [...conditions, ...this.#timeConditions(start, end), ...this.#condition()];
    return `FROM ${database}.${name}\nWHERE ${all.join("\n  AND ")}`;
  }

  /** @param step SQL of the start of the step in which the row is */
  bucket(step = this.step()): string {
    const { isOne, start } = this.range;
    return `${isOne ? start : step} AS ${BUCKET}`;
  }

  step(): string {
    const { width, phase } = this.range;
    const time = `toUnixTimestamp64Milli(toDateTime64(${this.#time}, 3, 'UTC'))`;
    const multiple = `intDiv(${time}, ${width}) * ${width}`;
    const window = `intDiv(${time} - ${phase}, ${width}) * ${width} + ${phase}`;
    return phase === 0 ? multiple : `greatest(${multiple}, ${window})`;
  }

  groups(): readonly string[] {
    const { groupBy } = this.series;
    const expressions = Array.isArray(groupBy) ? groupBy.map(String) : [];
    return expressions.map((each, index) => `${enclosed(this.expression("group", each))} AS ${GROUP}${index}`);
  }

  keys(time = BUCKET): string {
    return [time, ...this.groups().map((_, index) => `${GROUP}${index}`)].join(", ");
  }

  /** Returns the columns with the types of the groups. A numeric group is the value, except for histograms. */
  types(): readonly string[] {
    const groups = this.series.metricDataType === "histogram" ? [] : this.groups();
    return groups.map((_, index) => `toTypeName(${GROUP}${index}) AS ${TYPE}${index}`);
  }

  /** Returns the `WITH` clause of the aliases that the condition or a group of a saved search uses; "" without any. */
  aliases(): string {
    const aliases = [...this.#aliases].map(([name, sql]) => `${enclosed(sql)} AS ${quotedIdentifier(name)}`);
    return aliases.length === 0 ? "" : `WITH ${aliases.join(", ")}\n`;
  }

  /** Returns an expression of the author. Throws if it is not one expression. */
  expression(noun: string, sql: string): string {
    const problem = expressionProblem(sql);
    if (problem !== undefined) {
      throw new QueryRefusedError(`The ${noun} ${shortQuote(sql)} is not an SQL expression: ${problem}.`);
    }
    return followable(sql);
  }

  /** Returns the aliases of the columns of a saved search, or of its source, by name. */
  #usedAliases(): ReadonlyMap<string, string> {
    const { select, where, groupBy } = this.series;
    if (typeof select !== "string") {
      return new Map();
    }
    const texts = [where, ...(Array.isArray(groupBy) ? groupBy : [])].join(" ");
    const aliases = usedAliases(select.trim() === "" ? this.source.defaultSelect : select, texts)
      .filter(([name]) => !this.columns.has(name))
      .map(([name, sql]) => [name, this.expression("column", sql)] as const);
    return new Map(aliases);
  }

  #condition(): readonly string[] {
    const where = typeof this.series.where === "string" ? this.series.where.trim() : "";
    if (where === "") {
      return [];
    }
    if (this.series.whereLanguage === "sql") {
      return [enclosed(this.expression("condition", where))];
    }
    // The server compares aliases as texts.
    const columns = new Map([...this.columns, ...[...this.#aliases.keys()].map((name) => [name, "String"] as const)]);
    const sql = searchSql(where, { columns, text: this.source.text() }, this.parameters);
    return sql === "" ? [] : [enclosed(sql)];
  }

  /** The range of each expression of the time. Rounded times only narrow the search, so their range is wider. */
  #timeConditions(start: number, end: number): readonly string[] {
    const [from, to] = [start, end].map((time) => `fromUnixTimestamp64Milli(${this.parameters.add("Int64", time)})`);
    return this.#times.map((time) => {
      const rounding = roundingOf(time);
      if (isDay(time, this.columns)) {
        const slack = this.#times.length > 1 ? 1 : 0;
        return `${time} >= toDate(${from}) - ${slack} AND ${time} <= toDate(${to}) + ${slack}`;
      }
      if (rounding !== undefined && this.#times.length > 1) {
        const slack = rounding === "toStartOfDay" ? "INTERVAL 1 DAY" : "INTERVAL 1 HOUR";
        return `${time} >= ${rounding}(${from}) - ${slack} AND ${time} <= ${rounding}(${to}) + ${slack}`;
      }
      return `${time} >= ${from} AND ${time} < ${to}`;
    });
  }
}
