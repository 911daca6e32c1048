import { BY_HOST, COUNT, converted, query, reduce, SERIES, step, threshold } from "./rule-fixture";

/** The condition and the queries of rules. The engine proves their meaning in the acceptance tests. */

test("a rule without labels becomes a number tile, whose query has a value for missing data", () => {
  const { outcome, fields, chart, sql } = converted();
  expect(outcome).toMatchObject({ class: "exact", differences: [], isClickHouse: true });
  expect(fields).toMatchObject({ source: "inline", interval: "1m", threshold: 5, thresholdType: "above_exclusive" });
  expect(chart).toMatchObject({ configType: "sql", displayType: "number", connectionId: "c".repeat(24) });
  expect(sql).toContain("value IS NULL, 0,");
  expect(sql).toContain("{endDateMilliseconds:Int64} - 600000");
});

test("a rule with labels becomes a line tile with one time for each window", () => {
  const { outcome, chart, sql } = converted({ steps: [query(BY_HOST), threshold("gt", [5], "A")] });
  expect(outcome?.class).toBe("exact");
  expect(chart.displayType).toBe("line");
  expect(sql).toContain("{intervalSeconds:Int64}");
  expect(sql).toContain("toString(host) AS host");
  expect(sql).not.toContain("emptyArrayToSingle");
});

test.each([
  ["gt", [5], "above_exclusive", undefined],
  ["gte", [5], "above", undefined],
  ["lt", [5], "below", undefined],
  ["lte", [5], "below_or_equal", undefined],
  ["eq", [5], "equal", undefined],
  ["ne", [5], "not_equal", undefined],
  ["within_range_included", [5, 9], "between", 9],
  ["outside_range", [5, 9], "not_between", 9],
])("the evaluator %s becomes a threshold type, so the value stays visible", (type, params, thresholdType, max) => {
  const { outcome, fields } = converted({ steps: [query(COUNT), threshold(type, params, "A")] });
  expect(outcome?.class).toBe("exact");
  expect(fields).toMatchObject({ thresholdType, threshold: 5 });
  expect(fields.thresholdMax).toBe(max);
});

test.each([
  ["within_range", [5, 9], "value > 5 AND value < 9"],
  ["outside_range_included", [5, 9], "value <= 5 OR value >= 9"],
  ["within_range_included", [9, 5], "value >= 9 AND value <= 5"],
])("the evaluator %s of %j becomes a value 0 or 1", (type, params, comparison) => {
  const { fields, sql } = converted({ steps: [query(COUNT), threshold(type, params, "A")] });
  expect(fields).toMatchObject({ thresholdType: "above", threshold: 1 });
  expect(sql).toContain(comparison);
});

test.each([
  ["$B / 2 > 10", { thresholdType: "above_exclusive", threshold: 10 }, "value / 2"],
  ["10 >= $B", { thresholdType: "below_or_equal", threshold: 10 }, "value"],
  ["$B == -1", { thresholdType: "equal", threshold: -1 }, "value"],
  ["$B % 7 ** 2", { thresholdType: "not_equal", threshold: 0 }, "value - (pow(7, 2)) * trunc(value / (pow(7, 2)))"],
  ["$B > 1 && !$B", { thresholdType: "not_equal", threshold: 0 }, "((value > 1) != 0) AND ((value = 0) != 0)"],
])("the formula %s becomes the condition of the alert", (expression, condition, value) => {
  const { outcome, fields, sql } = converted({
    steps: [query(COUNT), reduce(), step("C", { type: "math", expression })],
  });
  expect(outcome).toMatchObject({ class: "exact" });
  expect(fields).toMatchObject(condition);
  expect(sql).toContain(value);
});

test("a formula of several results joins them on equal labels", () => {
  const steps = [
    query(BY_HOST),
    query(BY_HOST, { refId: "D" }),
    step("C", { type: "math", expression: "$A / $D > 2" }),
  ];
  expect(converted({ steps }).sql).toContain("ON A.host = D.host");
  const single = [query(COUNT), query(COUNT, { refId: "D" }), step("C", { type: "math", expression: "$A / $D > 2" })];
  expect(converted({ steps: single }).sql).toContain("CROSS JOIN");
});

