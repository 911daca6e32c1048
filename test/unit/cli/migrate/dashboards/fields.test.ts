import { convertPanel, panel, query } from "./conversion";

const SQL = "SELECT toString(a) AS a, count() AS c, avg(d) AS d FROM t GROUP BY a";

const SERIES = "SELECT toStartOfHour(at) AS time, count() AS c FROM t WHERE $__timeFilter(at) GROUP BY time";

const variable = (name: string) => `\${${name}}`;
const defaults = (fields: object) => ({ fieldConfig: { defaults: fields } });
const override = (options: string, ...properties: object[]) => ({ matcher: { id: "byName", options }, properties });
const overrides = (...list: object[]) => ({ fieldConfig: { overrides: list } });

test.each([
  ["short", { output: "number", average: true, mantissa: 2 }],
  ["percent", { output: "number", unit: "%", mantissa: 2 }],
  ["percentunit", { output: "percent", mantissa: 2 }],
  ["bytes", { output: "byte", numericUnit: "bytes_iec", mantissa: 2 }],
  ["decbytes", { output: "byte", numericUnit: "bytes_si", mantissa: 2 }],
  ["mbytes", { output: "byte", numericUnit: "mebibytes", mantissa: 2 }],
  ["bps", { output: "data_rate", numericUnit: "bits_sec_si", mantissa: 2 }],
  ["binBps", { output: "data_rate", numericUnit: "bytes_sec_iec", mantissa: 2 }],
  ["reqps", { output: "throughput", numericUnit: "rps", mantissa: 2 }],
  ["ms", { output: "duration", factor: 0.001 }],
  ["dtdurations", { output: "time" }],
  ["currencyUSD", { output: "currency", currencySymbol: "$", mantissa: 2 }],
  ["celsius", { output: "number", unit: "°C", mantissa: 2 }],
  ["suffix: orders", { output: "number", unit: " orders", mantissa: 2 }],
  ["constructor", { output: "number", unit: "constructor", mantissa: 2 }],
])("the unit %s becomes a number format", (unit, numberFormat) => {
  const { config, outcome } = convertPanel(panel("table", SQL, defaults({ unit })));

  expect(config?.numberFormat).toEqual(numberFormat);
  expect(outcome?.class).toBe("exact");
});

test("a count without decimals is shown as a whole number", () => {
  const formatOf = (value: string, unit: string) =>
    convertPanel(panel("stat", `SELECT ${value} AS c FROM t`, defaults({ unit }))).config?.numberFormat;

  expect(formatOf("count()", "short")).toEqual({ output: "number", thousandSeparated: true });
  expect(formatOf("uniqExact(a)", "short")).toEqual({ output: "number", thousandSeparated: true });
  expect(formatOf("countIf(a IN (1, 2))", "short")).toEqual({ output: "number", thousandSeparated: true });
  expect(formatOf("countIf(a) / countIf(b)", "short")).toEqual({ output: "number", average: true, mantissa: 2 });
  expect(formatOf("count() / 60", "short")).toEqual({ output: "number", average: true, mantissa: 2 });
  expect(formatOf("count()", "bytes")).toEqual({ output: "byte", numericUnit: "bytes_iec", mantissa: 2 });
});

test("calculated values in the legend are a difference", () => {
  const differences = (legend: object) => convertPanel(panel("table", SQL, { options: { legend } })).differences;

  expect(differences({ calcs: ["mean"], displayMode: "table" })).toEqual([
    "Grafana shows calculated values in the legend; ClickStack does not.",
  ]);
  expect(differences({ calcs: [], displayMode: "table" })).toEqual([]);
  expect(differences({ calcs: ["mean"], showLegend: false })).toEqual([]);
  expect(differences({ calcs: ["mean"], displayMode: "hidden" })).toEqual([]);
  expect(convertPanel(panel("graph", SERIES, { legend: { show: false, values: true } })).outcome?.class).toBe("exact");
});

test("another axis of a field is a difference", () => {
  const differences = (text: string) =>
    convertPanel(panel("timeseries", SERIES, overrides(override("c", { id: "custom.axisPlacement", value: text }))))
      .differences;

  expect(differences("right")).toEqual(["Grafana draws some fields on another axis; ClickStack does not."]);
  expect(differences("auto")).toEqual([]);
});

