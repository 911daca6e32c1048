import { configurationFolder, findingsOf, lintFolders } from "../../../support/cli/lint";
import { reference } from "../../../support/constructs/synthesize";

const number = {
  display_type: "number",
  source_id: reference("data.clickstack_source.logs.id"),
  select: [{ agg_fn: "count" }],
};

const tile = (x: number, y: number, w: number, h: number, more: object = {}) => ({
  ...{ name: `at ${x} ${y}`, x, y, w, h, config: number },
  ...more,
});

const dashboards = (boards: Readonly<Record<string, object>>) => ({ resource: { clickstack_dashboard: boards } });

const shop = (tiles: unknown, more: object = {}) => dashboards({ shop: { name: "Shop", tiles, ...more } });

const OF_SHOP = 'of the dashboard "Shop"';

test("a dashboard without tiles is reported, unless an expression creates its tiles", async () => {
  const boards = dashboards({
    empty: { name: "Empty", tiles: {} },
    none: { name: "None" },
    computed: { name: "Computed", tiles: reference("var.tiles") },
    one: { name: "One", tiles: { a: tile(0, 0, 1, 1) } },
  });
  expect(await findingsOf("empty-dashboard", boards)).toEqual([
    'clickstack_dashboard.empty: The dashboard "Empty" has no tiles.',
    'clickstack_dashboard.none: The dashboard "None" has no tiles.',
  ]);
});

test("overlapping tiles in one grid are reported once, and a fully covered tile is reported as hidden", async () => {
  const containers = [
    {
      id: "c",
      title: "C",
      collapsed: false,
      tabs: [
        { id: "t1", title: "1" },
        { id: "t2", title: "2" },
      ],
    },
  ];
  const tiles = {
    a: tile(0, 0, 12, 4),
    b: tile(6, 2, 12, 4),
    hidden: tile(1, 1, 2, 2),
    beside: tile(18, 0, 6, 4),
    inContainer: tile(0, 0, 12, 4, { container_id: "c", tab_id: "t1" }),
    inOtherTab: tile(0, 0, 12, 4, { container_id: "c", tab_id: "t2" }),
    computed: { ...tile(0, 0, 12, 4), x: reference("var.x") },
  };
  expect(await findingsOf("overlapping-tiles", shop(tiles, { containers }))).toEqual([
    `clickstack_dashboard.shop b: The tile "b" ${OF_SHOP} overlaps the tile "a" at x 6, y 2, 6 wide, 2 high.`,
    `clickstack_dashboard.shop hidden: The tile "hidden" ${OF_SHOP} is hidden behind the tile "a" at x 1, y 1, 2 wide, 2 high.`,
  ]);
});

test("a tile outside of the grid is unreachable, and so is a tile in a container or tab that cannot be opened", async () => {
  const containers = [
    { id: "c", title: "C", collapsed: false, tabs: [{ id: "t", title: "T" }] },
    { id: "closed", title: "Closed", collapsed: true, collapsible: false },
    { id: "folded", title: "Folded", collapsed: true },
  ];
  const tiles = {
    wide: tile(20, 0, 8, 1),
    outside: tile(30, 0, 2, 1),
    left: tile(-1, 0, 2, 1),
    lost: tile(0, 0, 1, 1, { container_id: "x" }),
    noTab: tile(0, 0, 1, 1, { container_id: "c", tab_id: "x" }),
    closed: tile(0, 0, 1, 1, { container_id: "closed" }),
    folded: tile(0, 0, 1, 1, { container_id: "folded" }),
    inTab: tile(0, 0, 24, 1, { container_id: "c", tab_id: "t" }),
    computed: tile(0, 0, 1, 1, { container_id: reference("var.container") }),
  };
  const finding = (key: string, problem: string) =>
    `clickstack_dashboard.shop ${key}: The tile "${key}" ${OF_SHOP} ${problem}`;
  expect(await findingsOf("unreachable-tile", shop(tiles, { containers }))).toEqual([
    finding("wide", "ends at column 28. The grid has 24."),
    finding("outside", "ends at column 32. The grid has 24."),
    finding("left", "begins at column -1 and row 0."),
    finding("lost", 'is in the container "x", which does not exist.'),
    finding("noTab", 'is in the tab "x", which the container "c" does not have.'),
    finding("closed", 'is in the container "closed", which is collapsed and cannot be opened.'),
  ]);
  expect(await findingsOf("unreachable-tile", shop(tiles, { containers: reference("var.c") }))).toHaveLength(3);
});

