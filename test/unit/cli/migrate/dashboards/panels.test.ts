import type { Query } from "../../../../../src/cli/commands/migrate/input/query";
import { convertPanel, panel, query } from "./conversion";

const SERIES =
  "SELECT $__timeInterval(ts) AS time, count() AS errors FROM logs WHERE $__timeFilter(ts) GROUP BY time ORDER BY time";
const LABELED =
  "SELECT ts AS time, toString(service) AS service, count() AS errors FROM logs WHERE $__timeFilter(ts) GROUP BY time, service ORDER BY time";

test("a time series becomes a line tile that does not fill empty buckets", () => {
  const { config, outcome } = convertPanel(panel("timeseries", SERIES));

  expect(config).toMatchObject({
    displayType: "line",
    configType: "sql",
    sqlTemplate: expect.stringContaining("$__timeInterval(ts)"),
  });
  expect(config).toMatchObject({ fillNulls: false, fitYAxisToData: true });
  expect(outcome).toMatchObject({
    class: "approximated",
    differences: ["The buckets of the query have another length than in Grafana."],
    target: { tileKey: "errors" },
  });
});

test("a time series with stacking or bars becomes a stacked bar tile", () => {
  const stacked = { fieldConfig: { defaults: { custom: { stacking: { mode: "normal" } } } } };
  const bars = { fieldConfig: { defaults: { custom: { drawStyle: "bars" } } } };

  expect(convertPanel(panel("timeseries", SERIES, stacked)).config).toMatchObject({
    displayType: "stacked_bar",
    fillNulls: false,
  });
  expect(convertPanel(panel("timeseries", LABELED, bars)).differences).toEqual([
    "Grafana does not stack the bars; ClickStack stacks them.",
  ]);
});

test.each([{ min: 0 }, { custom: { axisSoftMin: 0 } }])(
  "an axis with the minimum %j is not fitted to the data",
  (defaults) => {
    const { config } = convertPanel(panel("timeseries", SERIES, { fieldConfig: { defaults } }));

    expect(config).not.toHaveProperty("fitYAxisToData");
  },
);

test("a time series without a time column becomes a table with a difference", () => {
  const { config, differences } = convertPanel(panel("timeseries", "SELECT count() AS c FROM logs"));

  expect(config).toMatchObject({ displayType: "table" });
  expect(differences).toEqual(["The query has no time column, so that the tile is a table."]);
});

test("a stat of one row becomes a number tile with the same query", () => {
  const { config, outcome } = convertPanel(panel("stat", [query("SELECT count() FROM logs", { format: "table" })]));

  expect(config).toMatchObject({ displayType: "number", sqlTemplate: "SELECT count() FROM logs" });
  expect(outcome?.class).toBe("exact");
});

test.each([
  ["lastNotNull", "argMaxOrNullIf(errors, time, isNotNull(errors))"],
  ["max", "maxOrNull(errors)"],
  ["sum", "sumOrNull(errors)"],
  ["mean", "avgOrNull(errors)"],
  ["median", "quantileExactInclusiveOrNull(0.5)(errors)"],
  ["p95", "quantileExactOrNull(0.95)(errors)"],
])("a stat of a series reduces it with %s in SQL", (calc, expression) => {
  const sql = "SELECT ts AS time, value + 0 AS errors FROM logs ORDER BY time";
  const { config, outcome } = convertPanel(
    panel("stat", sql, { options: { graphMode: "none", reduceOptions: { calcs: [calc] } } }),
  );

  expect(config).toMatchObject({ displayType: "number" });
  expect(config?.sqlTemplate).toBe(`SELECT ${expression} AS errors\nFROM (\n  ${sql}\n)`);
  expect(outcome?.class).toBe("exact");
});

test.each([
  ["avg", "avgOrNull(v)"],
  ["total", "sumOrNull(v)"],
  ["current", "argMaxOrNullIf(v, time, isNotNull(v))"],
  ["max", "maxOrNull(v)"],
])("an old single stat calculates %s", (valueName, expression) => {
  const { sql, outcome } = convertPanel(panel("singlestat", "SELECT ts AS time, v + 0 AS v FROM t", { valueName }));

  expect(sql).toContain(`SELECT ${expression} AS v\n`);
  expect(outcome?.class).toBe("exact");
});

