import { convertPanel, panel, query } from "./conversion";

const SQL = "SELECT toString(a) AS a, b + 0 AS b, c + 0 AS c FROM t";

function transformed(id: string, options: object, sql = SQL) {
  return convertPanel(panel("table", [query(sql, { format: "table" })], { transformations: [{ id, options }] }));
}

test.each([
  [
    "organize",
    { excludeByName: { c: true }, renameByName: { a: "Name" }, indexByName: { b: 0, a: 1 } },
    "SELECT b, a AS Name\nFROM (\n",
    ")",
  ],
  [
    "groupBy",
    { fields: { a: { operation: "groupby" }, b: { operation: "aggregate", aggregations: ["sum", "mean"] } } },
    'SELECT a, sumOrNull(b) AS "b (sum)", avgOrNull(b) AS "b (mean)"\nFROM (\n',
    ")\nGROUP BY a",
  ],
  [
    "calculateField",
    { mode: "binary", binary: { left: "b", operator: "/", right: "c" }, alias: "Rate" },
    "SELECT a, b, c, b / c AS Rate\nFROM (\n",
    ")",
  ],
  [
    "calculateField",
    { mode: "reduceRow", reduce: { reducer: "sum" } },
    "SELECT a, b, c, arrayReduce('sum', [toFloat64(b), toFloat64(c)]) AS Total\nFROM (\n",
    ")",
  ],
  [
    "organize",
    { renameByName: { a: "select" }, excludeByName: { b: true, c: true } },
    'SELECT a AS "select"\nFROM (\n',
    ")",
  ],
  ["sortBy", { sort: [{ field: "b", desc: true }] }, "SELECT a, b, c\nFROM (\n", ")\nORDER BY b DESC"],
  ["limit", { limitField: 3 }, "SELECT a, b, c\nFROM (\n", ")\nLIMIT 3"],
  ["limit", {}, "SELECT a, b, c\nFROM (\n", ")\nLIMIT 10"],
  ["filterFieldsByName", { include: { names: ["a", "c"] } }, "SELECT a, c\nFROM (\n", ")"],
  ["filterFieldsByName", { exclude: { names: ["c"] } }, "SELECT a, b\nFROM (\n", ")"],
])("the transformation %s with %j becomes an outer query", (id, options, start, end) => {
  const { sql, outcome } = transformed(id, options);

  expect(sql).toBe(`${start}  ${SQL}\n${end}`);
  expect(outcome?.class).toBe("exact");
});

test.each(["partitionByValues", "labelsToFields", "prepareTimeSeries", "merge", "joinByField"])(
  "the transformation %s of one query has no effect",
  (id) => {
    expect(transformed(id, {})).toMatchObject({ sql: SQL, differences: [] });
  },
);

test.each([
  ["transpose", {}],
  ["extractFields", {}],
  ["renameByRegex", { regex: "a", renamePattern: "b" }],
  ["filterFieldsByName", { include: { pattern: "a|c" } }],
  ["filterFieldsByName", { include: { variable: "$columns" } }],
  ["groupBy", { fields: { a: { operation: "groupby" }, b: { operation: "aggregate", aggregations: ["allIsZero"] } } }],
  ["calculateField", { mode: "windowFunctions" }],
  ["sortBy", { sort: [{ field: "a" }] }],
  ["limit", { limitField: "$rows" }],
  ["organize", { renameByName: { a: "b" } }],
])("the transformation %s with %j is a difference", (id, options) => {
  expect(transformed(id, options)).toMatchObject({
    sql: SQL,
    differences: [`Grafana applies the transformation ${id}; ClickStack shows the result without it.`],
  });
});

test.each(["limit", "filterFieldsByName"])("the transformation %s of several series is a difference", (id) => {
  const sql = "SELECT ts AS time, toString(a) AS a, b + 0 AS b FROM t";

  expect(transformed(id, { include: { names: ["b"] } }, sql)).toMatchObject({
    sql,
    outcome: { class: "approximated" },
  });
});

test.each(["bargauge", "piechart"])("a field for each row of a %s is a bar or a slice for each row", (type) => {
  const transformations = [{ id: "rowsToFields", options: { nameField: "a", valueField: "b" } }];
  const sql = "SELECT toString(a) AS a, b + 0 AS b FROM t ORDER BY b DESC";

  expect(convertPanel(panel(type, sql, { transformations }))).toMatchObject({ sql, outcome: { class: "exact" } });
  expect(convertPanel(panel("table", sql, { transformations })).outcome?.class).toBe("approximated");
});

test("a transformation groupBy without groups has no effect", () => {
  const fields = { a: { operation: "aggregate", aggregations: [] } };

  expect(transformed("groupBy", { fields })).toMatchObject({ sql: SQL, differences: [] });
});

test("a filter of fields by the name Time keeps the time of a series", () => {
  const sql = "SELECT $__timeInterval(at) AS t, count() AS c, sum(b) AS d FROM t GROUP BY t";
  const include = { names: ["Time", "c"] };
  const transformations = [{ id: "filterFieldsByName", options: { include } }];
  const { config } = convertPanel(panel("timeseries", sql, { transformations }));

  expect(config).toMatchObject({ displayType: "line", sqlTemplate: expect.stringContaining("SELECT t, c\nFROM (") });
});

test("a transformation of unknown columns is a difference", () => {
  expect(transformed("organize", {}, "SELECT * FROM t").outcome?.class).toBe("approximated");
});

test("a transformation that is disabled has no effect", () => {
  const transformations = [{ id: "transpose", disabled: true, options: {} }];

  expect(convertPanel(panel("table", SQL, { transformations })).outcome?.class).toBe("exact");
});

test("columns without an alias get one before an outer query uses them", () => {
  expect(transformed("organize", { renameByName: { "count( )": "n" } }, "SELECT count( ) FROM t").sql).toContain(
    'SELECT count( ) AS "count( )" FROM t',
  );
});

test("new names that are names of other columns do not replace their values", () => {
  const { sql } = transformed("organize", { renameByName: { b: "c", c: "b" } });

  expect(sql).toMatch(/^SELECT result.a AS a, result.b AS c, result.c AS b\nFROM \(\n.*\n\) AS result$/);
});