test.each([
  ["moves to the right edge", { wide: tile(20, 0, 10, 3) }, 14],
  ["moves next to another tile", { left: tile(0, 0, 14, 3), wide: tile(20, 0, 10, 3) }, 14],
  ["moves to the right edge from outside of the grid", { wide: tile(30, 0, 4, 3) }, 20],
  ["stays if the new place is used", { other: tile(12, 0, 6, 3), wide: tile(20, 0, 10, 3) }, undefined],
  ["stays if another moved tile uses the place", { other: tile(22, 0, 4, 3), wide: tile(26, 0, 4, 3) }, undefined],
  ["stays if it is wider than the grid", { wide: tile(0, 0, 30, 3) }, undefined],
  [
    "stays next to a tile with an unknown place",
    { other: { ...tile(0, 0, 1, 1), x: reference("var.x") }, wide: tile(20, 0, 10, 3) },
    undefined,
  ],
])("a tile that ends outside of the grid %s", async (_, tiles, x) => {
  const { problems } = await lintFolders([configurationFolder(shop(tiles))]);
  const found = problems.find(({ rule, finding }) => rule.id === "unreachable-tile" && finding?.tile === "wide");
  const { repair, object } = found?.finding ?? {};
  const repaired = object && repair?.(object.fields).tiles;
  expect(repaired).toEqual(
    x === undefined
      ? undefined
      : { ...Object(object?.fields.tiles), wide: expect.objectContaining({ x, w: tiles.wide.w }) },
  );
});

test("two dashboards with one name, and two tiles of one kind and title in one grid, have duplicate titles", async () => {
  const line = { ...number, display_type: "line" };
  const boards = dashboards({
    one: {
      name: "Shop",
      tiles: {
        a: tile(0, 0, 1, 1, { name: "Errors" }),
        b: tile(1, 0, 1, 1, { name: " Errors" }),
        line: tile(2, 0, 1, 1, { name: "Errors", config: line }),
        text: tile(3, 0, 1, 1, { name: "Note", config: { display_type: "markdown" } }),
        text2: tile(4, 0, 1, 1, { name: "Note", config: { display_type: "markdown" } }),
        unnamed: tile(5, 0, 1, 1, { name: "" }),
        unnamed2: tile(6, 0, 1, 1, { name: "" }),
      },
    },
    two: { name: "Shop", tiles: { a: tile(0, 0, 1, 1, { name: "Errors" }) } },
    each: { name: "Shop", for_each: reference("var.teams"), tiles: {} },
  });
  expect(await findingsOf("duplicate-title", boards)).toEqual([
    'clickstack_dashboard.one b: The tile "b" of the dashboard "Shop" has the same title as the tile "a": "Errors".',
    'clickstack_dashboard.two: The dashboard "Shop" has the same name as clickstack_dashboard.one.',
  ]);
});

