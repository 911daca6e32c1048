import { queryColumns } from "../../../../../src/cli/commands/migrate/sql/columns";

const kindsOf = (sql: string) => queryColumns(sql)?.map(({ name, kind }) => [name, kind]);

describe("columnsOf", () => {
  it.each([
    ["toStartOfHour(at)", "time"],
    ["$__timeInterval(at)", "time"],
    ["toDateTime(at) + INTERVAL 1 DAY", "time"],
    ["at::DateTime", "time"],
    ["cast(at AS DateTime64(3))", "time"],
    ["max(toDateTime(at))", "time"],
    ["timestamp", "time"],
    ["count()", "number"],
    ["quantile(0.95)(duration)", "number"],
    ["sum(a) / count()", "number"],
    ["max(a)", "number"],
    ["now() - max(toDateTime(at))", "number"],
    ["toFloat64(a)", "number"],
    ["{intervalSeconds:Int64}", "number"],
    ["$__interval_s", "number"],
    ["CASE WHEN a = 'x' THEN 1 ELSE 2 END", "number"],
    ["if(a > 1, 'x, y', 'z')", "text"],
    ["toString(code)", "text"],
    ["concat(a, ' ', b)", "text"],
    ["a || b", "text"],
    ["'all'", "text"],
    ["version()", "text"],
    ["any(host)", "unknown"],
    ["host", "unknown"],
    ["(a, b)", "unknown"],
    ["quantiles(0.5, 0.9)(a)", "unknown"],
  ])("infers the kind of %s", (expression, kind) => {
    expect(kindsOf(`SELECT ${expression} AS c FROM t`)).toEqual([["c", kind]]);
  });

  it("treats an unknown column as a time if its alias is `time`", () => {
    expect(kindsOf("SELECT slot AS time, toString(slot) AS date, slot AS a FROM t")).toEqual([
      ["time", "time"],
      ["date", "text"],
      ["a", "unknown"],
    ]);
  });

  it.each([
    ["a AS b", "b", "a", true],
    ["count() total", "total", "count()", true],
    ['a AS "two words"', "two words", "a", true],
    ["t.`odd \\` name`", "odd ` name", "t.`odd \\` name`", false],
    ["count()", "count()", "count()", false],
    ["a IS NOT NULL", "a IS NOT NULL", "a IS NOT NULL", false],
    ["a + INTERVAL 1 DAY", "a + INTERVAL 1 DAY", "a + INTERVAL 1 DAY", false],
    ["CASE WHEN a THEN 1 END", "CASE WHEN a THEN 1 END", "CASE WHEN a THEN 1 END", false],
  ])("splits %s into the expression and its name", (item, name, expression, hasAlias) => {
    expect(queryColumns(`SELECT ${item} FROM t`)).toEqual([expect.objectContaining({ name, expression, hasAlias })]);
  });

  it("uses the kind of a column in the query that defines it", () => {
    const inner = "SELECT toStartOfHour(at) AS t, count() AS n FROM logs GROUP BY t";
    expect(kindsOf(`SELECT t, n AS m, m AS again FROM (${inner}) AS q ORDER BY t`)).toEqual([
      ["t", "time"],
      ["m", "number"],
      ["again", "number"],
    ]);
    expect(kindsOf("WITH toHour(at) AS h SELECT h FROM logs")).toEqual([["h", "number"]]);
    expect(kindsOf(`SELECT * FROM (${inner})`)).toEqual([
      ["t", "time"],
      ["n", "number"],
    ]);
  });

  it("reads the outermost SELECT of a union, of brackets and after comments", () => {
    expect(kindsOf("SELECT DISTINCT 1 AS a -- , 2 AS b\nUNION ALL SELECT 3 AS c")).toEqual([["a", "number"]]);
    expect(kindsOf("(SELECT 'FROM x' AS a, [1, 2] AS b)")).toEqual([
      ["a", "text"],
      ["b", "unknown"],
    ]);
    expect(kindsOf("WITH x AS (SELECT 1 AS z) SELECT count() AS limit, t.from FROM x")).toEqual([
      ["limit", "number"],
      ["from", "unknown"],
    ]);
  });

  it.each([
    "SELECT * FROM t",
    "SELECT t.* FROM t",
    "SELECT a, * EXCEPT (b) FROM t",
    "SELECT COLUMNS('x') FROM t",
    "SELECT * FROM (SELECT 1 AS a) AS q JOIN t USING a",
    "SHOW TABLES",
    "",
  ])("returns no columns for %s", (sql) => {
    expect(queryColumns(sql)).toBeUndefined();
  });

  it("bounds the work for deeply nested queries", () => {
    const sql = `${"SELECT * FROM (".repeat(5_000)}SELECT 1 AS a${")".repeat(5_000)}`;
    const started = performance.now();
    expect(queryColumns(sql)).toBeUndefined();
    expect(queryColumns(`SELECT ${"(".repeat(20_000)}1${")".repeat(20_000)} AS a`)).toMatchObject([
      { kind: "unknown" },
    ]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

test("the columns of a query with thousands of columns are not known", () => {
  expect(queryColumns(`SELECT ${"a, ".repeat(1001)}a FROM t`)).toBeUndefined();
});