test("a stat of rows in a table takes the last row", () => {
  const { sql } = convertPanel(panel("stat", [query("SELECT v + 0 AS v FROM t ORDER BY d", { format: "table" })]));

  expect(sql).toBe("SELECT anyLastOrNull(v) AS v\nFROM (\n  SELECT v + 0 AS v FROM t ORDER BY d\n)");
});

test("an unknown calculation is a difference", () => {
  const options = { graphMode: "none", reduceOptions: { calcs: ["changeCount"] } };

  expect(convertPanel(panel("stat", "SELECT ts AS time, v + 0 AS v FROM t", { options })).differences).toEqual([
    "Grafana calculates changeCount; ClickStack shows the last value.",
  ]);
});

test("a stat of several columns becomes a number tile for each column", () => {
  const { tiles, outcome } = convertPanel(panel("stat", "SELECT min(v) AS low, max(v) AS high FROM t"));

  expect(tiles.map(({ name, x, w, h }) => ({ name, x, w, h }))).toEqual([
    { name: "Errors (low)", x: 0, w: 6, h: 8 },
    { name: "Errors (high)", x: 6, w: 6, h: 8 },
  ]);
  expect(outcome).toMatchObject({ class: "approximated", target: { tileKey: "errors_low" } });
});

test("the name next to the value of a stat is a difference", () => {
  const differences = (sql: string, textMode: string) =>
    convertPanel(panel("stat", [query(sql, { format: "table" })], { options: { textMode } })).differences;
  const lost = "Grafana shows the name of the value; ClickStack shows only the value.";

  expect(differences("SELECT count() AS c FROM t", "value_and_name")).toEqual([lost]);
  expect(differences("SELECT count() AS c FROM t", "auto")).toEqual([]);
  expect(differences("SELECT min(v) AS low, max(v) AS high FROM t", "value_and_name")).not.toContain(lost);
});

test("a column of a stat that can be a number is a difference", () => {
  const differences = (fields: string) =>
    convertPanel(
      panel("stat", [query("SELECT weekend, sum(v) AS s FROM t GROUP BY weekend", { format: "table" })], {
        options: { reduceOptions: { fields } },
      }),
    ).differences;

  expect(differences("")).toEqual(["Grafana also shows weekend if it is a number; ClickStack does not."]);
  expect(differences("/^s$/")).toEqual([]);
});

test("a stat of several series becomes bars", () => {
  const { config, differences } = convertPanel(panel("stat", LABELED));

  expect(config).toMatchObject({ displayType: "bar" });
  expect(config?.sqlTemplate).toContain("SELECT service, argMaxOrNullIf(errors, time, isNotNull(errors)) AS errors");
  expect(config?.sqlTemplate).toMatch(/\nGROUP BY service$/);
  expect(differences).toContain("Grafana shows several numbers; ClickStack shows bars.");
});

test("a tile without an interval has buckets of a part of the range", () => {
  const { sql, differences } = convertPanel(panel("stat", SERIES, { options: { graphMode: "none" } }));

  expect(sql).toContain("greatest(1000, intDiv({endDateMilliseconds:Int64} - {startDateMilliseconds:Int64}, 60))");
  expect(differences).toEqual(["The buckets of the query have another length than in Grafana."]);
});

test("the minimum interval of a panel is a lower bound of the interval", () => {
  expect(convertPanel(panel("timeseries", SERIES, { interval: "5m" })).sql).toContain(
    "greatest({intervalMilliseconds:Int64}, 300000)",
  );
});

test("a pie has the rows of the query as slices", () => {
  const rows = { options: { reduceOptions: { values: true } } };
  const { config, outcome } = convertPanel(
    panel("piechart", "SELECT toString(a) AS a, count() AS c FROM t GROUP BY a", rows),
  );

  expect(config).toMatchObject({
    displayType: "pie",
    sqlTemplate: "SELECT toString(a) AS a, count() AS c FROM t GROUP BY a\nLIMIT 25",
  });
  expect(outcome?.class).toBe("exact");
});