test("decimals become the mantissa", () => {
  expect(convertPanel(panel("table", SQL, defaults({ decimals: 2 }))).config?.numberFormat).toEqual({
    output: "number",
    mantissa: 2,
  });
  expect(convertPanel(panel("table", SQL, defaults({ unit: "none" }))).config).not.toHaveProperty("numberFormat");
});

test("a date as the unit is a difference", () => {
  expect(convertPanel(panel("table", SQL, defaults({ unit: "dateTimeAsIso" }))).differences).toEqual([
    "Grafana shows the format dateTimeAsIso; ClickStack shows the value as it is.",
  ]);
});

test("the unit of the only column with numbers becomes the unit of the tile", () => {
  const model = overrides(override("c", { id: "unit", value: "s" }));
  const { config, outcome } = convertPanel(
    panel("timeseries", "SELECT ts AS time, count() AS c FROM t WHERE $__timeFilter(ts) GROUP BY time", model),
  );

  expect(config?.numberFormat).toEqual({ output: "duration", factor: 1 });
  expect(outcome?.class).toBe("exact");
});

test("another unit of one of several columns is a difference", () => {
  const { differences } = convertPanel(panel("table", SQL, overrides(override("c", { id: "unit", value: "s" }))));

  expect(differences).toEqual(["Grafana shows c in the unit s; a tile has one number format."]);
});

test("a table has no format of one column if other columns can contain numbers", () => {
  const model = overrides(override("c", { id: "unit", value: "percentunit" }));
  const { config, differences } = convertPanel(panel("table", "SELECT a, count() AS c FROM t GROUP BY a", model));

  expect(config).not.toHaveProperty("numberFormat");
  expect(differences).toEqual(["Grafana shows c in the unit percentunit; a tile has one number format."]);
});

test("overrides of columns that a table does not have are not reported", () => {
  const model = overrides(
    override("x", { id: "unit", value: "s" }, { id: "displayName", value: "X" }),
    override("y", { id: "links", value: [{ title: "Y", url: "/y" }] }),
  );
  const differences = (sql: string) => convertPanel(panel("table", sql, model)).differences;

  expect(differences(SQL)).toEqual([]);
  expect(differences("SELECT * FROM t")).toHaveLength(3);
});

test("overrides of series that no query returns are no difference", () => {
  const of = (sql: string) => [
    query(sql),
    query("SELECT ts AS time, count() AS c FROM t WHERE $__timeFilter(ts) GROUP BY time", { refId: "B" }),
  ];
  const differences = (sql: string, name: string) =>
    convertPanel(panel("timeseries", of(sql), overrides(override(name, { id: "displayName", value: "X" }))))
      .differences;
  const [total, labeled, bare] = ["sum(v) AS total", "sum(v) AS total, toString(a) AS a", "sum( v)"].map(
    (list) => `SELECT ts AS time, ${list} FROM t WHERE $__timeFilter(ts) GROUP BY ALL`,
  ) as [string, string, string];
  const lost = (name: string) => [`Grafana names ${name} "X"; ClickStack does not.`];

  expect(differences(total, "A uniq(total)")).toEqual([]);
  expect(differences(total, "A total")).toEqual(lost("A total"));
  expect(differences(labeled, "web")).toEqual(lost("web"));
  expect(differences(bare, "sum(v)")).toEqual(lost("sum(v)"));
});

test("a different number of decimals in one of several columns is a difference", () => {
  const { differences } = convertPanel(panel("table", SQL, overrides(override("d", { id: "decimals", value: 3 }))));

  expect(differences).toEqual(["Grafana shows d with 3 decimals; a tile has one number format."]);
});

test("a different unit and a different number of decimals in a column are one difference", () => {
  const format = [
    { id: "unit", value: "s" },
    { id: "decimals", value: 1 },
  ] as const;
  const differences = (...properties: object[]) =>
    convertPanel(panel("table", SQL, overrides(override("d", ...properties)))).differences;

  expect(differences(...format)).toEqual(["Grafana shows d in the unit s; a tile has one number format."]);
  expect(differences(format[1])).toEqual(["Grafana shows d with 1 decimal; a tile has one number format."]);
});

