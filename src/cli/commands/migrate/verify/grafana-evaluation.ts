import { max, mean, median, min, sum } from "d3-array";
import { bareType, isNumericType } from "../../../server/series/clickhouse/columns";
import type { Database } from "../../../server/series/clickhouse/database";
import { QueryParameters } from "../../../server/series/clickhouse/sql-text";
import { replaceCalls, tileSql } from "../../../server/series/clickhouse/tile-sql";
import type { Query } from "../input/query";
import type { GrafanaRule, RuleStep } from "../input/rules";
import { anyFieldAt, type Json, numberAt, objectAt, objectsAt, textAt, textsAt } from "../input/value";
import { LeftOutError, type MigrateContext } from "../migrated";
import { readFormula, stepsOf } from "../rules/math";
import { ruleSql } from "../rules/steps";
import { withDatabase } from "../sql/database";

type Value = number | null;

/** A number, or a series of points in the order of their times. */
interface Result {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly Value[];
  readonly isSeries: boolean;
}

/** The result of a rule for one label set: null without data, and 0 if the condition is not met. */
export interface Instance {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

/** Evaluates a rule at one time as Grafana does, with its own queries and expressions. No instance means no data. */
export async function evaluateInGrafana(
  rule: GrafanaRule,
  at: number,
  database: Database,
  context: Pick<MigrateContext, "connectionOf">,
): Promise<readonly Instance[]> {
  const queries = new Map<string, readonly Result[]>();
  for (const step of rule.steps) {
    if (step.query) {
      const sql = originalSql(step, step.query, at, context);
      queries.set(step.refId, await queried(sql, at, database));
    }
  }
  const resultsOf = (refId: string): readonly Result[] => {
    const { model = {} } = rule.steps.find((each) => each.refId === refId) ?? {};
    const inputs = () => new Map(inputsOf(model).map((each) => [each, resultsOf(each)] as const));
    const results = queries.get(refId) ?? EXPRESSIONS.get(model.type)?.(model, inputs());
    if (!results) {
      throw new LeftOutError(`The step ${refId} cannot be evaluated.`);
    }
    return results;
  };
  return resultsOf(rule.condition).map(({ labels, points: [value = null] }) => ({ labels, value }));
}

function inputsOf(model: Json): readonly string[] {
  if (model.type === "classic_conditions") {
    return objectsAt(model, "conditions").map(queryOf);
  }
  const text = textAt(model, "expression");
  return text.includes("$") ? stepsOf(text) : [text];
}

/** Returns the ref id of the query of a classic condition. */
const queryOf = (condition: Json) => textsAt(objectAt(condition, "query"), "params")[0] ?? "";

/** Runs a converted query, and reads its rows as numbers or series. */
async function queried(query: string, at: number, database: Database): Promise<readonly Result[]> {
  const sql = tileSql(query, undefined);
  const [names = [], types = [], ...rows] = await database.rows<readonly unknown[]>(
    `SELECT * FROM (\n${sql}\n)`,
    new QueryParameters({ endDateMilliseconds: at }),
    { output_format_json_quote_denormals: "1" },
    { format: "JSONCompactEachRowWithNamesAndTypes" },
  );
  const isNumber = types.map((type) => isNumericType(String(type)) || bareType(String(type)).startsWith("Decimal"));
  const number = isNumber.indexOf(true);
  const time = types.findIndex((type) => /^Date/.test(bareType(String(type))));
  const texts = names.flatMap((name, index) => (index === time || isNumber[index] ? [] : [{ name, index }]));
  const series = new Map<string, { labels: Record<string, string>; values: Map<string, Value> }>();
  for (const [index, row] of rows.entries()) {
    const labels = Object.fromEntries(texts.map((each) => [String(each.name), String(row[each.index] ?? "")]));
    const own = series.get(JSON.stringify(labels)) ?? { labels, values: new Map() };
    series.set(time < 0 ? String(index) : JSON.stringify(labels), own);
    own.values.set(time < 0 ? "" : String(row[time]), numberOf(row[number]));
  }
  // A series has NULL at the times at which only others have a point.
  const times = [...new Set([...series.values()].flatMap(({ values }) => [...values.keys()]))].sort();
  return [...series.values()].map(({ labels, values }) => ({
    ...{ labels, isSeries: time >= 0 },
    points: times.map((each) => values.get(each) ?? null),
  }));
}

function numberOf(value: unknown): Value {
  return value === null ? null : Number(String(value).replace("inf", "Infinity"));
}

/** Returns the query of a step as Grafana sends it. Altinity's macros are those of the conversion. */
function originalSql(step: RuleStep, query: Query, at: number, context: Pick<MigrateContext, "connectionOf">): string {
  if (query.plugin === "altinity") {
    return ruleSql(step, query, context).sql;
  }
  // The user of ClickHouse can have another default database than the data source.
  const { database } = context.connectionOf(query.datasource);
  const sql = expanded(step, query, at);
  return database === undefined ? sql : withDatabase(sql, database);
}

/**
 * Returns the query with the macros of Grafana's own plugin. It does not use the macros of the conversion, so that a wrong
 * one is noticed.
 */
function expanded({ from, to }: RuleStep, { sql, model }: Query, at: number): string {
  const [start, end] = [at - from * 1000, at - to * 1000];
  const milliseconds = numberAt(model, "intervalMs") ?? 1000;
  const seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const [first, last] = [start, end].map((time) => `toDateTime(${Math.floor(time / 1000)})`);
  const macros = new Map<string | undefined, (column: string) => string>([
    ["__timeFilter", (column) => `${column} >= ${first} AND ${column} <= ${last}`],
    ["__dateFilter", (column) => `${column} >= toDate(${first}) AND ${column} <= toDate(${last})`],
    ["__timeInterval", (column) => `toStartOfInterval(toDateTime(${column}), INTERVAL ${seconds} second)`],
    ["__fromTime", () => String(first)],
    ["__toTime", () => String(last)],
    ["__interval_s", () => String(seconds)],
    ["__interval_ms", () => String(milliseconds)],
    ["__from", () => String(start)],
    ["__to", () => String(end)],
  ]);
  return replaceCalls(sql.trim().replace(/;$/, ""), (tokens, index) => {
    const macro = tokens[index] === "$" ? macros.get(tokens[index + 1]) : undefined;
    return macro && { length: 2, textOf: ([column = ""] = []) => macro(column) };
  });
}

type Inputs = ReadonlyMap<string, readonly Result[]>;

const EXPRESSIONS: ReadonlyMap<unknown, (model: Json, inputs: Inputs) => readonly Result[]> = new Map(
  Object.entries({
    reduce: (model: Json, inputs: Inputs) => onEach(inputs, (result) => reduced(model, result)),
    threshold: (model: Json, inputs: Inputs) =>
      onEach(inputs, ({ points: [value = null] }) => meets(objectsAt(model, "conditions")[0] ?? {}, value)),
    ...{ math, classic_conditions: classic },
  }),
);

function onEach(inputs: Inputs, compute: (result: Result) => Value): readonly Result[] {
  const results = [...inputs.values()].flat();
  return results.map((result) => ({ labels: result.labels, points: [compute(result)], isSeries: false }));
}

/** Reduces a series. NULL, NaN and infinite numbers are kept, dropped or replaced. */
function reduced(model: Json, { points, isSeries }: Result): Value {
  const { mode, replaceWithValue } = objectAt(model, "settings");
  const other = mode === "dropNN" ? null : Number(replaceWithValue);
  const isKept = (value: Value) => (mode !== "dropNN" && mode !== "replaceNN") || Number.isFinite(value);
  const mapped = points.map((value) => (isKept(value) ? value : other));
  if (!isSeries) {
    return mapped[0] ?? null;
  }
  const value = reducedBy(
    textAt(model, "reducer") || "last",
    mode === "dropNN" ? mapped.filter(Number.isFinite) : mapped,
  );
  return Number.isNaN(value) && !isKept(value) ? other : value;
}

function reducedBy(reducer: string, values: readonly Value[]): Value {
  const numbers = values.map((value) => value ?? Number.NaN);
  const isComplete = numbers.length > 0 && !numbers.some(Number.isNaN);
  const functions: Readonly<Record<string, (list: readonly number[]) => number | undefined>> = {
    ...{ min, max, mean, avg: mean, median },
  };
  switch (reducer) {
    case "count":
      return values.length;
    case "last":
      return values.length === 0 ? Number.NaN : (values.at(-1) ?? null);
    case "sum":
      return numbers.some(Number.isNaN) ? Number.NaN : sum(numbers);
    default:
      return (isComplete ? functions[reducer]?.(numbers) : undefined) ?? Number.NaN;
  }
}

function meets(condition: Json, value: Value): Value {
  const evaluator = objectAt(condition, "evaluator");
  const [a = Number.NaN, b = Number.NaN] = [anyFieldAt(evaluator, "params")].flat().map(Number);
  const number = value ?? Number.NaN;
  const tests: Readonly<Record<string, boolean>> = {
    ...{ gt: number > a, gte: number >= a, lt: number < a, lte: number <= a, eq: number === a, ne: number !== a },
    ...{ within_range: number > a && number < b, within_range_included: number >= a && number <= b },
    ...{ outside_range: number < a || number > b, outside_range_included: number <= a || number >= b },
  };
  const type = textAt(evaluator, "type");
  return type === "no_value" ? Number(value === null) : value === null ? null : Number(tests[type] ?? false);
}

function classic(model: Json, inputs: Inputs): readonly Result[] {
  const parts = objectsAt(model, "conditions").map((condition) => {
    const reducer = textAt(objectAt(condition, "reducer"), "type");
    const results = inputs.get(queryOf(condition)) ?? [];
    const values = results.map(({ points, isSeries }) =>
      isSeries ? classicValue(reducer, points) : (points[0] ?? null),
    );
    const tested = (values.length === 0 ? [null] : values).map((value) => meets(sorted(condition), value) === 1);
    const isOr = textAt(objectAt(condition, "operator"), "type") === "or";
    return { isOr, fires: tested.includes(true), isEmpty: values.every((value) => value === null) };
  });
  const combined = (field: "fires" | "isEmpty") =>
    parts.reduce(
      (is, part, index) => (index === 0 ? part[field] : part.isOr ? is || part[field] : is && part[field]),
      false,
    );
  return [{ labels: {}, points: [combined("fires") ? 1 : combined("isEmpty") ? null : 0], isSeries: false }];
}

/** The numbers of a range have no order in classic conditions. */
function sorted(condition: Json): Json {
  const { type, params } = objectAt(condition, "evaluator");
  const numbers = [params].flat().map(Number);
  return { evaluator: { type, params: numbers.sort((a, b) => a - b) } };
}

function classicValue(reducer: string, all: readonly Value[]): Value {
  const values = all.filter((value) => value !== null && !Number.isNaN(value));
  const [oldest = 0, newest = 0] = [values[0] ?? 0, values.at(-1) ?? 0];
  const change = reducer.startsWith("percent") ? ((newest - oldest) / Math.abs(oldest)) * 100 : newest - oldest;
  if (reducer === "count") {
    return all.length;
  }
  if (values.length < (reducer.includes("diff") ? 2 : 1)) {
    return null;
  }
  if (reducer.includes("diff")) {
    return reducer.endsWith("abs") ? Math.abs(change) : change;
  }
  return reducer === "count_non_null" ? values.length : reducedBy(reducer, values);
}

/** Computes a formula for each label set whose labels contain those of a partner in each other result. */
function math(model: Json, inputs: Inputs): readonly Result[] {
  const size = ([, [first]]: readonly [string, readonly Result[]]) => Object.keys(first?.labels ?? {}).length;
  const [largest, ...others] = [...inputs].sort((a, b) => size(b) - size(a));
  return (largest?.[1] ?? []).flatMap((result) => {
    const isPartner = ({ labels }: Result) =>
      Object.entries(labels).every(([name, text]) => result.labels[name] === text);
    const partners = new Map([
      ...others.map(([refId, each]) => [refId, each.find(isPartner)] as const),
      [largest?.[0] ?? "", result],
    ]);
    if ([...partners.values()].includes(undefined)) {
      return [];
    }
    const termValue = (token: string, index: number) => {
      const { isSeries = false, points = [] } = partners.get(stepsOf(token)[0] ?? "") ?? {};
      return token.startsWith("$") ? (points[isSeries ? index : 0] ?? null) : Number(token);
    };
    const formula = textAt(model, "expression");
    const points = result.points.map((_, index) => readFormula(formula, (token) => termValue(token, index), applied));
    return [{ ...result, points }];
  });
}

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  ...{ "||": (a: number, b: number) => a !== 0 || b !== 0, "&&": (a: number, b: number) => a !== 0 && b !== 0 },
  ...{ "==": (a: number, b: number) => a === b, "!=": (a: number, b: number) => a !== b },
  ...{ ">=": (a: number, b: number) => a >= b, "<=": (a: number, b: number) => a <= b },
  ...{ ">": (a: number, b: number) => a > b, "<": (a: number, b: number) => a < b },
  ...{
    "+": (a: number, b: number) => a + b,
    "-": (a: number, b: number) => a - b,
    "*": (a: number, b: number) => a * b,
  },
  ...{
    "/": (a: number, b: number) => a / b,
    "%": (a: number, b: number) => a % b,
    "**": (a: number, b: number) => a ** b,
  },
};

function applied(operator: string, a: Value, b?: Value): Value {
  if (b === undefined) {
    return a === null ? null : operator === "-" ? -a : Number(a === 0);
  }
  return a === null || b === null ? null : Number(OPERATORS[operator]?.(a, b));
}
