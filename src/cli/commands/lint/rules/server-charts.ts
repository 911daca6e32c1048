import * as z from "zod";
import { shortenText } from "../../../../drawing/letters";
import { type Condition, extremity } from "../../../../evaluation/condition";
import type { Result } from "../../../server/backtest/test-alert";
import type { Point, TileQuery } from "../../../server/series/query-series";
import { MAX_SERVER_TEXT } from "../../../server/server-lists";
import { lintRule } from "../lint-rule";
import { ALERT_TYPE, DASHBOARD_TYPE, describeObject } from "../linted-objects";

const QUERIES =
  "The rules for queries read tiles and watched charts. They read queries in SQL only with `CLICKHOUSE_URL`, and skip sources that only the apply creates.";

const days = (count: number) =>
  z.strictObject({ days: z.int().min(1).max(90).default(count).describe("Number of past days.") });

const queryErrorRule = lintRule({
  id: "query-error",
  severity: "error",
  description: "The server or its database refuses a query, for example because a table or a column does not exist.",
  fix: "Correct the query or the table of its source, or grant SELECT on the table to the user.",
  limits: `${QUERIES} A missing attribute of a map, such as \`LogAttributes['x']\`, returns no error: see \`no-data\`.`,
  types: [DASHBOARD_TYPE, ALERT_TYPE],
  options: days(7),
  checkServer: (_, options, server, input) =>
    server.findInCharts((charts) =>
      charts.findInAnswers(input, options.days, ({ object, tile }, answer) => {
        const place = describeObject(object, tile);
        if ("unknown" in answer) {
          server.skip(shortenText(answer.unknown, MAX_SERVER_TEXT), place);
        }
        return "refused" in answer
          ? `The query of the ${place} fails. ${shortenText(answer.refused, MAX_SERVER_TEXT)}`
          : undefined;
      }),
    ),
});

const noDataRule = lintRule({
  id: "no-data",
  severity: "warn",
  description: "A query returns no data for some days.",
  fix: "Check the names of fields and values in the conditions, or ignore the finding if such events are rare.",
  limits: `${QUERIES} The rule treats a count of 0 as missing data. A query for rare events, such as errors, can have no data for good reasons.`,
  types: [DASHBOARD_TYPE, ALERT_TYPE],
  options: days(7),
  checkServer: (_, options, server, input) =>
    server.findInCharts((charts) =>
      charts.findInAnswers(input, options.days, ({ object, tile, query, isCheck }, answer) =>
        !isCheck && "value" in answer && !hasData(query, answer.value)
          ? `The query of the ${describeObject(object, tile)} returned no data in the last ${pastDaysText(options.days)}.`
          : undefined,
      ),
    ),
});

function pastDaysText(count: number): string {
  return count === 1 ? "day" : `${count} days`;
}

/** Treats a count of 0 as missing data, because the server can also leave the row out. */
function hasData({ series }: TileQuery, points: readonly Point[]): boolean {
  const isCount = series.map(({ aggFn }) => /^count/.test(String(aggFn)));
  return points.some(({ values }) => values.some((value, index) => value !== null && !(isCount[index] && value === 0)));
}

const TESTS = "The rule checks only alerts that `backtest` can test.";

const alertAlwaysFiresRule = lintRule({
  id: "alert-always-fires",
  severity: "warn",
  description: "An alert would have fired without interruption for some days.",
  fix: "Change the threshold, or remove the alert. `backtest --target-rate 1` suggests a threshold.",
  limits: TESTS,
  types: [ALERT_TYPE],
  options: days(7),
  checkServer: (_, options, server, input) =>
    server.findInCharts((charts) =>
      charts.findInTests(input, options.days, (object, { alert, windows: { length }, firings }) =>
        length > 1 && firings.some(({ windows }) => windows === length)
          ? `The ${describeObject(object)} would have fired in all ${length} windows of the last ${pastDaysText(options.days)}. Condition: ${alert.fires}.`
          : undefined,
      ),
    ),
});

const neverOptions = days(7).extend({
  factor: z
    .number()
    .min(1)
    .default(10)
    .describe("Reports only thresholds that are this many times away from the most extreme value."),
});

const alertNeverFiresRule = lintRule({
  id: "alert-never-fires",
  severity: "warn",
  description: "An alert would not have fired for some days, and its values were far from the threshold.",
  fix: "Change the threshold. `backtest --target-rate 1` suggests one.",
  limits: `${TESTS} It compares only thresholds above 0 with values above 0, and skips ranges and equality. With the factor 1 it reports each alert that would not have fired.`,
  types: [ALERT_TYPE],
  options: neverOptions,
  checkServer: (_, options, server, input) =>
    server.findInCharts((charts) =>
      charts.findInTests(input, options.days, (object, result) => {
        const closest = closestValue(result);
        return closest !== undefined && isFar(result.alert.condition, closest, options.factor)
          ? `The ${describeObject(object)} would not have fired in the last ${pastDaysText(options.days)}. The value closest to the threshold was ${closest}. Condition: ${result.alert.fires}.`
          : undefined;
      }),
    ),
});

/** Returns the value closest to firing; undefined if the alert fired, and without values above 0. */
function closestValue({ alert: { condition }, windows, firings }: Result): number | undefined {
  const values = windows
    .flatMap((window) => window.values.flatMap(({ value }) => (value === null ? [] : [value])))
    .filter((value) => value > 0)
    .sort((a, b) => extremity(condition, b) - extremity(condition, a));
  return firings.length === 0 ? values[0] : undefined;
}

function isFar({ type, threshold }: Condition, closest: number, factor: number): boolean {
  if (threshold <= 0) {
    return false;
  }
  if (type === "above" || type === "above_exclusive") {
    return closest * factor <= threshold;
  }
  return (type === "below" || type === "below_or_equal") && threshold * factor <= closest;
}

export const chartRules = [queryErrorRule, noDataRule, alertAlwaysFiresRule, alertNeverFiresRule];
