// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the SQL of Grafana contains variables
import type { Plugin } from "../../../../../src/cli/commands/migrate/input/query";
import { LeftOutError } from "../../../../../src/cli/commands/migrate/migrated";
import { convertSql, type SqlScope, type VariableUse } from "../../../../../src/cli/commands/migrate/sql/convert-sql";

const START = "{startDateMilliseconds:Int64}";
const END = "{endDateMilliseconds:Int64}";

const filter = (allValue?: string, isMulti = false): VariableUse => ({ kind: "filter", name: "v", allValue, isMulti });
const inline = (values: readonly string[], more: object = {}): VariableUse => ({
  ...{ kind: "inline", values, isMulti: false, allValue: undefined },
  ...more,
});

interface Options {
  readonly plugin?: Plugin;
  readonly model?: object;
  readonly time?: SqlScope["time"];
  readonly variables?: Readonly<Record<string, VariableUse>>;
}

const convert = (sql: string, { plugin = "grafana", model = {}, time = {}, variables = {} }: Options = {}) =>
  convertSql({ plugin, sql, model: { ...model } }, { time, variables: new Map(Object.entries(variables)) });
const sqlOf = (sql: string, options: Options = {}) => convert(sql, options).sql;

const RANGE = { range: { start: `${END} - 600000`, end: END } };

describe("macros of Grafana's plugin", () => {
  it.each([
    "$__timeFilter(c)",
    "$__timeFilter_ms(c)",
    "$__dateFilter(d)",
    "$__dateTimeFilter(d, t)",
    "$__dt(d, t)",
    "$__fromTime",
    "$__toTime",
    "$__fromTime_ms",
    "$__timeInterval(c)",
    "$__timeInterval_ms(c)",
    "$__interval_s",
  ])("keeps %s, which ClickStack has", (macro) => {
    expect(convert(`SELECT ${macro}`)).toEqual({ sql: `SELECT ${macro}`, differences: [] });
  });

  it.each([
    ["$__timeFrom(c)", `c >= toDateTime(fromUnixTimestamp64Milli(${START}))`],
    ["$__timeTo(c)", `c <= toDateTime(fromUnixTimestamp64Milli(${END}))`],
    ["$__timeGroup(c, '5m')", "toStartOfInterval(toDateTime(c), INTERVAL 300 second)"],
    ["$__timeGroup(c, $__interval)", "toStartOfInterval(toDateTime(c), INTERVAL {intervalSeconds:Int64} second)"],
    ["$__interval_ms", "{intervalMilliseconds:Int64}"],
    ["$__from", START],
    ["${__to}", END],
    ["'${__from}'", START],
    ["${__from:date:seconds}", `intDiv(${START}, 1000)`],
    ["'${__from:date}'", `formatDateTime(fromUnixTimestamp64Milli(${START}), '%Y-%m-%dT%H:%i:%S.000Z', 'UTC')`],
    ["${__to:date:iso}", `formatDateTime(fromUnixTimestamp64Milli(${END}), '%Y-%m-%dT%H:%i:%S.000Z', 'UTC')`],
    ["$__range_s", `intDiv(${END} - ${START}, 1000)`],
    ["$__timeFilter{c}", "$__timeFilter(c)"],
    ["$__timeFilter(toDateTime(`a, b`))", "$__timeFilter(toDateTime(`a, b`))"],
  ])("rewrites %s", (macro, sql) => {
    expect(convert(`SELECT ${macro}`)).toEqual({ sql: `SELECT ${sql}`, differences: [] });
  });

  it("reports the differences of macros", () => {
    expect(convert("SELECT toTimeZone(c, '$__timezone'), '$__timezone'")).toEqual({
      sql: "SELECT toTimeZone(c, timezone()), timezone()",
      differences: ["Grafana inserts the time zone of the dashboard; ClickStack uses that of the ClickHouse server."],
    });
  });

  it("reports an unknown macro by its name", () => {
    expect(() => convert("SELECT $__unknown(a)")).toThrow(new LeftOutError("ClickStack has no macro `$__unknown`."));
    expect(() => convert("SELECT $__timeFilter(a, b)")).toThrow(/has 2 arguments instead of 1/);
  });

  it("expands the macros of the range with other terms", () => {
    expect(sqlOf("SELECT 1 WHERE $__timeFilter(c)", { time: RANGE })).toBe(
      `SELECT 1 WHERE c >= toDateTime(fromUnixTimestamp64Milli(${END} - 600000)) AND c <= toDateTime(fromUnixTimestamp64Milli(${END}))`.replace(
        "SELECT 1 ",
        "SELECT 1\n",
      ),
    );
    expect(sqlOf("SELECT $__from / 1000, $__interval_s", { time: RANGE })).toBe(
      `SELECT (${END} - 600000) / 1000, $__interval_s`,
    );
  });

  it("expands the macros of the interval with another term", () => {
    const time = { intervalMs: "60000" };
    expect(sqlOf("SELECT $__timeInterval(c), $__interval_s, $__interval_ms, $__fromTime", { time })).toBe(
      "SELECT toStartOfInterval(toDateTime(c), INTERVAL 60 second), 60, 60000, $__fromTime",
    );
    expect(sqlOf("SELECT $__interval_s", { time: { intervalMs: "500" } })).toBe("SELECT 1");
    expect(sqlOf("SELECT $__interval_s", { time: { intervalMs: "intDiv(a, 60)" } })).toBe(
      "SELECT greatest(1, intDiv(intDiv(a, 60), 1000))",
    );
  });
});