describe("raw SQL", () => {
  const query = (sql: string, kind = "table") =>
    shop({ q: tile(0, 0, 1, 1, { config: { display_type: kind, config_type: "sql", sql_template: sql } }) });

  test.each([
    "SELECT * FROM otel_logs",
    "SELECT count() FROM otel_logs WHERE Body = '$__timeFilter(ts)' -- $__timeFilter(ts)",
    "SELECT count() FROM system.query_log",
    "WITH t AS (SELECT * FROM otel_logs) SELECT count() FROM t",
    "SELECT count() FROM a JOIN `db`.`otel_logs` USING id",
    'SELECT count() AS "now()" FROM `otel-logs`',
  ])("is reported if the query %j has no time filter", async (sql) => {
    expect(await findingsOf("sql-time-filter", query(sql))).toEqual([
      `clickstack_dashboard.shop q: The query of the tile "q" ${OF_SHOP} has no time filter.`,
    ]);
  });

  test.each([
    "SELECT count() FROM otel_logs WHERE $__timeFilter(Timestamp)",
    "SELECT count() FROM otel_logs WHERE ts >= fromUnixTimestamp64Milli({startDateMilliseconds:Int64})",
    "SELECT count() FROM otel_logs WHERE ts BETWEEN $__fromTime_ms AND $__toTime_ms",
    "SELECT count() FROM otel_logs WHERE ts > NOW() - INTERVAL 1 HOUR",
    "SELECT max(parts) FROM (SELECT count() AS parts FROM system.parts)",
    "SELECT number FROM numbers(10)",
    `SELECT count() AS "it's", 'a' FROM otel_logs WHERE $__timeFilter(Timestamp)`,
    "SELECT `it's \"all` FROM otel_logs WHERE $__timeFilter(Timestamp) AND a = 'b'",
    "WITH `my logs` AS (SELECT 1) SELECT * FROM `my logs`",
    "SELECT 1",
  ])("accepts the query %j, which has a time filter or needs none", async (sql) => {
    expect(await findingsOf("sql-time-filter", query(sql))).toEqual([]);
  });

  test("needs no time filter if an option lists the table, for example a table of current states", async () => {
    const sql = query("SELECT count() FROM k8s_pods");
    expect(await findingsOf("sql-time-filter", sql)).toHaveLength(1);
    expect(await findingsOf("sql-time-filter", sql, { ignoreTables: ["k8s_*"] })).toEqual([]);
  });

  test.each([
    ["SELECT Body FROM otel_logs WHERE $__timeFilter(ts)", "table", 1],
    ["SELECT ServiceName, count() FROM otel_logs WHERE $__timeFilter(ts) GROUP BY ServiceName", "table", 1],
    ["SELECT Body FROM otel_logs WHERE x = 'LIMIT 5' /* LIMIT 5 */", "table", 1],
    ["SELECT Body FROM otel_logs limit 5", "table", 0],
    [`SELECT Body AS "it's" FROM otel_logs LIMIT 5`, "table", 0],
    ['SELECT Body AS "no limit", `limit` FROM otel_logs', "table", 1],
    ["SELECT count(), max(ts) FROM otel_logs", "table", 0],
    ["SELECT name FROM system.tables", "table", 0],
    ["SELECT ServiceName, count() FROM otel_logs GROUP BY ServiceName", "pie", 0],
  ])("is checked for a row limit: the query %j of a %s has %d findings", async (sql, kind, count) => {
    expect(await findingsOf("sql-limit", query(sql, kind))).toHaveLength(count);
  });

  test.each([
    ["SELECT Body FROM otel_logs;\n", "SELECT Body FROM otel_logs\nLIMIT 1000;\n"],
    ["SELECT Body FROM otel_logs; -- all rows", "SELECT Body FROM otel_logs\nLIMIT 1000; -- all rows"],
    ["SELECT Body FROM otel_logs /* all; rows", "SELECT Body FROM otel_logs\nLIMIT 1000 /* all; rows"],
    ["SELECT Body FROM a WHERE x = '-- no;'", "SELECT Body FROM a WHERE x = '-- no;'\nLIMIT 1000"],
    ["SELECT Body FROM a; SELECT Body FROM b", undefined],
  ])("gets a limit before its last comments and semicolons in the repair of %j", async (sql, repaired) => {
    const { problems } = await lintFolders([configurationFolder(query(sql))]);
    const finding = problems.find(({ rule }) => rule.id === "sql-limit")?.finding;
    const fields = finding?.repair?.(finding.object.fields);
    expect(finding).toBeDefined();
    expect(fields?.tiles).toEqual(
      repaired === undefined
        ? undefined
        : { q: expect.objectContaining({ config: expect.objectContaining({ sqlTemplate: repaired }) }) },
    );
  });

  test.each([
    ["toStartOfInterval(".repeat(5000)],
    ['"'.repeat(50_001)],
    ["a AS ".repeat(20_000)],
    [" ".repeat(100_000)],
    ["'".repeat(50_001)],
    ["/*".repeat(50_000)],
    ["eyJ-".repeat(25_000)],
  ])("a query of 100,000 characters is read in one pass", async (text) => {
    expect(await findingsOf("sql-limit", query(`SELECT a FROM b ${text} x`))).toHaveLength(1);
  });
});

describe("unused-variable", () => {
  const source = { source_id: reference("data.clickstack_source.logs.id") };
  const list = (name: string, more: object = {}) => ({ type: "STATIC_LIST", name, options: ["a"], ...more });
  const pod = { type: "PROMETHEUS_LABEL", name: "Pod", label: "pod", match: `up{env="$env"}`, ...source };
  const service = { name: "Service", expression: "ServiceName", is_variable_enabled: true, ...source };
  const sql = (text: string) => ({
    a: tile(0, 0, 1, 1, { config: { ...number, config_type: "sql", sql_template: text } }),
  });
  const check = (tiles: object, filters: object[], more: object = {}) =>
    findingsOf("unused-variable", shop(tiles, { filters, ...more }));

  test("a filter that only sets a variable is reported unless a tile or another filter uses it", async () => {
    const filters = [list("Env"), list("Zone", { variable_name: "zone" }), pod, service];
    expect(await check(sql("SELECT '$${Pod}', '$zones'"), filters)).toEqual([
      `clickstack_dashboard.shop: The filter "Env" ${OF_SHOP} only sets the variable "Env", which nothing uses.`,
      `clickstack_dashboard.shop: The filter "Zone" ${OF_SHOP} only sets the variable "zone", which nothing uses.`,
    ]);
    const silent = { ...service, is_broadcast_enabled: false };
    expect(await check(sql("SELECT 1"), [silent])).toHaveLength(1);
    expect(await check(sql("WHERE $Service"), [silent])).toEqual([]);
  });

  test("an expression that may contain the variable causes no finding", async () => {
    expect(await check(sql(reference("local.query")), [list("Env")])).toEqual([]);
  });

  test("an initial value is reported if no filter sets its variable", async () => {
    const saved_filter_values = [
      { type: "variable", name: "env", values: ["a"] },
      { type: "variable", name: "Env", values: ["a"] },
      { condition: "a = 1" },
    ];
    expect(await check(sql("$Env"), [list("Env")], { saved_filter_values })).toEqual([
      `clickstack_dashboard.shop: The dashboard "Shop" has an initial value for the variable "env", which none of its filters sets.`,
    ]);
  });
});