test("a pie of several columns has a row for each column", () => {
  const { sql } = convertPanel(panel("piechart", "SELECT countIf(a) AS ok, countIf(b) AS `it's bad` FROM t"));

  expect(sql).toContain("SELECT pair.1 AS series, pair.2 AS value\nFROM (");
  expect(sql).toContain(
    "ARRAY JOIN [('ok', toFloat64(result.ok)), ('it\\'s bad', toFloat64(result.\"it's bad\"))] AS pair",
  );
});

test("bars that are not sorted by size are a difference", () => {
  const sql = "SELECT toString(a) AS a, count() AS c FROM t GROUP BY a ORDER BY";

  expect(convertPanel(panel("barchart", `${sql} c DESC LIMIT 5`)).outcome?.class).toBe("exact");
  expect(convertPanel(panel("barchart", `${sql} a`)).differences).toEqual([
    "Grafana keeps the order of the rows; ClickStack sorts the bars by size.",
  ]);
});

test.each([
  ["SELECT dest_port AS p, count() AS c FROM t GROUP BY dest_port", "toString(p) AS p, c"],
  ["SELECT service, status, count() AS c FROM t GROUP BY 1, 2", "service, toString(status) AS status, c"],
  ["SELECT size % 9 AS k, count() AS c FROM t GROUP BY k", "toString(k) AS k, c"],
  ["SELECT x, total FROM t", "toString(x) AS x, total"],
])("numbers in the groups and on the axis of %s become texts, because a tile names its bars by texts", (sql, list) => {
  const { config } = convertPanel(panel("barchart", [query(sql, { format: "table" })], { options: { xField: "x" } }));

  expect(config).toMatchObject({ displayType: "bar", sqlTemplate: `SELECT ${list}\nFROM (\n  ${sql}\n)` });
});

test("a number next to the name of a bar is a bar, as in Grafana", () => {
  const sql = "SELECT name, size % 9 AS k, count() AS c FROM t GROUP BY name, k";

  expect(convertPanel(panel("barchart", [query(sql, { format: "table" })])).sql).toContain("[('k', ");
});

test("a bar chart over time becomes a stacked bar tile", () => {
  expect(
    convertPanel(panel("barchart", "SELECT toDate(ts) AS day, count() AS c FROM t GROUP BY day")).config,
  ).toMatchObject({ displayType: "stacked_bar" });
});

test("several queries of a time series become one query with the names of their series", () => {
  const queries = [
    query("SELECT ts AS time, count() AS ok FROM a WHERE $__timeFilter(ts) GROUP BY time"),
    query("SELECT ts AS t, count() AS bad FROM b WHERE $__timeFilter(ts) GROUP BY t", { refId: "B" }),
    query("SELECT 1", { refId: "C", isHidden: true }),
  ];
  const { tiles, sql, outcome } = convertPanel(panel("timeseries", queries));

  expect(tiles).toHaveLength(1);
  expect(sql).toMatch(
    /^SELECT result.time AS time, pair.1 AS series, pair.2 AS value\n[\s\S]*\[\('ok', toFloat64\(result.ok\)\)\][\s\S]*\nUNION ALL\nSELECT result.t AS time, pair.1/,
  );
  expect(outcome?.class).toBe("exact");
});

test("several queries of a table become several tiles", () => {
  const queries = [query("SELECT 1 AS a"), query("SELECT 2 AS b", { refId: "B" })];
  const { tiles, differences } = convertPanel(panel("table", queries));

  expect(tiles.map(({ name }) => name)).toEqual(["Errors (A)", "Errors (B)"]);
  expect(differences).toEqual(["Grafana shows one panel; ClickStack shows 2 tiles."]);
});

test("queries of other data sources are a difference, and a panel with only such queries is left out", () => {
  const other = query("", { refId: "B", plugin: "other" });

  expect(convertPanel(panel("table", [query("SELECT 1 AS a"), other])).differences).toEqual([
    "Grafana also shows the queries B of other data sources.",
  ]);
  expect(convertPanel(panel("table", [other])).outcome).toMatchObject({ isClickHouse: false, class: "left out" });
});