test.each([
  [{ min: 5 }, "begins the axis at 5"],
  [{ min: 0, max: 100 }, "ends the axis at 100"],
  [{ custom: { axisLabel: "p95 (ms)" } }, 'labels the axis "p95 (ms)"'],
])("the option %j of an axis is a difference", (options, loss) => {
  const axis = (type: string) =>
    convertPanel(panel(type, "SELECT ts AS time, count() AS c FROM t WHERE $__timeFilter(ts)", defaults(options)));

  expect(axis("timeseries").differences).toEqual([`Grafana ${loss}; ClickStack does not.`]);
  expect(axis("table").differences).toEqual([]);
});

test("another unit of one of several bars is a difference", () => {
  const model = overrides(override("d", { id: "unit", value: "percent" }));
  const { differences } = convertPanel(panel("barchart", SQL, model));

  expect(differences).toContain("Grafana shows d in the unit percent; a tile has one number format.");
});

test("different units of the tiles that a panel becomes are not reported", () => {
  const queries = ["energy", "revenue"].map((name, index) =>
    query(`SELECT hour AS time, sum(a) AS ${name} FROM t WHERE $__timeFilter(hour) GROUP BY time`, {
      refId: "AB".charAt(index),
    }),
  );
  const model = overrides(
    override("energy", { id: "unit", value: "kwh" }),
    override("revenue", { id: "unit", value: "currencyEUR" }),
  );
  const { configs, differences } = convertPanel(panel("timeseries", queries, model));

  expect(configs.map(({ numberFormat }) => numberFormat)).toEqual([
    { output: "number", unit: "kwh", mantissa: 2 },
    { output: "currency", currencySymbol: "€", mantissa: 2 },
  ]);
  expect(differences).toEqual(["Grafana shows one panel; ClickStack shows 2 tiles."]);
});

test("the unit of a hidden column is not reported", () => {
  const model = overrides(override("d", { id: "custom.hidden", value: true }, { id: "unit", value: "s" }));

  expect(convertPanel(panel("table", SQL, model)).outcome?.class).toBe("exact");
});

test.each(["custom.hidden", "custom.hideFrom.viz"])("overrides rename columns and hide them with %s", (id) => {
  const model = overrides(override("c", { id: "displayName", value: "Count" }), override("d", { id, value: true }));
  const { sql, outcome } = convertPanel(panel("table", SQL, model));

  expect(sql).toBe(`SELECT a, c AS Count\nFROM (\n  ${SQL}\n)`);
  expect(outcome?.class).toBe("exact");
});

test.each([
  [{ mappings: [{ type: "value", options: {} }] }, "shows texts or colors instead of some values"],
  [{ noValue: "0" }, 'shows "0" without data'],
  [{ displayName: "All" }, 'names all fields "All"'],
  [{ custom: { scaleDistribution: { type: "log" } } }, "has a logarithmic axis"],
])("the option %j is a difference", (fields, loss) => {
  expect(convertPanel(panel("table", SQL, defaults(fields))).differences).toEqual([
    `Grafana ${loss}; ClickStack does not.`,
  ]);
});

test("only thresholds that were edited and are shown are a difference", () => {
  const steps = (value: number) => ({
    thresholds: {
      steps: [
        { color: "green", value: null },
        { color: "red", value },
      ],
    },
  });
  const loss = "Grafana shows thresholds by colors or lines; ClickStack does not.";
  const stat = (value: number, color = {}) =>
    convertPanel(panel("stat", "SELECT count() AS c FROM t", defaults({ ...steps(value), color })));

  expect(stat(80).differences).toEqual([]);
  expect(stat(90).differences).toEqual([loss]);
  expect(stat(90, { mode: "fixed" }).differences).toEqual([]);
  expect(convertPanel(panel("table", SQL, defaults(steps(90)))).differences).toEqual([]);
});

