import { tileQuery, tileValues } from "../../../../src/cli/server/series/query-series";
import { formulaValue } from "../../../../src/resources/dashboard/tiles/formula";
import { splitColumns } from "../../../../src/split-columns";

const sourceId = "6955b9000000005000000001";
const count = { aggFn: "count", where: "level:error", valueExpression: "", whereLanguage: "lucene" };
const p95 = { aggFn: "quantile", level: 0.95, valueExpression: "Duration", where: "" };
const line = { displayType: "line", sourceId, select: [count, p95] };

test.each([
  ["A", 6],
  ["A + B * 2", 10],
  ["(A + B) * 2", 16],
  ["A - B - 1", 3],
  ["A / B / 3", 1],
  ["-A + .5", -5.5],
  ["--A", 6],
  ["A / (B - 2)", null],
  ["A + C", null],
])("the formula %s of 6 and 2 is %s", (expression, value) => {
  expect(formulaValue(expression, [6, 2, null])).toBe(value);
});

test.each([
  ["A +", "The formula ends where a letter or a number should follow."],
  ["(A", 'A parenthesis is not closed. Add a ")".'],
  ["A B", '"B" is not valid at this place of the formula.'],
  ["A ^ 2", '"^" is not valid at this place of the formula.'],
  ["", "The formula is empty. Write one such as A / B."],
])("%j is not a valid formula, and the error contains the reason", (expression, message) => {
  expect(() => formulaValue(expression, [1, 2])).toThrow(message);
});

test.each([
  ["", []],
  ["a", ["a"]],
  ["a, b", ["a", "b"]],
  ["if(a, 'x, y', \"c,d\"), m['k,l']", ["if(a, 'x, y', \"c,d\")", "m['k,l']"]],
  ["a,,b", ["a", "b"]],
])("the grouping %j has the columns %j", (text, columns) => {
  expect(splitColumns(text)).toEqual(columns);
});

test("select items become series, and the group-by expression becomes a list of columns", () => {
  const metric = { aggFn: "avg", metricName: "cpu", metricType: "gauge", valueExpression: "Value" };
  expect(tileQuery({ ...line, select: [count, p95, metric], groupBy: "a, b" })).toEqual({
    series: [
      { sourceId, aggFn: "count", where: "level:error", whereLanguage: "lucene", groupBy: ["a", "b"] },
      {
        sourceId,
        aggFn: "quantile",
        level: 0.95,
        field: "Duration",
        where: "",
        whereLanguage: "lucene",
        groupBy: ["a", "b"],
      },
      {
        ...{ sourceId, aggFn: "avg", field: "Value", metricName: "cpu", metricDataType: "gauge" },
        ...{ where: "", whereLanguage: "lucene", groupBy: ["a", "b"] },
      },
    ],
    outputs: [
      { label: "count", expression: "A" },
      { label: "quantile(Duration)", expression: "B" },
      { label: "avg(cpu)", expression: "C" },
    ],
  });
});

test("a ratio and formulas are computed from the requested series", () => {
  const outputs = (config: object) => (tileQuery({ ...line, ...config }) as { outputs: unknown }).outputs;
  const formulas = [{ expression: "A / B", alias: "share" }];
  expect(outputs({ asRatio: true })).toEqual([{ label: "count / quantile(Duration)", expression: "A / B" }]);
  expect(outputs({ formulas })).toEqual([{ label: "share", expression: "A / B" }]);
  expect(outputs({ formulas, showOperandSeries: true })).toHaveLength(3);
});

test.each([
  [{ configType: "sql" }, "The server returns no chart series for a query in SQL."],
  [{ displayType: "markdown" }, "A markdown tile has no chart series."],
  [{ sourceId: "a reference" }, "Its source is not known before the apply."],
  [{ select: [] }, "It shows no values."],
  [
    { select: [{ ...p95, periodAggFn: "delta" }] },
    "The server returns no chart series for an aggregate over the period (periodAggFn).",
  ],
])("a tile without a usable series is reported with a reason: %j", (config, text) => {
  expect(tileQuery({ ...line, ...config })).toBe(text);
});

test("formulas are computed separately for each bucket and each group", () => {
  const series = [{ aggFn: "count" }, { aggFn: "avg" }];
  const query = { series, outputs: [{ label: "share", expression: "A / B" }] };
  const points = [
    { time: 1, group: ["a"], values: [1, 2] },
    { time: 1, group: ["b"], values: [1, 0] },
    { time: 1, group: ["c"], values: [null, 5] },
    { time: 1, group: ["d"], values: [5, null] },
    { time: 2, group: ["a"], values: [3, 4] },
  ];
  expect(tileValues(query, points)).toEqual([
    {
      ...{ label: "a", group: ["a"], name: "share", output: 0 },
      points: [
        { time: 1, value: 0.5 },
        { time: 2, value: 0.75 },
      ],
    },
    { label: "b", group: ["b"], name: "share", output: 0, points: [{ time: 1, value: null }] },
    { label: "c", group: ["c"], name: "share", output: 0, points: [{ time: 1, value: 0 }] },
    { label: "d", group: ["d"], name: "share", output: 0, points: [{ time: 1, value: null }] },
  ]);
});
