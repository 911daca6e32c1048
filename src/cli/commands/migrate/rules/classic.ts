import { type Json, objectAt, objectsAt, textAt, textsAt } from "../input/value";
import { LeftOutError } from "../migrated";
import { nested } from "../sql/outer-query";
import { type Evaluator, evaluatorIn, evaluatorSql } from "./evaluators";
import { classicSeries } from "./reducers";
import { aggregatedRows, type Rows, settledRows } from "./rows";
import type { StepResult } from "./steps";

const IS_TRUE: Evaluator = { type: "gte", params: [1] };

/** Reads classic conditions, which have one result without labels. */
export function classicResult(model: Json, rowsOf: (refId: string) => Rows): StepResult {
  const conditions = objectsAt(model, "conditions").map((condition, index) => {
    const rows = rowsOf(textsAt(objectAt(condition, "query"), "params")[0] ?? "");
    const reducer = textAt(objectAt(condition, "reducer"), "type");
    const { type, params } = evaluatorIn(condition);
    return {
      name: `condition_${index + 1}`,
      rows: settledRows(rows.time === undefined ? rows : classicSeries(reducer, rows)),
      // The ranges of classic conditions have no order.
      evaluator: { type, params: [...params].sort((a, b) => a - b) },
      operator: textAt(objectAt(condition, "operator"), "type") === "or" ? "OR" : "AND",
    };
  });
  const [first, ...others] = conditions;
  if (!first) {
    throw new LeftOutError("Its classic condition is empty.");
  }
  if (others.length === 0) {
    return anySeries(first.rows, first.evaluator);
  }
  const tables = conditions.map(({ name, rows, evaluator }) => {
    const facts = `SELECT ${anyMeets(rows, evaluator)} AS fires, count(${rows.value}) = 0 AS is_empty`;
    return `${nested(`${facts}\nFROM ${rows.from}`)} AS ${name}`;
  });
  // Grafana combines the conditions from the left.
  const combined = (column: string) =>
    others.reduce((sql, { name, operator }) => `(${sql} ${operator} ${name}.${column})`, `${first.name}.${column}`);
  const value = `multiIf(${combined("fires")}, 1., ${combined("is_empty")}, NULL, 0.)`;
  const from = tables.join("\nCROSS JOIN ");
  return { rows: { from, labels: [], time: undefined, value, isSingle: true }, evaluator: IS_TRUE };
}

function anyMeets({ value }: Rows, evaluator: Evaluator): string {
  const count = `countIf(${evaluatorSql(evaluator, value)}) > 0`;
  return evaluator.type === "no_value" ? `count() = 0 OR ${count}` : count;
}

/** Returns one row that meets the condition if any series does. NaN does not hide the value of another series. */
function anySeries(rows: Rows, evaluator: Evaluator): StepResult {
  const { type } = evaluator;
  if (rows.isSingle && type !== "no_value") {
    return { rows, evaluator };
  }
  const extreme = type.startsWith("g") ? "max" : type.startsWith("l") ? "min" : undefined;
  if (extreme) {
    return { rows: aggregatedRows(rows, `${extreme}OrNullIf(${rows.value}, NOT isNaN(${rows.value}))`, []), evaluator };
  }
  const meets = `toFloat64(${anyMeets(rows, evaluator)})`;
  const value = type === "no_value" ? meets : `if(count(${rows.value}) = 0, NULL, ${meets})`;
  return { rows: aggregatedRows(rows, value, []), evaluator: IS_TRUE };
}
