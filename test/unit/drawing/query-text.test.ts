import { queryText } from "../../../src/drawing";

const count = { aggFn: "count", where: "level:error", valueExpression: "" };
const p95 = { aggFn: "quantile", level: 0.95, valueExpression: "Duration", where: "" };

test.each([
  ["count and condition", { displayType: "line", select: [count] }, "count where level:error"],
  ["quantile", { displayType: "number", select: [p95] }, "p95(Duration)"],
  [
    "several values and grouping",
    { displayType: "line", select: [count, p95], groupBy: "Host" },
    "count where level:error, p95(Duration), by Host",
  ],
  [
    "a ratio",
    { displayType: "line", asRatio: true, select: [count, { aggFn: "count" }] },
    "count where level:error / count",
  ],
  [
    "a formula",
    { displayType: "line", select: [count, p95], formulas: [{ expression: "A / B" }] },
    "A / B of A = count where level:error, B = p95(Duration)",
  ],
  ["an alias", { displayType: "line", select: [{ ...p95, alias: "slow" }] }, "slow"],
  [
    "a metric",
    { displayType: "line", select: [{ aggFn: "avg", metricName: "cpu", valueExpression: "Value" }] },
    "avg(cpu)",
  ],
  ["events", { displayType: "search", select: "Body", where: "a:b" }, "Body, where a:b"],
  [
    "SQL on several lines",
    { displayType: "line", configType: "sql", sqlTemplate: "SELECT 1\n  FROM t" },
    "SELECT 1 FROM t",
  ],
  ["Markdown", { displayType: "markdown", markdown: "# Title\n*text*" }, "Title text"],
  ["a heatmap", { displayType: "heatmap", select: [{ valueExpression: "Duration" }], where: "x" }, "Duration, where x"],
  ["an empty query", undefined, ""],
])("the short text of a query is correct for %s", (_name, config, text) => {
  expect(queryText(config)).toBe(text);
});

test("the short text of a query starts with the source if its name is known", () => {
  const name = (id: string) => (id === "1" ? "Logs" : undefined);
  expect(queryText({ displayType: "line", sourceId: "1", select: [count] }, name)).toBe(
    "Logs: count where level:error",
  );
  expect(queryText({ displayType: "search", sourceId: "1", select: "" }, name)).toBe("Logs");
  expect(queryText({ displayType: "line", sourceId: "2", select: [count] }, name)).toBe("count where level:error");
});
