import { any, avg, count, countDistinct, lastValue, max, min, quantile, sum } from "../../../src";
import { AGGREGATE_FUNCTIONS, selectItemField } from "../../../src/resources/dashboard/tiles/select-item";
import { refusals } from "../../support/declaration/refusals";

const options = { where: "level:error", alias: "errors" };

test("count counts rows and takes no value expression", () => {
  expect(count()).toEqual({ aggFn: "count" });
  expect(count(options)).toEqual({ aggFn: "count", ...options });
});

test.each([
  [countDistinct, "count_distinct"],
  [sum, "sum"],
  [avg, "avg"],
  [min, "min"],
  [max, "max"],
  [lastValue, "last_value"],
  [any, "any"],
] as const)("%p becomes the API's aggregate function with a value expression", (aggregate, aggFn) => {
  expect(AGGREGATE_FUNCTIONS).toContain(aggFn);
  expect(aggregate("Duration")).toEqual({ aggFn, valueExpression: "Duration" });
  expect(aggregate("Duration", options)).toEqual({ aggFn, valueExpression: "Duration", ...options });
});

test("quantile requires a level", () => {
  expect(quantile(0.95, "Duration", options)).toEqual({
    aggFn: "quantile",
    level: 0.95,
    valueExpression: "Duration",
    ...options,
  });
});

test("the declaration accepts every aggregate helper", () => {
  const aggregates = [countDistinct, sum, avg, min, max, lastValue, any].map((aggregate) => aggregate("Duration"));
  for (const item of [count(), quantile(0.5, "Duration"), ...aggregates]) {
    expect(refusals(selectItemField, item)).toEqual([]);
  }
});
