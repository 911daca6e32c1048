import { findAlertProblem } from "../../../../src/resources/dashboard/tiles/tile-config";
import { UNKNOWN } from "../../../support/declaration/refusals";

const sql = (displayType: string, sqlTemplate: unknown) =>
  findAlertProblem({ displayType, configType: "sql", sqlTemplate });

test.each(["line", "stacked_bar", "number"])("an alert can watch a tile of the kind %s", (displayType) => {
  expect(findAlertProblem({ displayType })).toBeUndefined();
});

test.each(["table", "pie", "bar", "heatmap", "search", "event_patterns", "markdown"])(
  "an alert cannot watch a tile of the kind %s",
  (displayType) => {
    expect(findAlertProblem({ displayType })?.summary).toBe(`A ${displayType} tile cannot alert`);
  },
);

test.each(["line", "stacked_bar"])("the SQL query of a %s must use the interval of the alert", (displayType) => {
  expect(sql(displayType, "SELECT count()")?.summary).toBe("The query of the tile has no interval");
  for (const part of [
    "$__timeInterval(Timestamp)",
    "$__timeInterval_ms(Timestamp)",
    "$__interval_s",
    "{intervalSeconds:Int64}",
    "{intervalMilliseconds:Int64}",
  ]) {
    expect(sql(displayType, `SELECT ${part}, count() GROUP BY 1`)).toBeUndefined();
  }
});

test("the SQL query of a number tile does not need the interval, and unknown values cause no error", () => {
  expect(sql("number", "SELECT count()")).toBeUndefined();
  expect(sql("line", UNKNOWN)).toBeUndefined();
  expect(findAlertProblem({ displayType: UNKNOWN })).toBeUndefined();
});