test.each([
  ["last", {}, "argMax(tuple(toNullable(toFloat64(load))), t).1"],
  ["last", { mode: "dropNN" }, "argMaxOrNullIf(toFloat64(load), t, isFinite(toFloat64(load)))"],
  ["mean", { mode: "replaceNN", replaceWithValue: 3 }, "avgOrNull(if(isFinite(toFloat64(load)), toFloat64(load), 3))"],
  ["median", { mode: "dropNN" }, "quantileExactInclusiveOrNullIf(0.5)(toFloat64(load), isFinite(toFloat64(load)))"],
  ["count", {}, "countOrNull()"],
])("the reducer %s with %j is SQL", (reducer, settings, sql) => {
  const result = converted({ steps: [query(SERIES, { format: "series" }), reduce(reducer, settings), threshold()] });
  expect(result.outcome?.class).toBe("exact");
  expect(result.sql).toContain(sql);
});

test.each([
  ["max", "gt", "above_exclusive", "maxOrNullIf"],
  ["diff", "gt", "above_exclusive", "argMinOrNullIf"],
  ["percent_diff", "lt", "below", "* 100"],
  ["count_non_null", "gt", "above_exclusive", "nullIf(countIf("],
])("a classic condition with the reducer %s is exact", (reducer, type, thresholdType, sql) => {
  const conditions = [{ evaluator: { type, params: [5] }, query: { params: ["A"] }, reducer: { type: reducer } }];
  const steps = [query(SERIES, { format: "series" }), step("C", { type: "classic_conditions", conditions })];
  const result = converted({ steps });
  expect(result.outcome?.class).toBe("exact");
  expect(result.fields).toMatchObject({ thresholdType, threshold: 5 });
  expect(result.sql).toContain(sql);
});

test("several classic conditions are combined from the left, and a condition on no value needs no number", () => {
  const conditionOn = (refId: string, evaluator: object, type: string) => ({
    ...{ evaluator, query: { params: [refId] }, reducer: { type: "last" }, operator: { type } },
  });
  const conditions = [
    conditionOn("A", { type: "gt", params: [5] }, "and"),
    conditionOn("D", { type: "no_value", params: [] }, "or"),
    conditionOn("A", { type: "within_range", params: [9, 1] }, "and"),
  ];
  const steps = [query(COUNT), query(COUNT, { refId: "D" }), step("C", { type: "classic_conditions", conditions })];
  const { fields, sql } = converted({ steps });
  expect(fields).toMatchObject({ thresholdType: "above", threshold: 1 });
  expect(sql).toContain("((condition_1.fires OR condition_2.fires) AND condition_3.fires)");
  expect(sql).toContain("value > 1 AND value < 9");
});

test("a resampled series is approximated", () => {
  const resample = step("R", {
    type: "resample",
    expression: "A",
    window: "5m",
    downsampler: "mean",
    upsampler: "pad",
  });
  const last = step("B", { type: "reduce", reducer: "last", expression: "R" });
  const { outcome, sql } = converted({ steps: [query(SERIES, { format: "series" }), resample, last, threshold()] });
  expect(outcome).toMatchObject({
    class: "approximated",
    differences: ["Grafana resamples from the start of the range and fills gaps. ClickStack has a point per 300 s."],
  });
  expect(sql).toContain("toStartOfInterval(points.time, INTERVAL 300 SECOND)");
});

test("each query has its own range, and the buckets of its own step", () => {
  const sql = "SELECT $__timeInterval(ts) AS t, count() AS n FROM logs WHERE $__timeFilter(ts) GROUP BY t";
  const shifted = query(sql, { format: "series", from: 3600, to: 600, intervalMs: 30_000 });
  const { outcome, sql: written } = converted({ steps: [shifted, reduce(), threshold()] });
  expect(outcome?.class).toBe("exact");
  expect(written).toContain("{endDateMilliseconds:Int64} - 3600000");
  expect(written).toContain("{endDateMilliseconds:Int64} - 600000");
  expect(written).toMatch(/INTERVAL 30 second/i);
});

test("a rule whose condition is a query fires if the number is not 0", () => {
  const { outcome, fields } = converted({ condition: "A", steps: [query(COUNT)] });

  expect(outcome?.class).toBe("exact");
  expect(fields).toMatchObject({ threshold: 0, thresholdType: "not_equal" });
});

