import { tokensOf } from "../../../../declaration/sql-tokens";
import type { Query } from "../input/query";
import type { GrafanaRule, RuleStep } from "../input/rules";
import { durationSeconds, type Json, numberAt, objectAt, objectsAt, textAt } from "../input/value";
import { LeftOutError, type MigrateContext } from "../migrated";
import { queryColumns, type SqlColumn } from "../sql/columns";
import { convertSql } from "../sql/convert-sql";
import { withDatabase } from "../sql/database";
import { nested, sqlName, withNames } from "../sql/outer-query";
import { classicResult } from "./classic";
import { type Evaluator, evaluatorIn, evaluatorSql } from "./evaluators";
import { formulaSql, stepsOf } from "./math";
import { reducedSeries, valueInMode } from "./reducers";
import { aggregatedRows, joinedRows, type Rows, settledRows, TIME_COLUMN, VALUE_COLUMN } from "./rows";

/** The result of a step: its rows, or the comparison of them with numbers, which is 1 or 0. */
export interface StepResult {
  readonly rows: Rows;
  readonly evaluator?: Evaluator | undefined;
}

const END = "{endDateMilliseconds:Int64}";

/** Returns the SQL of a step. Its time range is relative to the end of a window. */
export function ruleSql({ from, to }: RuleStep, query: Query, { connectionOf }: Pick<MigrateContext, "connectionOf">) {
  const ago = (seconds: number) => (seconds === 0 ? END : `${END} - ${Math.round(seconds * 1000)}`);
  const intervalMs = String(Math.max(1, Math.round(numberAt(query.model, "intervalMs") ?? 1000)));
  const time = { range: { start: ago(from), end: ago(to) }, intervalMs };
  const { sql, differences } = convertSql(query, { time, variables: new Map() });
  const { connectionId, database } = connectionOf(query.datasource);
  return { sql: database === undefined ? sql : withDatabase(sql, database), differences, connectionId };
}

/** Converts the condition of a rule to SQL, with the steps and queries that the condition reads. */
export class Steps {
  #depth = 0;
  readonly #connections = new Set<string>();

  constructor(
    private readonly rule: GrafanaRule,
    private readonly context: MigrateContext,
    private readonly add: (difference: string) => void,
  ) {}

  get connectionId(): string {
    const [connectionId = "", ...others] = this.#connections;
    if (others.length > 0) {
      throw new LeftOutError("Its queries are on several connections.");
    }
    return connectionId;
  }