describe("variables that become filters", () => {
  it.each([
    ["c IN ($v)", "$__filter(c, $v)"],
    ["c IN (${v:singlequote})", "$__filter(c, $v)"],
    ["c IN (${v:csv})", "$__filter(c, $v)"],
    ["c IN ([[v]])", "$__filter(c, $v)"],
    ["c = '$v'", "$__filter(c, $v)"],
    ["c = $v", "$__filter(c, $v)"],
    ["c NOT IN ($v)", "NOT $__filter(c, $v)"],
    ["c IN ('$v')", "$__filter(c, $v)"],
    ["c IN $v", "$__filter(c, $v)"],
    ["c IN ($v, 'x')", "c IN (${v}, 'x')"],
    ["(a || b) = '$v'", "$__filter((a || b), $v)"],
    ["c != '${v}'", "NOT $__filter(c, $v)"],
    ["lower(trim(c)) = '$v'", "$__filter(lower(trim(c)), $v)"],
    ["attributes['a)b'] = '$v'", "$__filter(attributes['a)b'], $v)"],
    ["t.`odd name` IN ($v)", "$__filter(t.`odd name`, $v)"],
    ["a + c IN ($v)", "a + c IN (${v})"],
    ["has([$v], c)", "has([${v}], c)"],
    ["match(c, '${v:regex}')", "match(c, '${v:regex}')"],
    ["match(c, '^${v:pipe}$')", "match(c, '^${v:regex}$')"],
    ["$__conditionalAll(c IN (${v:singlequote}), $v)", "$__conditionalAll(c IN (${v}), $v)"],
    ["$__conditionalAll(c = '$v', ${v})", "$__conditionalAll(c IN (${v}), $v)"],
  ])("rewrites %s", (condition, sql) => {
    expect(convert(`SELECT 1 WHERE ${condition}`, { variables: { v: filter() } })).toEqual({
      sql: `SELECT 1 WHERE ${sql}`,
      differences: [],
    });
  });

  it("writes a quoted list for a variable with several values, as Grafana does", () => {
    expect(convert("SELECT hasAny(tags, array($v))", { variables: { v: filter(undefined, true) } })).toEqual({
      sql: "SELECT hasAny(tags, array(${v}))",
      differences: ["Without a value of the filter `v`, the query contains NULL; Grafana inserts all values."],
    });
  });

  it.each([
    ["f(g(h(c)), 1)['x'] ILIKE '$v'", "f(g(h(c)), 1)['x'] ILIKE ${v}"],
    ["c = '$v' || 'x'", "c = ${v} || 'x'"],
    ["has(c, '$v')", "has(c, ${v})"],
    ["c LIKE '$v'", "c LIKE ${v}"],
    ["c LIKE '%$v%'", "c LIKE '%${v:csv}%'"],
    ["c = '${v:csv}x'", "c = '${v:csv}x'"],
    ["c = '${v:String}x'", "c = '${v:csv}x'"],
  ])("rewrites %s, which needs one value", (condition, sql) => {
    expect(convert(`SELECT 1 WHERE ${condition}`, { variables: { v: filter() } })).toEqual({
      sql: `SELECT 1 WHERE ${sql}`,
      differences: ["The query needs one value of the filter `v`, which can have none or several."],
    });
  });
});