test.each([
  ["custom.displayMode", "gradient-gauge", "draws"],
  ["custom.cellOptions", { type: "gauge", mode: "gradient" }, "draws"],
  ["custom.displayMode", "color-background", "colors"],
  ["custom.cellOptions", { type: "color-text" }, "colors"],
])("cells with the option %s %j are a difference", (id, value, verb) => {
  expect(convertPanel(panel("table", SQL, overrides(override("c", { id, value })))).differences).toEqual([
    `Grafana ${verb} values of some columns; ClickStack does not.`,
  ]);
});

test("percentages of a pie are a difference", () => {
  const differences = (options: object) => convertPanel(panel("piechart", SQL, { options })).differences;
  const loss = "Grafana shows percentages; ClickStack does not.";

  expect(differences({ displayLabels: ["name", "percent"] })).toContain(loss);
  expect(differences({ legend: { values: ["value", "percent"] } })).toContain(loss);
  expect(differences({ legend: { values: ["percent"], showLegend: false } })).not.toContain(loss);
  expect(differences({ legend: { values: ["value"] } })).not.toContain(loss);
});

test("the options of an old graph are differences", () => {
  const graph = (model: object) => convertPanel(panel("graph", SERIES, model));
  const axis = { format: "ms", decimals: 1, min: 5, max: 10, logBase: 10, label: "Time" };

  expect(graph({ yaxes: [axis] })).toMatchObject({
    config: { numberFormat: { output: "duration", factor: 0.001, mantissa: 1 } },
    differences: [
      "begins the axis at 5",
      "ends the axis at 10",
      "has a logarithmic axis",
      'labels the axis "Time"',
    ].map((loss) => `Grafana ${loss}; ClickStack does not.`),
  });
  expect(
    graph({ yaxes: [{ format: "short", decimals: null, min: null, max: null, logBase: 1, label: null }] }).differences,
  ).toEqual([]);
  expect(
    graph({
      thresholds: [{ value: 100, op: "gt", line: true }],
      legend: { show: true, values: true, avg: true },
      seriesOverrides: [{ alias: "c", yaxis: 2, transform: "negative-Y" }],
      nullPointMode: "null as zero",
    }).differences,
  ).toEqual(
    [
      "draws some fields on another axis",
      "draws some values below zero",
      "shows thresholds by colors or lines",
      "shows calculated values in the legend",
      "draws missing values as 0",
    ].map((loss) => `Grafana ${loss}; ClickStack does not.`),
  );
  expect(graph({ thresholds: [], legend: { show: true, values: false, avg: true } }).differences).toEqual([]);
});

test("a line behind a number is a difference if the query has times", () => {
  const stat = (sql: string, graphMode?: string) => convertPanel(panel("stat", sql, { options: { graphMode } }));
  const series = "SELECT ts AS time, count() AS c FROM t WHERE $__timeFilter(ts) GROUP BY time";

  expect(stat(series, "area").differences).toEqual([
    "Grafana draws the values over time behind the number; ClickStack does not.",
  ]);
  expect(stat(series).differences).toEqual(stat(series, "area").differences);
  expect(stat(series, "none").differences).toEqual([]);
  expect(stat("SELECT count() AS c FROM t", "area").differences).toEqual([]);
});

