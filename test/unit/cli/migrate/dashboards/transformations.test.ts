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
    "organize",
    { renameByName: { a: "select" }, excludeByName: { b: true, c: true } },
    'SELECT a AS "select"\nFROM (\n',
    ")",
  ],
  ["sortBy", { sort: [{ field: "b", desc: true }] }, "SELECT a, b, c\nFROM (\n", ")\nORDER BY b DESC"],
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
  ["filterFieldsByName", { include: { names: ["a", "c"] } }],
  ["groupBy", { fields: { a: { operation: "groupby" }, b: { operation: "aggregate", aggregations: ["sum"] } } }],
  ["calculateField", { mode: "binary", binary: { left: "b", operator: "/", right: "c" } }],
  ["sortBy", { sort: [{ field: "a" }] }],
  ["limit", { limitField: 3 }],
  ["organize", { renameByName: { a: "b" } }],
])("the transformation %s with %j is a difference", (id, options) => {
  expect(transformed(id, options)).toMatchObject({
    sql: SQL,
    differences: [`Grafana applies the transformation ${id}; ClickStack shows the result without it.`],
  });
});

test("a transformation groupBy without groups has no effect", () => {
  const fields = { a: { operation: "aggregate", aggregations: [] } };

  expect(transformed("groupBy", { fields })).toMatchObject({ sql: SQL, differences: [] });
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
