import { isJsonObject, type JsonObject, type JsonValue } from "../../../../client/json";
import { splitColumns } from "../../../../split-columns";
import { QueryRefusedError, shortQuote } from "../series-errors";
import { bareType, type Columns } from "./columns";
import { enclosed, expressionProblem, followable } from "./sql-text";

export interface DatabaseTable {
  readonly database: string;
  readonly name: string;
}

const METRIC_TYPES = ["gauge", "sum", "histogram"] as const;
export type MetricType = (typeof METRIC_TYPES)[number];

/** The parts of a source of the API that its queries need (docs/internals/api-behavior.md 3.13). */
export class QueriedSource {
  constructor(private readonly record: JsonObject) {}

  get name(): string {
    return String(this.record.name);
  }

  get isMetric(): boolean {
    return this.record.kind === "metric";
  }

  /** Returns the table of events. Throws for a source that has none. */
  eventTable(): DatabaseTable {
    if (this.record.kind === "promql") {
      throw this.refused("is queried in PromQL");
    }
    const name = textIn(this.record.from, "tableName");
    if (name === undefined) {
      throw this.refused("names no table");
    }
    return { database: this.#database(), name };
  }

  metricTable(type: unknown): DatabaseTable {
    const known = METRIC_TYPES.find((each) => each === type);
    if (known === undefined) {
      throw new QueryRefusedError(
        `The metric type ${JSON.stringify(type ?? null)} of the source ${JSON.stringify(this.name)} is not supported. Supported: ${METRIC_TYPES.join(", ")}.`,
      );
    }
    const name = textIn(this.record.metricTables, known);
    if (name === undefined) {
      throw this.refused(`names no table of ${known} metrics`);
    }
    return { database: this.#database(), name };
  }

  /** Returns the expressions of the time, separated in the source by commas. */
  times(): readonly string[] {
    const expressions = splitColumns(textIn(this.record, "timestampValueExpression") ?? "");
    if (expressions.length === 0) {
      throw this.refused("names no column of the time");
    }
    return expressions.map((expression) => this.#checked("timestamp_value_expression", expression));
  }

  /** Returns the SQL of the text that words without a field search. */
  text(): string | undefined {
    const implicit = textIn(this.record, "implicitColumnExpression");
    const [field, text] = implicit
      ? (["implicit_column_expression", implicit] as const)
      : (["body_expression", textIn(this.record, "bodyExpression")] as const);
    const columns = splitColumns(text ?? "").map((column) => this.#checked(field, column));
    return columns.length > 1 ? `concatWithSeparator(';', ${columns.join(", ")})` : columns[0];
  }

  /** Returns the SQL of the number of spans that a stored span represents; undefined if each represents one. */
  weight(): string | undefined {
    const rate = textIn(this.record, "sampleRateExpression");
    return rate && `greatest(toUInt64OrZero(toString(${enclosed(this.#checked("sample_rate_expression", rate))})), 1)`;
  }

  /** Returns the columns that a search shows if it names none. */
  get defaultSelect(): string {
    return textIn(this.record, "defaultTableSelectExpression") ?? "";
  }

  get settings(): Readonly<Record<string, string>> {
    const settings = Array.isArray(this.record.querySettings) ? this.record.querySettings.filter(isJsonObject) : [];
    return Object.fromEntries(settings.map(({ setting, value }) => [String(setting), String(value)]));
  }

  refused(problem: string): QueryRefusedError {
    return new QueryRefusedError(`The source ${JSON.stringify(this.name)} ${problem}.`);
  }

  #database(): string {
    const database = textIn(this.record.from, "databaseName");
    if (database === undefined) {
      throw this.refused("names no database");
    }
    return database;
  }

  #checked(field: string, expression: string): string {
    const problem = expressionProblem(expression);
    if (problem !== undefined) {
      throw this.refused(`has an invalid ${field}, ${shortQuote(expression)}: ${problem}`);
    }
    return followable(expression);
  }
}

function textIn(record: JsonValue | undefined, field: string): string | undefined {
  const value = isJsonObject(record) ? record[field] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Returns the expression whose time is divided into buckets: the most precise column, of equal ones the first. */
export function bucketTime(times: readonly string[], columns: Columns): string {
  const precision = (time: string) => {
    const type = bareType(columns.get(unquoted(time)) ?? "");
    const digits = Number(/^DateTime64\((\d+)/.exec(type)?.[1] ?? 0);
    return type.startsWith("DateTime") ? digits + 2 : isDay(time, columns) ? 0 : 1;
  };
  return times.reduce((best, time) => (precision(time) > precision(best) ? time : best));
}

/** Returns true for an expression whose values are whole days. */
export function isDay(time: string, columns: Columns): boolean {
  return /^Date(32)?$/.test(bareType(columns.get(unquoted(time)) ?? "")) || /^toDate\s*\(/.test(time);
}

/** Returns the function of an expression such as `toStartOfHour(Timestamp)`, which rounds times down. */
export function roundingOf(time: string): string | undefined {
  return /^(toStartOf(?:Second|Minute|FiveMinutes?|TenMinutes|FifteenMinutes|Hour|Day))\s*\(\s*[`\w.]+\s*\)$/.exec(
    time,
  )?.[1];
}

function unquoted(name: string): string {
  return name.replace(/^`([^`\\]+)`$|^"([^"\\]+)"$/, "$1$2");
}