describe("a table with a sort order in its options", () => {
  const sql = "SELECT toString(a) AS a, b, c + 0 AS c FROM t";
  const sorted = (text: string, displayName: string, desc = true, model = {}) =>
    convertPanel(panel("table", text, { options: { sortBy: [{ displayName, desc }] }, ...model }));

  it("is sorted in SQL if the column contains numbers", () => {
    expect(sorted(sql, "c")).toMatchObject({
      sql: `SELECT a, b, c\nFROM (\n  ${sql}\n)\nORDER BY c DESC`,
      outcome: { class: "exact" },
    });
  });

  it.each([
    ["c", true, "ORDER BY c DESC LIMIT 3"],
    ["c", false, "ORDER BY c"],
    ["a", true, "ORDER BY 1 DESC"],
    ["c", false, "ORDER BY `c` ASC"],
  ])("that is sorted by %s (descending: %s) keeps a query with the same order: %s", (name, desc, order) => {
    expect(sorted(`${sql} ${order}`, name, desc)).toMatchObject({
      sql: `${sql} ${order}`,
      outcome: { class: "exact" },
    });
  });

  it("is sorted by the column with the stored index in an old panel", () => {
    const old = panel("table-old", [query("SELECT name, count() AS c FROM t GROUP BY name")], {
      sort: { col: 1, desc: true },
    });

    expect(convertPanel(old).sql).toContain("\nORDER BY c DESC");
  });

  it("keeps the order of a query whose columns get other names", () => {
    const named = overrides(override("c", { id: "displayName", value: "Count" }));

    expect(sorted(`${sql} ORDER BY c DESC`, "Count", true, named)).toMatchObject({
      sql: `SELECT a, b, c AS Count\nFROM (\n  ${sql} ORDER BY c DESC\n)`,
      outcome: { class: "exact" },
    });
  });

  it("keeps the order of the query for texts and unknown columns, and reports the difference", () => {
    const lost = (name: string) => [`Grafana sorts the rows by ${name}; ClickStack keeps the order of the query.`];

    expect(sorted(sql, "a").differences).toEqual(lost("a"));
    expect(sorted(sql, "b").differences).toEqual(lost("b"));
    expect(sorted("SELECT * FROM t", "c").differences).toEqual(lost("c"));
  });

  it("is not sorted by a column that the query does not return", () => {
    expect(sorted(sql, "delta")).toMatchObject({ sql, outcome: { class: "exact" } });
  });
});

test.each([
  ["timeseries_to_columns", "a column for each series"],
  ["timeseries_aggregations", "calculated values of each series"],
])("the transformation %s of an old table is a difference", (transform, shown) => {
  expect(convertPanel(panel("table", SQL, { transform })).differences).toEqual([
    `Grafana shows ${shown}; ClickStack does not.`,
  ]);
});

test("a panel of logs is sorted by time", () => {
  const sql = "SELECT ts AS time, body FROM t";
  const logs = (text: string, sortOrder?: string) => convertPanel(panel("logs", text, { options: { sortOrder } }));
  const lost = "Grafana sorts the rows by time; ClickStack keeps the order of the query.";

  expect(logs(sql).sql).toMatch(/\nORDER BY time DESC$/);
  expect(logs(sql, "Ascending").sql).toMatch(/\nORDER BY time$/);
  expect(logs(`${sql} ORDER BY time DESC`).sql).toBe(`${sql} ORDER BY time DESC`);
  expect(logs("SELECT * FROM t").differences).toContain(lost);
  expect(logs("SELECT toString(a) AS a FROM t").differences).not.toContain(lost);
});

test("a link of a column becomes the target of clicks on rows", () => {
  const link = (url: string) => overrides(override("a", { id: "links", value: [{ title: "Open", url }] }));
  const target = (url: string) => convertPanel(panel("table", SQL, link(url)));

  expect(
    target(`https://shop.example/${variable("__data.fields.a")}/${variable("__value.raw")}`).config?.onClick,
  ).toEqual({
    type: "external",
    urlTemplate: "https://shop.example/{{a}}/{{a}}",
  });
  for (const url of [
    "/d/other",
    "javascript:alert(1)",
    `https://shop.example/${variable("__data.fields.x")}`,
    `https://shop.example/?from=${variable("__from")}`,
  ]) {
    expect(target(url)).toMatchObject({ differences: ['Grafana has the link "Open" of a; the tile does not.'] });
  }
});

test("a column can have the name of an inherited property", () => {
  const model = overrides(override("__proto__", { id: "displayName", value: "constructor" }));

  expect(convertPanel(panel("table", "SELECT 1 AS __proto__, 2 AS b", model)).sql).toContain(
    "SELECT __proto__ AS constructor, b",
  );
});

test("the data links of a query of Altinity's plugin are differences", () => {
  const dataLinks = { enabled: true, queryTemplates: [{ name: "Slow spans", query: "SELECT 1" }] };
  const { differences } = convertPanel(panel("table", [query(SQL, { plugin: "altinity", model: { dataLinks } })]));

  expect(differences).toEqual(['Grafana has the link "Slow spans"; the tile does not.']);
});
