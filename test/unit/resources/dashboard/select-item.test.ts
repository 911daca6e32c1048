import { AGGREGATE_FUNCTIONS, selectItemField } from "../../../../src/resources/dashboard/tiles/select-item";
import { refusals } from "../../../support/declaration/refusals";

test.each(AGGREGATE_FUNCTIONS.filter((aggFn) => aggFn !== "count"))("%s requires a value to aggregate", (aggFn) => {
  expect(refusals(selectItemField, { aggFn, valueExpression: "Duration" })).toEqual([]);
  const sentence = `valueExpression: The aggregate function "${aggFn}" requires the column or expression to aggregate.`;
  expect(refusals(selectItemField, { aggFn })).toEqual([sentence]);
  expect(refusals(selectItemField, { aggFn, valueExpression: "" })).toEqual([sentence]);
});

test("count accepts no value, and an empty value counts as unset", () => {
  expect(refusals(selectItemField, { aggFn: "count", valueExpression: "" })).toEqual([]);
  expect(refusals(selectItemField, { aggFn: "count", valueExpression: "Duration" })).toEqual([
    'valueExpression: The aggregate function "count" counts rows and has no value. Leave it out.',
  ]);
});

test("only a quantile has a level", () => {
  expect(refusals(selectItemField, { aggFn: "count", level: 0.95 })).toEqual([
    'level: Only the aggregate function "quantile" has a level; this one is "count". Leave the level out.',
  ]);
  expect(refusals(selectItemField, { aggFn: "quantile", valueExpression: "Duration" })).toEqual([]);
});

test("a level is one that the server computes", () => {
  expect(refusals(selectItemField, { aggFn: "quantile", level: 0.42, valueExpression: "Duration" })).toEqual([
    "level: Must be one of 0.5, 0.9, 0.95, 0.99; it is 0.42.",
  ]);
  expect(refusals(selectItemField, { aggFn: "quantile", level: "0.95", valueExpression: "Duration" })).toEqual([
    'level: Must be one of 0.5, 0.9, 0.95, 0.99; it is "0.95".',
  ]);
});

test.each(["valueExpression", "where", "alias"])("%s has up to 10000 characters", (field) => {
  const item = { aggFn: "sum", valueExpression: "Bytes", [field]: "x".repeat(10_001) };
  expect(refusals(selectItemField, item)).toEqual([`${field}: Must be at most 10000 characters long; it has 10001.`]);
});

test("a misspelled field is refused with the correct name", () => {
  expect(refusals(selectItemField, { aggFn: "count", wher: "level:error" })).toEqual([
    'wher: Unknown field. Did you mean "where"?',
  ]);
});

test("where has a language that the server supports", () => {
  expect(refusals(selectItemField, { aggFn: "count", whereLanguage: "promql" })).toEqual([
    'whereLanguage: Must be one of "sql", "lucene"; it is "promql".',
  ]);
});

test("a period is aggregated for gauges as a delta", () => {
  expect(refusals(selectItemField, { aggFn: "avg", valueExpression: "Value", periodAggFn: "rate" })).toEqual([
    'periodAggFn: Must be one of "delta"; it is "rate".',
  ]);
});