test("a row without labels is added where missing rows would change the state", () => {
  const below = [query(BY_HOST), threshold("lt", [5], "A")];
  const above = [query(BY_HOST), threshold("gt", [5], "A")];
  expect(converted({ steps: below }).sql).toContain("emptyArrayToSingle");
  expect(converted({ steps: below }).outcome?.differences).toEqual([
    "A label set that fires and then disappears keeps its state; Grafana ends it after two evaluations.",
  ]);
  expect(converted({ steps: above, noDataState: "Alerting" }).sql).toContain("emptyArrayToSingle");
  expect(converted({ steps: above, noDataState: "Alerting" }).sql).toContain("value IS NULL, 6,");
});

test.each<[string, object, string]>([
  ["no condition", { condition: "" }, "It has no condition."],
  [
    "a threshold without input",
    { steps: [query(COUNT), step("C", { type: "threshold" })] },
    "It has an expression without input. Grafana refuses it.",
  ],
  ["an unknown step", { condition: "X" }, 'It has no step "X".'],
  [
    "a series as the condition",
    { condition: "A", steps: [query(SERIES, { format: "series" })] },
    "Its condition is on a series that is not reduced to a number. Grafana refuses it.",
  ],
  [
    "a cycle",
    { steps: [query(COUNT), step("B", { type: "reduce", expression: "C" }), threshold()] },
    'The step "C" uses its own result.',
  ],
  [
    "a series",
    { steps: [query(SERIES, { format: "series" }), threshold("gt", [5], "A")] },
    "Its condition is on a series",
  ],
  [
    "SQL as an expression",
    { steps: [query(COUNT), step("C", { type: "sql", expression: "SELECT 1" })] },
    'Expressions of the type "sql" have no equivalent.',
  ],
  [
    "a broken formula",
    { steps: [query(COUNT), step("C", { type: "math", expression: "$A > (1" })] },
    "A formula of the rule is not complete.",
  ],
  [
    "a function",
    { steps: [query(COUNT), step("C", { type: "math", expression: "is_nan($A)" })] },
    'The formula "is_nan($A)" has no equivalent.',
  ],
  ["an unknown evaluator", { steps: [query(COUNT), threshold("near", [5], "A")] }, "has no equivalent."],
  [
    "an unknown reducer",
    { steps: [query(SERIES, { format: "series" }), reduce("stdev"), threshold()] },
    'The reducer "stdev" has no equivalent.',
  ],
  [
    "several numbers",
    { steps: [query("SELECT count() AS a, sum(x) AS b FROM t"), threshold("gt", [1], "A")] },
    "The query A does not return exactly one known number per row.",
  ],
  [
    "times and texts in a table",
    {
      steps: [
        query("SELECT toStartOfHour(ts) AS t, host, count() AS n FROM x GROUP BY t, host"),
        threshold("gt", [1], "A"),
      ],
    },
    "Grafana refuses it in a rule.",
  ],
  [
    "no time range",
    { steps: [query(COUNT, { from: 0 }), threshold("gt", [1], "A")] },
    "The query A has no time range.",
  ],
  [
    "another data source",
    {
      steps: [
        query(COUNT),
        query("up", { refId: "D", plugin: "other" }),
        step("C", { type: "math", expression: "$A + $D" }),
      ],
    },
    "The query D is not on ClickHouse.",
  ],
])("a rule with %s is left out with the reason", (_, more, reason) => {
  const { outcome } = converted(more);
  expect(outcome).toMatchObject({
    class: "left out",
    isClickHouse: true,
    differences: [expect.stringContaining(reason)],
  });
  expect(outcome?.target).toBeUndefined();
});

test("a rule with a hostile formula or a long chain of steps is left out", () => {
  const deep = step("C", { type: "math", expression: `${"(".repeat(100_000)}$A` });
  expect(converted({ steps: [query(COUNT), deep] }).outcome?.class).toBe("left out");
  const chain = Array.from({ length: 30 }, (_, index) => [
    step(`S${index + 1}`, { type: "math", expression: `$S${index} + $T${index}` }),
    step(`T${index + 1}`, { type: "math", expression: `$S${index} * $T${index}` }),
  ]);
  const steps = [query(COUNT, { refId: "S0" }), query(COUNT, { refId: "T0" }), ...chain.flat()];
  expect(converted({ steps }).outcome).toMatchObject({
    class: "left out",
    differences: ["Its query would be longer than 100000 characters."],
  });
});

test("an alias that the conversion adds is not the name of a column of the query", () => {
  const { sql } = converted({ steps: [query("SELECT count() FROM t WHERE value > 5"), threshold("gt", [1], "A")] });
  expect(sql).toContain("SELECT count() AS result FROM t WHERE value > 5");
});