test("a query that cannot be converted is reported, and the other queries are converted", () => {
  const unknown = query("SELECT $__unknown(a) AS a", { refId: "C" });

  expect(convertPanel(panel("table", [query("SELECT 1 AS a"), unknown])).differences).toEqual([
    "The query C is left out. ClickStack has no macro `$__unknown`.",
  ]);
  expect(convertPanel(panel("table", [unknown])).differences).toEqual(["ClickStack has no macro `$__unknown`."]);
});

test("buckets that depend on the maximum number of points of a panel are a difference", () => {
  const { sql, differences } = convertPanel(panel("timeseries", SERIES, { maxDataPoints: 50 }));

  expect(sql).toContain("intDiv({endDateMilliseconds:Int64} - {startDateMilliseconds:Int64}, 50)");
  expect(differences).toEqual(["The buckets of the query have another length than in Grafana."]);
});

test("extrapolated points of Altinity's plugin are a difference", () => {
  const differences = (extrapolate: boolean, format: Query["format"] = "series") =>
    convertPanel(
      panel("timeseries", [
        query("SELECT ts AS t, count() AS c FROM a WHERE $__timeFilter(ts) GROUP BY t", {
          plugin: "altinity",
          format,
          model: { extrapolate },
        }),
      ]),
    ).differences;

  expect(differences(true)).toEqual([
    "Grafana extrapolates the first and the last point of a series; ClickStack shows their values.",
  ]);
  expect(differences(false)).toEqual([]);
  expect(differences(true, "table")).toEqual([]);
});

test("a panel whose queries are hidden is left out", () => {
  const { outcome } = convertPanel(panel("table", [query("SELECT 1 AS a", { isHidden: true })]));

  expect(outcome).toMatchObject({ class: "left out", differences: ["The panel has only hidden queries."] });
});

test.each([
  ["logs", "table"],
  ["geomap", "table"],
  ["some-plugin-panel", "table"],
  ["heatmap", "table"],
])("a panel of the type %s is approximated by a %s tile", (type, displayType) => {
  const { config, outcome } = convertPanel(panel(type, SERIES));

  expect(config).toMatchObject({ displayType });
  expect(outcome).toMatchObject({
    class: "approximated",
    differences: expect.arrayContaining([
      `Grafana draws a panel of the type ${type}; ClickStack has a ${displayType} tile.`,
    ]),
  });
});

test("a time shift moves the queried range back, and the times of the rows forward", () => {
  const { sql } = convertPanel(
    panel("timeseries", "SELECT ts AS time, v + 0 AS v FROM t WHERE $__timeFilter(ts)", { timeShift: "1d" }),
  );

  expect(sql).toContain("SELECT addMilliseconds(time, 86400000) AS time, v");
  expect(sql).toContain("{startDateMilliseconds:Int64} - 86400000");
});

test("the time range of a panel replaces the start of the selected range", () => {
  const { sql, differences } = convertPanel(
    panel("stat", "SELECT count() AS c FROM t WHERE $__timeFilter(ts)", { timeFrom: "2h" }),
  );

  expect(sql).toContain("{endDateMilliseconds:Int64} - 7200000");
  expect(sql).not.toContain("startDateMilliseconds");
  expect(differences).toEqual([]);
});

test.each([
  ["timeseries", "ts > now() - INTERVAL 12 HOUR AND $__filters", true],
  ["timeseries", "$__timeFilter_ms(ts)", false],
  ["timeseries", "ts BETWEEN $__fromTime AND now()", false],
  ["timeseries", "ts > toDateTime(intDiv($__from, 1000))", false],
  ["barchart", "ts > now() - INTERVAL 12 HOUR", false],
])("rows outside of the selected time range are a difference: %s, %s, %s", (type, condition, isDifferent) => {
  const sql = `SELECT ts AS time, v + 0 AS v FROM t WHERE ${condition}`;
  const { differences } = convertPanel(panel(type, [query(SERIES), query(sql, { refId: "B" })]));
  const text = "Grafana shows only the selected time range; ClickStack shows all rows of the query.";

  expect(differences?.includes(text)).toBe(isDifferent);
});