describe("variables with fixed values", () => {
  const list = inline(["a", "it's"], { isMulti: true });

  it.each<[string, VariableUse, string]>([
    ["LIMIT $v", inline(["10"]), "LIMIT 10"],
    ["FROM $v", inline(["db.`odd $ name`"]), "FROM db.`odd $ name`"],
    ["c = '$v'", inline(["it's"]), "c = 'it\\'s'"],
    ["c LIKE '%${v}%'", inline(["a\\d+"]), "c LIKE '%a\\d+%'"],
    ["c IN ($v)", list, "c IN ('a', 'it\\'s')"],
    ["c IN ($v)", inline(["a"], { isMulti: true }), "c IN ('a')"],
    ["c IN (${v:singlequote})", inline(["a"]), "c IN ('a')"],
    ["c IN (${v:csv})", inline(["1", "2"]), "c IN (1,2)"],
    ["FROM ${v:String}", inline(["orders"]), "FROM orders"],
    ["LIKE '${v:glob}'", inline(["a", "b"]), "LIKE '{a,b}'"],
    ["match(c, '${v:regex}')", inline(["a.b", "c"]), "match(c, '(a\\.b|c)')"],
    ["match(c, '[[v:pipe]]')", inline(["a", "b"]), "match(c, 'a|b')"],
    ["c LIKE '$v'", inline([], { allValue: "%" }), "c LIKE '%'"],
    ["c = '$v'", inline(["a$other ${other} $1 100$"]), "c = 'a\\x24other \\x24{other} \\x241 100$'"],
    ["c = '$v'", inline([""]), "c = ''"],
    ["$__conditionalAll(c = '$v', $v)", inline([""]), "1=1"],
    ["$__conditionalAll(c = '$v', $v)", inline(["a"]), "c = 'a'"],
  ])("writes the values in %s", (condition, use, sql) => {
    expect(sqlOf(`SELECT 1 ${condition}`, { variables: { v: use } })).toBe(`SELECT 1 ${sql}`);
  });

  it("lists the values once in a difference", () => {
    expect(convert("SELECT '$v', $v", { variables: { v: inline(["a"]) } }).differences).toEqual([
      "The variable `v` is fixed to `a`.",
    ]);
    const conditional = "SELECT 1 WHERE $__conditionalAll(c = '$v', $v)";
    expect(convert(conditional, { variables: { v: inline([""]) } }).differences).toEqual([
      "The variable `v` is empty.",
    ]);
    expect(convert(conditional, { variables: { v: inline([], { allValue: "none" }) } })).toEqual({
      sql: "SELECT 1 WHERE 1=1",
      differences: ["All values of the variable `v` are selected."],
    });
    expect(convert("SELECT $v", { variables: { v: list } }).differences).toEqual([
      "The variable `v` is fixed to `a`, `it's`.",
    ]);
  });

  it.each([["1; DROP TABLE t"], ["1 -- "], ["(1"], ["'"], ["$__timeFilter(c)"], ["/*"]])(
    "leaves a query out whose code would contain the value %s",
    (value) => {
      expect(() => convert("SELECT $v", { variables: { v: inline([value]) } })).toThrow(
        new LeftOutError("The value of the variable `v` is not a part of one query."),
      );
    },
  );

  it.each<[string, VariableUse]>([
    ["${v:json}", inline(["a"])],
    ["$v", inline([])],
    ["${v:json}", filter()],
    ["'a ${v:singlequote}'", filter()],
    ["$v", { kind: "interval" }],
  ])("leaves a query with %s out", (text, use) => {
    expect(() => convert(`SELECT ${text}`, { variables: { v: use } })).toThrow(LeftOutError);
  });
});

