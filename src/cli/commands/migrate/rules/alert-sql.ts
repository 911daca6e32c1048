import { type Condition, meets } from "../../../../evaluation/condition";
import { nested, selectSql } from "../sql/outer-query";
import { alertCondition, evaluatorSql, numberThat } from "./evaluators";
import { type Rows, settledRows, TIME_COLUMN, VALUE_COLUMN } from "./rows";
import type { StepResult } from "./steps";

const IS_NOT_ZERO = { type: "ne", params: [0] };
const TRUTH: Condition = { type: "above", threshold: 1, max: 1 };

/** Start of each window in the range of the query. */
const WINDOWS =
  "toDateTime(arrayJoin(range(intDiv({startDateMilliseconds:Int64}, 1000), intDiv({endDateMilliseconds:Int64}, 1000), {intervalSeconds:Int64})))";

/**
 * Returns the query and the condition of an alert. Without labels it has one value. With labels, it has a row for each
 * window and label set.
 * @param firesWithoutData true if missing data meets the condition
 */
export function alertQuery({ rows, evaluator = IS_NOT_ZERO }: StepResult, firesWithoutData: boolean) {
  const direct = alertCondition(evaluator);
  const condition = direct ?? TRUTH;
  const { from, labels, value } = settledRows(rows);
  const [quiet, firing] = [numberThat(condition, false), numberThat(condition, true)];
  const withoutData = firesWithoutData ? firing : quiet;
  // Of all comparisons, only "not equal" is true for NaN.
  const notNumber = evaluator.type === "ne" ? firing : quiet;
  const sent = direct
    ? `multiIf(${value} IS NULL, ${withoutData}, isNaN(${value}), ${notNumber}, isInfinite(${value}), sign(${value}) * 1e300, toFloat64(${value}))`
    : `ifNull(toFloat64(${evaluatorSql(evaluator, value)}), ${withoutData})`;
  // The value is 1 while the condition is met, because the rule compares no single number.
  const facts = { condition, isTruth: !direct, keepsMissing: labels.length > 0 && meets(condition, 0) };
  if (labels.length === 0) {
    return { ...facts, displayType: "number", sql: selectSql([[sent, VALUE_COLUMN]], `FROM ${from}`) };
  }
  const names = labels.map(({ name, sql }) => [sql, name] as const);
  // Without rows, a server compares 0.
  const table = firesWithoutData || facts.keepsMissing ? withDefaultRow(from, labels) : from;
  return {
    ...facts,
    displayType: "line",
    sql: selectSql([[WINDOWS, TIME_COLUMN], ...names, [sent, VALUE_COLUMN]], `FROM ${table}`),
  };
}

/** Adds a row with empty labels and without a value if there are no rows. */
function withDefaultRow(from: string, labels: Rows["labels"]): string {
  const names = labels.map(({ sql }) => sql);
  const list = `groupArray(tuple(${names.join(", ")}, toNullable(${VALUE_COLUMN})))`;
  const one = nested(selectSql([[`arrayJoin(emptyArrayToSingle(${list}))`, "row"]], `FROM ${from}`));
  const columns = [...names, VALUE_COLUMN].map((name, index) => `row.${index + 1} AS ${name}`);
  return nested(`SELECT ${columns.join(", ")}\nFROM ${one}`);
}