  /** Returns the result of the condition. */
  decide(): StepResult {
    const step = this.#step(this.rule.condition);
    const result: StepResult = step.query ? { rows: this.#query(step, step.query) } : this.#expression(step);
    if (result.rows.time !== undefined) {
      throw new LeftOutError("Its condition is on a series that is not reduced to a number. Grafana refuses it.");
    }
    return result;
  }

  /** Returns the `refId` of the condition's input, and of each step that the input passes through. */
  valueSteps(refId = inputOf(this.#step(this.rule.condition).model), depth = 0): readonly string[] {
    const { query, model } = this.rule.steps.find((each) => each.refId === refId) ?? {};
    const isReduced = model?.type === "reduce" && !query && depth < this.rule.steps.length;
    return isReduced ? [refId, ...this.valueSteps(inputOf(model), depth + 1)] : [refId];
  }

  #step(refId: string): RuleStep {
    const step = this.rule.steps.find((each) => each.refId === refId);
    if (!step) {
      const lacking = this.rule.condition === "" ? "no condition." : "an expression without input. Grafana refuses it.";
      throw new LeftOutError(`It has ${refId === "" ? lacking : `no step ${JSON.stringify(refId)}.`}`);
    }
    return step;
  }

  #rowsOf(refId: string): Rows {
    const step = this.#step(refId);
    this.#depth += 1;
    if (this.#depth > this.rule.steps.length) {
      throw new LeftOutError(`The step ${JSON.stringify(refId)} uses its own result.`);
    }
    const { rows, evaluator } = step.query ? { rows: this.#query(step, step.query) } : this.#expression(step);
    this.#depth -= 1;
    if (!evaluator) {
      return rows;
    }
    const plain = settledRows(rows);
    return { ...plain, value: `toFloat64(${evaluatorSql(evaluator, plain.value)})` };
  }

  #expression({ model }: RuleStep): StepResult {
    const input = () => this.#rowsOf(inputOf(model));
    switch (model.type) {
      case "reduce":
        return { rows: this.#reduced(model, input()) };
      case "math":
        return this.#formula(textAt(model, "expression"));
      case "threshold": {
        const [condition = {}] = objectsAt(model, "conditions");
        if (Object.hasOwn(condition, "unloadEvaluator")) {
          this.add("Grafana ends the alert at another threshold than it starts. ClickStack has one threshold.");
        }
        return { rows: input(), evaluator: evaluatorIn(condition) };
      }
      case "classic_conditions":
        return classicResult(model, (refId) => this.#rowsOf(refId));
      case "resample":
        return { rows: this.#resampled(model, settledRows(input())) };
      default:
        throw new LeftOutError(`Expressions of the type ${JSON.stringify(model.type ?? "")} have no equivalent.`);
    }
  }

  #query(step: RuleStep, query: Query): Rows {
    if (query.plugin === "other") {
      throw new LeftOutError(`The query ${query.refId} is not on ClickHouse.`);
    }
    const { sql, differences, connectionId } = ruleSql(step, query, this.context);
    this.#connections.add(connectionId);
    differences.forEach(this.add);
    if (step.from <= step.to && sql.includes(END)) {
      throw new LeftOutError(`The query ${query.refId} has no time range.`);
    }
    return this.#columns(sql, query);
  }

  #columns(sql: string, { refId, format }: Query): Rows {
    const columns = queryColumns(sql) ?? [];
    const time = columns.find(({ kind }) => kind === "time");
    const others = columns.filter((column) => column !== time);
    const [value = others.findLast(({ kind }) => kind === "unknown"), second] = others.filter(isNumber);
    const labels = others.filter((column) => column !== value);
    if (!value || second) {
      throw new LeftOutError(`The query ${refId} does not return exactly one known number per row.`);
    }
    if (time && labels.length > 0 && format === "table") {
      throw new LeftOutError(`The query ${refId} returns a table with times and texts. Grafana refuses it in a rule.`);
    }
    const isNamed = value.hasAlias || value.expression !== value.name || /^\w+$/.test(value.name);
    // An alias with the name of a column would replace it in conditions.
    const words = new Set(tokensOf(sql));
    const alias = [VALUE_COLUMN, "result", "rule_value"].find((each) => !words.has(each)) ?? "_value";
    const number = isNamed ? value : { ...value, name: alias };
    const named = columns.map((column) => (column === value ? number : column));
    const rows: Rows = {
      from: nested(withNames(sql, named)),
      labels: labels.map(({ name, kind }) => ({
        name: this.#labelName(name),
        sql: kind === "text" ? sqlName(name) : `toString(${sqlName(name)})`,
      })),
      time: time && sqlName(time.name),
      value: `toFloat64(${sqlName(number.name)})`,
      isSingle: false,
    };
    return time || labels.length > 0 ? rows : aggregatedRows(rows, `anyOrNull(${rows.value})`);
  }

  /** Keeps labels apart from generated columns. Servers cannot notify about a name with an empty part around a dot. */
  #labelName(name: string): string {
    const parts = name.split(".").filter((part) => part !== "");
    const safe = name === TIME_COLUMN || name === VALUE_COLUMN ? `label_${name}` : parts.join(".") || "label";
    if (safe !== name) {
      this.add(`The label ${JSON.stringify(name)} is renamed to ${JSON.stringify(safe)}.`);
    }
    return safe;
  }

  #reduced(model: Json, rows: Rows): Rows {
    const settings = objectAt(model, "settings");
    const mode = { name: textAt(settings, "mode"), replacement: numberAt(settings, "replaceWithValue") ?? 0 };
    if (rows.time === undefined) {
      return { ...rows, value: valueInMode(rows.value, mode) };
    }
    if (mode.name === "replaceNN" && rows.labels.length > 0) {
      this.add(
        "At a time at which only other series have a point, Grafana replaces the missing point. ClickStack does not.",
      );
    }
    return reducedSeries(textAt(model, "reducer") || "last", rows, mode);
  }

  #formula(text: string): StepResult {
    const { rows, resultOf } = joinedRows(stepsOf(text).map((refId) => [refId, this.#rowsOf(refId)] as const));
    const { value, evaluator } = formulaSql(text, resultOf);
    return { rows: { ...rows, value }, evaluator };
  }

  #resampled(model: Json, rows: Rows): Rows {
    const seconds = Math.round(durationSeconds(textAt(model, "window")) ?? 0);
    if (rows.time === undefined || seconds < 1) {
      throw new LeftOutError("Its resample step has no series or no window.");
    }
    this.add(`Grafana resamples from the start of the range and fills gaps. ClickStack has a point per ${seconds} s.`);
    // Names with the prefix `points` refer to the old columns. The new columns have the same names without it.
    const points = {
      ...rows,
      from: `${rows.from} AS points`,
      time: `points.${TIME_COLUMN}`,
      value: `points.${VALUE_COLUMN}`,
    };
    const bucket = { name: TIME_COLUMN, sql: `toStartOfInterval(${points.time}, INTERVAL ${seconds} SECOND)` };
    const mode = { name: "dropNN", replacement: 0 };
    const grouped = reducedSeries(textAt(model, "downsampler"), { ...points, labels: [...rows.labels, bucket] }, mode);
    return { ...grouped, labels: grouped.labels.slice(0, -1), time: TIME_COLUMN };
  }
}

const isNumber = ({ kind }: SqlColumn) => kind === "number";

/** Returns the ref id of the step that an expression uses. */
function inputOf(model: Json): string {
  return textAt(model, "expression").replace(/^\$\{?|\}$/g, "");
}