describe("other variables", () => {
  it("writes the interval of the tile and its ad hoc filters", () => {
    const variables: Record<string, VariableUse> = { i: { kind: "interval" }, a: { kind: "adhoc" } };
    expect(sqlOf("SELECT toStartOfInterval(c, INTERVAL $i) WHERE $a", { variables })).toBe(
      "SELECT toStartOfInterval(c, INTERVAL {intervalSeconds:Int64} second) WHERE $__filters",
    );
  });

  it("warns of a filter that cannot be empty", () => {
    expect(convert("SELECT ${v} FROM t_$v", { variables: { v: filter() } })).toEqual({
      sql: "SELECT ${v:csv} FROM t_${v:csv}",
      differences: ["The query fails while the filter `v` has no value."],
    });
  });

  it("keeps the meaning of a special value for All", () => {
    const variables = { v: filter("%") };
    expect(sqlOf("SELECT 1 WHERE c LIKE '$v'", { variables })).toBe(
      "SELECT 1 WHERE $__conditionalAll(c LIKE ${v}, $v)",
    );
    for (const [place, format] of [
      ["v$", "{v:regex}$"],
      ["v", "{v:regex}"],
    ] as const) {
      const pattern = { sql: `SELECT match(c, '$${format}')`, differences: [] };
      expect(convert(`SELECT match(c, '$${place}')`, { variables: { v: filter(".*") } })).toEqual(pattern);
    }
    expect(convert("SELECT 1 WHERE c IN ($v)", { variables: { v: filter("'a', 'b'") } })).toEqual({
      sql: "SELECT 1 WHERE $__filter(c, $v)",
      differences: ["Grafana inserts `'a', 'b'` for all values of `v`. ClickStack leaves the condition out."],
    });
  });

  it("leaves a query out that uses an unknown variable outside of texts and comments", () => {
    expect(() => convert("SELECT $x")).toThrow(
      new LeftOutError("The query uses `$x`, which is not a known macro or variable."),
    );
    expect(sqlOf("SELECT [[a], [b]], [[c]]")).toBe("SELECT [[a], [b]], [[c]]");
    expect(sqlOf("SELECT replaceRegexpOne(c, '(a)', '$1'), '$x' /* $x */ -- $__y")).toBe(
      "SELECT replaceRegexpOne(c, '(a)', '$1'), '$x' /* $x */ -- $__y",
    );
  });
});

