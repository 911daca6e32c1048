import { withServerDefaults } from "../../../../src/declaration/server-defaults";
import { shapeOf } from "../../../../src/declaration/shape";
import { AGGREGATE_FUNCTIONS, selectItemField } from "../../../../src/resources/dashboard/tiles/select-item";
import { refusals, unknownValues } from "../../../support/declaration/refusals";

test.each(AGGREGATE_FUNCTIONS.filter((aggFn) => aggFn !== "count"))("%s requires a value expression", (aggFn) => {
  expect(refusals(selectItemField, { aggFn, valueExpression: "Duration" })).toEqual([]);
  const sentence = `valueExpression: The aggregate function "${aggFn}" requires the column or expression to aggregate.`;
  expect(refusals(selectItemField, { aggFn })).toEqual([sentence]);
  expect(refusals(selectItemField, { aggFn, valueExpression: "" })).toEqual([sentence]);
});

test("a metric with a name and a type needs no value expression, and gets the standard column of metrics", () => {
  const metric = { aggFn: "avg", metricName: "cpu", metricType: "gauge" };
  expect(refusals(selectItemField, metric)).toEqual([]);
  expect(withServerDefaults(shapeOf(selectItemField), metric)).toMatchObject({ valueExpression: "Value" });
  expect(withServerDefaults(shapeOf(selectItemField), { ...metric, aggFn: "count" })).toMatchObject({
    valueExpression: "",
  });
  for (const field of ["metricName", "metricType"]) {
    expect(refusals(selectItemField, { ...metric, [field]: undefined })).toEqual([
      'valueExpression: The aggregate function "avg" requires the column or expression to aggregate.',
    ]);
  }
});

test("count accepts no value expression, and an empty expression counts as unset", () => {
  expect(refusals(selectItemField, { aggFn: "count", valueExpression: "" })).toEqual([]);
  expect(refusals(selectItemField, { aggFn: "count", valueExpression: "Duration" })).toEqual([
    'valueExpression: The aggregate function "count" counts rows and has no value. Leave it out.',
  ]);
});

test("only a quantile can have a level", () => {
  expect(refusals(selectItemField, { aggFn: "count", level: 0.95 })).toEqual([
    'level: Only the aggregate function "quantile" has a level; this one is "count". Leave the level out.',
  ]);
  expect(refusals(selectItemField, { aggFn: "quantile", valueExpression: "Duration" })).toEqual([]);
});

test("a level is a value that the server supports, or another number that a newer server may support", () => {
  expect(unknownValues(selectItemField, { aggFn: "quantile", level: 0.42, valueExpression: "Duration" })).toEqual([
    "level: 0.42",
  ]);
  expect(refusals(selectItemField, { aggFn: "quantile", level: "0.95", valueExpression: "Duration" })).toEqual([
    "level: Must be a number, not a string.",
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

test("an unknown language, period or aggregate function of a newer server is accepted, with and without value and level", () => {
  expect(unknownValues(selectItemField, { aggFn: "count", whereLanguage: "promql" })).toEqual([
    'whereLanguage: "promql"',
  ]);
  expect(unknownValues(selectItemField, { aggFn: "avg", valueExpression: "Value", periodAggFn: "rate" })).toEqual([
    'periodAggFn: "rate"',
  ]);
  expect(unknownValues(selectItemField, { aggFn: "rate", level: 0.5 })).toEqual(['aggFn: "rate"']);
});