test("stacked lines become stacked bars with a difference", () => {
  const sql = "SELECT toStartOfHour(at) AS time, count() AS c FROM t WHERE $__timeFilter(at) GROUP BY time";
  const stacking = { fieldConfig: { defaults: { custom: { drawStyle: "line", stacking: { mode: "normal" } } } } };

  expect(convertPanel(panel("timeseries", sql, stacking)).differences).toEqual([
    "Grafana stacks lines; ClickStack stacks bars.",
  ]);
});

test("a column in a time filter counts as a time", () => {
  const sql = "SELECT slot, count(a) FROM t WHERE $__timeFilter(slot) GROUP BY slot ORDER BY slot";

  expect(convertPanel(panel("timeseries", [query(sql, { format: "table" })])).outcome?.class).toBe("exact");
});

test("grouped bars of a bar chart become separate bars with a difference", () => {
  const sql = "SELECT toString(a) AS a, sum(b) AS b, sum(c) AS c FROM t GROUP BY a";

  expect(convertPanel(panel("barchart", [query(sql, { format: "table" })])).differences).toContain(
    "Grafana groups the bars of a row; ClickStack shows each bar separately.",
  );
});

test("a pie shows as many rows as in Grafana", () => {
  const sql = "SELECT toString(a) AS a, count() AS c FROM t GROUP BY a";
  const sqlOf = (text: string, limit?: number) =>
    convertPanel(
      panel("piechart", [query(text, { format: "table" })], { options: { reduceOptions: { values: true, limit } } }),
    ).config?.sqlTemplate;

  expect(sqlOf(sql)).toBe(`${sql}\nLIMIT 25`);
  expect(sqlOf(sql, 5)).toBe(`${sql}\nLIMIT 5`);
  expect(sqlOf(`${sql} LIMIT 99`)).toBe(`SELECT a, c\nFROM (\n  ${sql} LIMIT 99\n)\nLIMIT 25`);
  expect(sqlOf(`${sql} LIMIT 10`)).toBe(`${sql} LIMIT 10`);
});

test.each([
  ["a time", "max(created_at) AS latest"],
  ["a text", "anyLast(toString(version)) AS latest"],
])("a stat of %s next to numbers becomes a table of its column", (_, column) => {
  const options = { reduceOptions: { calcs: ["lastNotNull"], fields: "/^latest$/" } };
  const sql = `SELECT count() AS builds, ${column} FROM ci`;
  const { configs, differences } = convertPanel(panel("stat", [query(sql, { format: "table" })], { options }));

  expect(configs).toHaveLength(1);
  expect(configs[0]).toMatchObject({ displayType: "table", sqlTemplate: `SELECT latest\nFROM (\n  ${sql}\n)` });
  expect(differences).toEqual([
    "Grafana shows the value of latest, which is not a number; ClickStack has a table tile.",
  ]);
});

test.each([
  ["zone", "t, zone", "toString(zone)"],
  ["z.zone", "t, z.zone", "toString(z.zone)"],
  ["toHour(at) AS hour", "t, hour", "toString(toHour(at)) AS hour"],
  ["lower(zone) AS zone", "t, zone", "lower(zone) AS zone"],
  ["abs(zone) AS zone", "t, zone", "abs(zone) AS zone"],
  ["zone", "t, zone UNION ALL SELECT now() AS t, 1 AS c, 2 AS zone", "zone"],
])("a series of Altinity's plugin has a text in the place of %s in its groups", (label, groups, text) => {
  const sqlWith = (column: string) =>
    `SELECT at AS t, sum(zone) AS c, ${column} FROM z WHERE zone > 1 GROUP BY ${groups}`;
  const tile = (format: "series" | "table") =>
    convertPanel(panel("timeseries", [query(sqlWith(label), { plugin: "altinity", format })]))
      .sql?.toString()
      .replace(/\s+/g, " ");

  expect(tile("series")).toBe(sqlWith(text));
  expect(tile("table")).toBe(sqlWith(label));
});

test("a bar for each query is one tile with the title of the panel", () => {
  const queries = ["A", "B"].map((refId) =>
    query(`SELECT '${refId}' AS shop, sum(paid) AS total FROM sales`, { refId, format: "table" }),
  );
  const { tiles } = convertPanel(panel("barchart", queries));

  expect(tiles.map(({ name }) => name)).toEqual(["Errors"]);
});