describe("texts of queries", () => {
  it.each(["SELECT 1", "SELECT 1;", "SELECT 1 ;\n", "  SELECT 1;;"])("removes the semicolon of %j", (sql) => {
    expect(sqlOf(sql)).toBe("SELECT 1");
  });

  it.each([
    ["SELECT 'a", "The query cannot be read: a quote (') is not closed."],
    ["SELECT (1", 'The query cannot be read: a bracket is not closed: ")" is missing.'],
    ["SELECT 1; SELECT 2", "The query has more than one statement."],
    ["  -- nothing", "The query is empty."],
    [`SELECT '${"a".repeat(100_000)}'`, "The query has more than 100,000 characters."],
  ])("leaves %.30s out", (sql, reason) => {
    expect(() => convert(sql)).toThrow(new LeftOutError(reason));
  });

  it("leaves a query out whose values make it too long", () => {
    const variables = { v: inline(["a".repeat(1_000)], { isMulti: true }) };
    expect(() => convert(`SELECT ${"$v, ".repeat(100)}1`, { variables })).toThrow(
      new LeftOutError("The converted query has more than 100,000 characters."),
    );
  });

  it("reads hostile texts as data", () => {
    const sql = "SELECT '`*/\u2028\0 ${', \"$(\" AS `__proto__`";
    expect(sqlOf(sql)).toBe(sql);
    expect(() => convert("SELECT $__proto__")).toThrow(LeftOutError);
    expect(() => convert("SELECT $constructor", { plugin: "altinity" })).toThrow(LeftOutError);
  });

  it("breaks long lines before clauses outside of brackets", () => {
    const select = `SELECT '${"FROM ".repeat(20)}' AS x FROM (SELECT 1 FROM t)`;
    expect(sqlOf(`${select} WHERE a AND b GROUP BY x ORDER BY x LIMIT 1 UNION ALL SELECT 2`)).toBe(
      `${select.replace(" FROM (", "\nFROM (")}\nWHERE a AND b\nGROUP BY x\nORDER BY x\nLIMIT 1\nUNION ALL SELECT 2`,
    );
  });

  it("bounds the work for nested macros and many references", () => {
    const started = performance.now();
    const nested = `SELECT ${"$__timeFilter(".repeat(5_000)}a${")".repeat(5_000)}`;
    expect(() => convert(nested)).toThrow(/nested too deeply/);
    const many = `SELECT 1 WHERE ${"c IN ($v) AND ".repeat(4_000)}1`;
    expect(sqlOf(many, { variables: { v: filter() } })).toContain("$__filter(c, $v)");
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("macros of Altinity's plugin", () => {
  const model = {
    database: "db",
    table: "odd-name",
    dateTimeColDataType: "at",
    dateColDataType: "",
    dateTimeType: "DATETIME",
  };
  const altinity = (sql: string, more: object = {}) => sqlOf(sql, { plugin: "altinity", model: { ...model, ...more } });
  const day = { dateColDataType: "day" };

  it.each<[string, object, string]>([
    ["$table", {}, 'db."odd-name"'],
    ["$table", { database: "" }, '"odd-name"'],
    ["$dateTimeCol, $dateCol", day, "at, day"],
    ["$timeFilter", {}, "$__timeFilter(at)"],
    ["$timeFilter", day, "$__dateFilter(day) AND $__timeFilter(at)"],
    ["$timeFilter", { dateTimeType: "DATETIME64" }, "$__timeFilter_ms(at)"],
    ["$timeFilter", { dateTimeType: "TIMESTAMP" }, `at >= ${START} / 1000 AND at <= ${END} / 1000`],
    ["$timeFilter", { dateTimeType: "TIMESTAMP64_3" }, `at >= ${START} AND at <= ${END}`],
    ["$timeFilter", { dateTimeType: "TIMESTAMP64_6" }, `at >= ${START} * 1000 AND at <= ${END} * 1000`],
    ["$timeFilter", { dateTimeType: "TIMESTAMP64_9" }, `at >= ${START} * 1000000 AND at <= ${END} * 1000000`],
    ["$timeFilterMs", {}, "$__timeFilter_ms(at)"],
    ["$timeFilterByColumn(c)", {}, "$__timeFilter(c)"],
    ["$timeFilter64ByColumn(c)", {}, "$__timeFilter_ms(c)"],
    ["$timeSeries AS t", {}, "$__timeInterval(at) AS t"],
    ["$timeSeries AS t", { dateTimeType: "TIMESTAMP" }, "$__timeInterval(toDateTime(at)) AS t"],
    [
      "$timeSeries AS t",
      { dateTimeType: "TIMESTAMP64_3" },
      "$__timeInterval(fromUnixTimestamp64Milli(toInt64(at))) AS t",
    ],
    ["$timeSeriesMs AS t", {}, "$__timeInterval_ms(at) AS t"],
    ["$naturalTimeSeries AS t", {}, "$__timeInterval(at) AS t"],
    ["$from, $to", {}, `intDiv(${START}, 1000), intDiv(${END}, 1000)`],
    ["$interval", {}, "$__interval_s"],
    ["$adhoc", {}, "$__filters"],
    ["$__interval_ms", {}, "{intervalMilliseconds:Int64}"],
  ])("rewrites %s with %j", (macro, more, sql) => {
    expect(altinity(`SELECT ${macro}`, more)).toBe(`SELECT ${sql}`);
  });

  it("reports a missing setting by its name", () => {
    expect(() => altinity("SELECT $timeFilter", { dateTimeColDataType: undefined })).toThrow(
      new LeftOutError("The query uses `$timeFilter`, and its settings have no `dateTimeColDataType`."),
    );
  });

  it.each<[string, VariableUse, string]>([
    ["$conditionalTest(AND c IN ($v), $v)", filter(), "AND $__conditionalAll(c IN (${v}), $v)"],
    ["$conditionalTest(AND c >= $v, $v)", filter(), "AND $__conditionalAll(c >= ${v:csv}, $v)"],
    ["$conditionalTest(AND c IN ($v), $v)", inline([""]), ""],
    ["$conditionalTest(AND c = '$v', AND c != '', $v)", inline([""]), "AND c != ''"],
    ["$conditionalTest(AND c = '$v', AND c != '', $v)", inline(["a"]), "AND c = 'a'"],
    ["AND c = $unescape($v)", filter(), "AND c = ${v:csv}"],
  ])("rewrites %s", (text, use, sql) => {
    const options = { plugin: "altinity" as const, variables: { v: use } };
    expect(sqlOf(`SELECT 1 WHERE 1 ${text}`, options)).toBe(`SELECT 1 WHERE 1 ${sql}`.trim());
  });
});

describe("series of Altinity's plugin", () => {
  const model = { dateTimeColDataType: "at", table: "hits" };
  const altinity = (sql: string, more: object = {}) => sqlOf(sql, { plugin: "altinity", model: { ...model, ...more } });

  it("converts a first column in milliseconds to a time", () => {
    const sql = "SELECT intDiv(toUInt32(at), 60) * 60 * 1000 AS t, count() FROM hits GROUP BY t";
    expect(altinity(sql)).toBe(
      "SELECT fromUnixTimestamp64Milli(toInt64(intDiv(toUInt32(at), 60) * 60 * 1000)) AS t, count()\nFROM hits\nGROUP BY t",
    );
  });

  it.each(["table", "logs", "traces", "flamegraph"])(
    "keeps a first column that is a number in the format %s",
    (format) => {
      expect(altinity("SELECT 1 AS level, body FROM hits", { format })).toBe("SELECT 1 AS level, body FROM hits");
    },
  );

  it.each([
    [
      "SELECT 1 AS t, name, count() AS c FROM hits",
      "SELECT fromUnixTimestamp64Milli(toInt64(1)) AS t, name, count() AS c FROM hits",
    ],
    [
      "SELECT t, c FROM (SELECT toUInt32(at) * 1000 AS t, 1 AS c)",
      "SELECT fromUnixTimestamp64Milli(toInt64(t)) AS t, c\nFROM (\n  SELECT t, c FROM (SELECT toUInt32(at) * 1000 AS t, 1 AS c)\n)",
    ],
    ["SELECT name, c + 0 AS c FROM hits", "SELECT name, c + 0 AS c FROM hits"],
    ["SELECT count() AS c FROM hits", "SELECT count() AS c FROM hits"],
  ])("makes a time of the first column if it is a number: %s", (sql, converted) => {
    expect(altinity(sql)).toBe(converted);
  });

  it.each([
    ["groupArray((k, c)) AS pairs", "groupArray((k, c)) AS pairs"],
    ["array((k, c))", "array((k, c)) AS pairs"],
    ["arrayMap(a -> (a.1, a.2 / 2), groupArr) AS pairs", "arrayMap(a -> (a.1, a.2 / 2), groupArr) AS pairs"],
  ])("makes a row for each pair of the array %s", (array, named) => {
    const outer = "SELECT at, toString(pair.1) AS series, toFloat64(pair.2) AS value";

    expect(altinity(`SELECT at, ${array} FROM hits`)).toBe(
      `${outer}\nFROM (\n  SELECT at, ${named} FROM hits\n)\nARRAY JOIN pairs AS pair`,
    );
  });

  it("converts a bucket that the query divides by 1000 to seconds", () => {
    expect(altinity("SELECT runningDifference(t / 1000) FROM (SELECT $timeSeries AS t FROM $table)")).toBe(
      "SELECT runningDifference((toUnixTimestamp(t) * 1000) / 1000)\nFROM (SELECT $__timeInterval(at) AS t FROM hits)",
    );
  });

  it.each(["%", "-", "*"])("converts a bucket before the operator %s to milliseconds", (operator) => {
    expect(altinity(`SELECT $timeSeries AS t, sum(t ${operator} 1000) AS c FROM hits`, { format: "table" })).toContain(
      `sum((toUnixTimestamp(t) * 1000) ${operator} 1000)`,
    );
  });

  it("converts a bucket in another calculation to milliseconds", () => {
    expect(altinity("SELECT $timeSeries + 12000 AS t, count() AS c FROM hits")).toBe(
      "SELECT fromUnixTimestamp64Milli(toInt64((toUnixTimestamp($__timeInterval(at)) * 1000) + 12000)) AS t, count() AS c\nFROM hits",
    );
  });

  it("expands a macro that makes a whole query, in brackets and after WITH", () => {
    const sql = "WITH x AS (SELECT 1) $columns(host AS h, count() AS c) FROM $table WHERE a = 1 LIMIT 5";
    expect(altinity(sql)).toBe(
      [
        "WITH x AS (SELECT 1) SELECT $__timeInterval(at) AS t, toString(host) AS h, count() AS c",
        "FROM hits",
        "WHERE $__timeFilter(at) AND a = 1",
        "GROUP BY t, h",
        "ORDER BY t, h",
        "LIMIT 5",
      ].join("\n"),
    );
    expect(altinity("SELECT max(cRate) FROM ($rate(count() AS c) FROM $table WHERE $timeFilter)")).toBe(
      [
        "SELECT max(cRate) FROM (SELECT",
        "  t,",
        "  if(dateDiff('second', lagInFrame(t, 1, t) OVER w, t) = 0, nan, c / dateDiff('second', lagInFrame(t, 1, t) OVER w, t)) AS cRate",
        "FROM (",
        "  SELECT $__timeInterval(at) AS t, count() AS c",
        "  FROM hits",
        "  WHERE $__timeFilter(at)",
        "  GROUP BY t",
        "  ORDER BY t",
        ")",
        "WINDOW w AS (ORDER BY t ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
        "ORDER BY t)",
      ].join("\n"),
    );
  });

  it("accepts a GROUP BY clause with the same groups as the macro", () => {
    expect(altinity("$columns(host, count() AS c) FROM $table WHERE a = 1 GROUP BY t, host ORDER BY host")).toBe(
      "SELECT $__timeInterval(at) AS t, toString(host) AS key, count() AS c\nFROM hits\nWHERE $__timeFilter(at) AND a = 1\nGROUP BY t, key\nORDER BY t, key",
    );
  });

  it.each([
    [
      "$columns(a, count() AS c) FROM t GROUP BY b",
      "A macro such as `$columns` adds its own groups, and the query has others.",
    ],
    ["$columns(a, count() AS c) FROM t ORDER BY t WITH FILL STEP 60", "The query fills missing times in milliseconds."],
    ["<% if (x) { %> SELECT 1; <% } %>", "The query contains code between `<%` and `%>`."],
  ])("gives the reason why %s is left out", (sql, reason) => {
    expect(() => altinity(sql)).toThrow(new LeftOutError(reason));
  });

  it.each([
    "$columns(a) FROM t",
    "$rate() FROM t",
    "$columns(a, b)",
    "$columns(a, b) FROM t GROUP BY c",
    "$lttb(10, x) FROM t",
  ])("leaves %s out", (sql) => {
    expect(() => altinity(sql)).toThrow(LeftOutError);
  });
});

test("columns of an aggregated macro have the names of Altinity's plugin", () => {
  const sql = (args: string) =>
    sqlOf(`$increaseColumnsAggregated(dc, host, ${args}) FROM traffic`, {
      plugin: "altinity",
      model: { dateTimeColDataType: "at", dateTimeType: "DATETIME", table: "traffic" },
    });

  expect(sql("sum, tx, max, rx")).toContain("sum(txIncrease) AS txIncreaseAgg, max(rxIncrease) AS rxIncreaseAgg");
  expect(sql("sum, tx, max, tx")).toContain("max(value1Increase) AS value1IncreaseAgg");
});

test.each([
  ["$__columns(at, host, sum(tx)) FROM traffic", "$__timeInterval(at) AS t, toString(host) AS key, sum(tx) AS value"],
  ["$__lttb(auto, at, tx) FROM traffic", "arrayJoin(lttb(1000)(at, tx)) AS point"],
])("the macro in %s becomes a query with a condition on the time", (sql, columns) => {
  expect(sqlOf(sql)).toContain(columns);
  expect(sqlOf(sql)).toContain("WHERE $__timeFilter(at)");
});

describe("a variable without known values", () => {
  const unknown = { variables: { v: inline([]), d: inline([]) } };

  it.each([
    ["WHERE a = 1 AND (length('${v:csv}') = 0 OR b IN (${v:csv})) AND c", "WHERE a = 1 AND 1=1 AND c"],
    ["WHERE match(a, '${v:regex}') GROUP BY a HAVING max(b) > $v", "WHERE 1=1 GROUP BY a HAVING 1=1"],
  ])("makes every condition on it true: %s", (clauses, converted) => {
    const { sql, differences } = convert(`SELECT a FROM t ${clauses}`, unknown);
    expect(sql.replace(/\s+/g, " ")).toBe(`SELECT a FROM t ${converted}`);
    expect(differences).toEqual([]);
  });

  it("keeps the conditions of macros", () => {
    const sql =
      "SELECT a FROM t WHERE has(b, $v) $conditionalTest(AND c > $n, $n) $conditionalTest(AND has(b, $v), $v) AND d";
    const variables = { ...unknown.variables, n: inline(["5"]) };
    expect(sqlOf(sql, { plugin: "altinity", variables }).replace(/\s+/g, " ")).toBe(
      "SELECT a FROM t WHERE 1=1 AND c > 5 AND d",
    );
  });

  it.each([
    "SELECT $v FROM t",
    "SELECT 1 FROM t WHERE a BETWEEN 1 AND $v",
    "SELECT 1 FROM t WHERE a OR has(b, $v) AND c",
  ])("leaves %s out", (sql) => {
    expect(() => convert(sql, unknown)).toThrow(LeftOutError);
  });

  it("is the default database before the name of a table", () => {
    expect(convert("SELECT 1 FROM ${d}.logs AS a JOIN $d.traces AS b ON 1", unknown)).toEqual({
      sql: "SELECT 1 FROM logs AS a JOIN traces AS b ON 1",
      differences: ["The value of the variable `d` is not known, so that the query uses the default database."],
    });
    expect(() => convert("SELECT ${d}.a FROM logs", unknown)).toThrow(LeftOutError);
  });
});
