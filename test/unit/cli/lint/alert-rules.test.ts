import { alertsNamed, configurationFolder, findingsOf, lintFolders } from "../../../support/cli/lint";
import { reference } from "../../../support/constructs/synthesize";

const complete = {
  name: "Too many errors",
  note: "https://runbooks.example.com/errors",
  tags: ["team:shop"],
  channels: [{ type: "webhook", webhook_id: reference("data.clickstack_webhook.oncall.id") }],
  ...{ threshold: 10, threshold_type: "above", interval: "5m" },
  chart_config: {
    display_type: "number",
    source_id: reference("data.clickstack_source.logs.id"),
    select: [{ agg_fn: "count" }],
  },
};

test("an alert without a channel is reported, unless an expression creates its channels", async () => {
  const alerts = alertsNamed({
    none: { ...complete, channels: undefined },
    empty: { ...complete, channels: [] },
    computed: { ...complete, channels: reference("var.channels") },
    complete,
  });
  expect(await findingsOf("alert-channel", alerts)).toEqual([
    'clickstack_alert.none: The alert "Too many errors" has no channel.',
    'clickstack_alert.empty: The alert "Too many errors" has no channel.',
  ]);
});

test("an alert needs a name or a display name", async () => {
  const { name: _, ...nameless } = complete;
  const alerts = alertsNamed({
    none: nameless,
    blank: { ...nameless, name: " " },
    displayed: { ...nameless, display_name: "Errors" },
    computed: { ...nameless, name: reference("var.name") },
  });
  expect(await findingsOf("alert-name", alerts)).toEqual([
    'clickstack_alert.none: The alert "none" has no name.',
    'clickstack_alert.blank: The alert "blank" has no name.',
  ]);
});

test("an alert needs a note that matches the configured pattern", async () => {
  const alerts = alertsNamed({ none: { ...complete, note: null }, plain: { ...complete, note: "Restart." }, complete });
  const missing = 'clickstack_alert.none: The alert "Too many errors" has no note.';
  expect(await findingsOf("alert-note", alerts)).toEqual([missing]);
  expect(await findingsOf("alert-note", alerts, { pattern: "*https://*" })).toEqual([
    missing,
    'clickstack_alert.plain: The note of the alert "Too many errors" does not match "*https://*".',
  ]);
});

test("an alert needs an owner tag, and the tag can be on its dashboard or saved search", async () => {
  const { tags: _, chart_config: __, ...untagged } = complete;
  const onTile = { ...untagged, tile_id: reference('clickstack_dashboard.shop.tile_ids["errors"]') };
  const onOtherTile = { ...untagged, tile_id: reference('clickstack_dashboard.bare.tile_ids["errors"]') };
  const configuration = {
    resource: {
      clickstack_dashboard: {
        shop: { name: "Shop", tags: ["team:shop"], tiles: {} },
        bare: { name: "Bare", tiles: {} },
      },
      clickstack_saved_search: { fatal: { name: "Fatal", source_id: "x", tags: ["fatal"] } },
      clickstack_alert: {
        onTile,
        onOtherTile,
        onSearch: { ...untagged, saved_search_id: reference("clickstack_saved_search.fatal.id") },
        onLookUp: { ...untagged, saved_search_id: reference("data.clickstack_saved_search.fatal.id") },
        computed: { ...onOtherTile, tags: reference("var.tags") },
        complete,
      },
    },
  };
  const bare = 'clickstack_alert.onOtherTile: The alert "Too many errors" has no ';
  expect(await findingsOf("alert-owner-tag", configuration)).toEqual([`${bare}owner tag.`]);
  expect(await findingsOf("alert-owner-tag", configuration, { pattern: "team:*" })).toEqual([
    `${bare}tag of the form "team:*".`,
    'clickstack_alert.onSearch: The alert "Too many errors" has no tag of the form "team:*".',
  ]);
});

test("two alerts with the same query and condition are duplicates, also if they watch different tiles", async () => {
  const { chart_config: config, ...watched } = complete;
  const tile = (key: string) => reference(`clickstack_dashboard.shop.tile_ids["${key}"]`);
  const place = { x: 0, y: 0, w: 12, h: 4 };
  const configuration = {
    resource: {
      clickstack_dashboard: {
        shop: {
          name: "Shop",
          tiles: {
            one: { name: "One", ...place, config },
            two: { name: "Two", ...place, config: { ...config, number_format: { output: "number" } } },
            other: {
              name: "Other",
              ...place,
              config: { ...config, source_id: reference("data.clickstack_source.traces.id") },
            },
          },
        },
      },
      clickstack_alert: {
        first: { ...watched, tile_id: tile("one") },
        same: { ...watched, name: "Same", channels: [], tile_id: tile("one"), num_consecutive_windows: 1 },
        likewise: { ...watched, name: "Likewise", tile_id: tile("two") },
        otherTile: { ...watched, tile_id: tile("other") },
        otherThreshold: { ...watched, tile_id: tile("one"), threshold: 11 },
        otherInterval: { ...watched, tile_id: tile("one"), interval: "15m" },
        otherWindows: { ...watched, tile_id: tile("one"), num_consecutive_windows: 3 },
        search: { ...watched, saved_search_id: reference("clickstack_saved_search.fatal.id") },
        otherSearch: { ...watched, saved_search_id: reference("clickstack_saved_search.error.id") },
        each: { ...watched, tile_id: reference("each.value"), for_each: reference("local.one") },
        eachOther: { ...watched, tile_id: reference("each.value"), for_each: reference("local.other") },
        unknown: { ...watched },
        unknownToo: { ...watched },
      },
    },
  };
  expect(await findingsOf("duplicate-alert", configuration)).toEqual([
    expect.stringMatching(
      /^clickstack_alert\.same: The alert "Same" has the same condition as the alert "Too many errors", clickstack_alert\.first in \S+main\.tf\.json:\d+\.$/,
    ),
    expect.stringMatching(/^clickstack_alert\.likewise: The alert "Likewise" has the same condition as /),
  ]);
});

const place = { name: "Errors", x: 0, y: 0, w: 12, h: 4 };
const items = {
  source_id: reference("data.clickstack_source.logs.id"),
  select: [{ agg_fn: "count" }, { agg_fn: "count" }],
};

/** Returns a stack with a tile and an alert on it. */
function alertOn(config: object, alert: object, dashboard: object = {}): object {
  return {
    resource: {
      clickstack_dashboard: { shop: { name: "Shop", ...dashboard, tiles: { errors: { ...place, config } } } },
      clickstack_alert: {
        errors: { name: "Errors", tile_id: reference('clickstack_dashboard.shop.tile_ids["errors"]'), ...alert },
      },
    },
  };
}

const line = (numberFormat: object, config: object = {}) => ({
  ...{ display_type: "line", ...items, number_format: numberFormat },
  ...config,
});

describe("threshold-format", () => {
  test.each([
    [{ output: "percent" }, 95, {}, "is shown as 9500%"],
    [
      { output: "percent" },
      0.95,
      { formulas: [{ expression: "A / B * 100" }] },
      "is shown as 95%, because both the query and its format multiply by 100",
    ],
    [
      { output: "percent" },
      0.95,
      { select: [{ agg_fn: "avg", value_expression: "100.0 * Share" }] },
      "is shown as 95%, because both the query and its format multiply by 100",
    ],
    [{ output: "duration", factor: 1e-9 }, 800, {}, "is shown as 800 ns"],
    [{ output: "duration" }, 800_000_000, {}, "is shown as 800000000 s"],
    [{ output: "duration", factor: "0.000000001" }, 800, {}, "is shown as 800 ns"],
    [{ output: "byte" }, 0.5, {}, "is shown as 0.5 B"],
    [{ output: "number", unit: "%" }, 0.95, {}, "is shown as 0.95 %"],
  ])("the format %j contradicts the threshold %d", async (format, threshold, config, problem) => {
    const alert = { threshold, threshold_type: "above" };
    expect(await findingsOf("threshold-format", alertOn(line(format, config), alert))).toEqual([
      `clickstack_alert.errors: The threshold ${threshold} of the alert "Errors" ${problem}.`,
    ]);
  });

  test.each([
    [{ output: "percent" }, 0.95, "above"],
    [{ output: "percent" }, 1, "above"],
    [{ output: "percent" }, -0.2, "below"],
    [{ output: "duration", factor: 1e-9 }, 800_000_000, "above"],
    [{ output: "duration" }, 300, "above"],
    [{ output: "duration" }, 0, "above"],
    [{ output: "byte" }, 1_000_000, "above"],
    [{ output: "byte", numericUnit: "gigabytes" }, 0.5, "above"],
    [{ output: "number", unit: "%" }, 0.5, "above"],
    [{ output: "number", unit: "%" }, 99, "below"],
    [{ output: "number" }, 0.95, "above"],
    [{ output: reference("var.output") }, 95, "above"],
  ])("the format %j matches the threshold %d", async (format, threshold, type) => {
    const alert = { threshold, threshold_type: type };
    expect(await findingsOf("threshold-format", alertOn(line(format), alert))).toEqual([]);
  });

  test("checks both bounds, uses the format of the last value, and accepts a larger maximum if an option sets it", async () => {
    const range = { threshold: 20, threshold_max: 80, threshold_type: "between" };
    const percent = alertOn(line({ output: "percent" }), range);
    expect(await findingsOf("threshold-format", percent)).toEqual([
      'clickstack_alert.errors: The threshold 20 of the alert "Errors" is shown as 2000%.',
      'clickstack_alert.errors: The upper threshold 80 of the alert "Errors" is shown as 8000%.',
    ]);
    expect(await findingsOf("threshold-format", percent, { maxPercent: 8000 })).toEqual([]);
    const select = [{ agg_fn: "count" }, { agg_fn: "count", number_format: { output: "number" } }];
    expect(await findingsOf("threshold-format", alertOn(line({ output: "percent" }, { select }), range))).toEqual([]);
  });
});

describe("alert-interval", () => {
  const sql = (sqlTemplate: string) => ({ display_type: "line", config_type: "sql", sql_template: sqlTemplate });

  test.each([
    ["SELECT toStartOfHour(ts) AS t, count() FROM logs GROUP BY t", "5m", "1 h"],
    ["SELECT tostartoffifteenminutes(ts) AS t FROM logs GROUP BY t", "5m", "15 min"],
    ["SELECT toStartOfInterval(ts, INTERVAL 30 MINUTES) AS t FROM logs GROUP BY t", "15m", "30 min"],
    ["SELECT toStartOfInterval(ts, toIntervalDay(1)) AS t FROM logs GROUP BY t", "1h", "24 h"],
    ["SELECT toStartOfInterval(addDays(ts, 1) - INTERVAL 3 DAY, INTERVAL 1 HOUR, 'UTC') AS t FROM logs", "5m", "1 h"],
  ])("the buckets of %j are longer than %s", async (query, interval, bucket) => {
    expect(await findingsOf("alert-interval", alertOn(sql(query), { interval }))).toEqual([
      `clickstack_alert.errors: The alert "Errors" evaluates windows of ${interval}, and its query groups by buckets of ${bucket}.`,
    ]);
  });

  test("finds buckets in the group of a chart", async () => {
    const grouped = { display_type: "line", ...items, group_by: "toStartOfHour(Timestamp)" };
    expect(await findingsOf("alert-interval", alertOn(grouped, { interval: "1m" }))).toHaveLength(1);
    expect(await findingsOf("alert-interval", alertOn(grouped, { interval: "1h" }))).toEqual([]);
  });

  test("ignores functions of the current time, and functions in quoted texts and comments", async () => {
    for (const query of [
      "SELECT $__timeInterval(ts) AS t FROM logs WHERE ts > toStartOfDay(now()) GROUP BY t",
      "SELECT toStartOfInterval(ts, INTERVAL {intervalSeconds:Int64} second) AS t FROM logs WHERE ts > now() - INTERVAL 1 DAY",
      "SELECT toStartOfInterval(ts, toIntervalSecond({intervalSeconds:Int64})) AS t FROM logs WHERE ts > now() - toIntervalDay(1)",
      "SELECT `toStartOfDay(ts)`, toStartOfInterval(ts",
      "SELECT $__timeInterval(ts) AS t FROM logs WHERE ts > toStartOfInterval( now(), INTERVAL 1 HOUR) + toStartOfHour(  today())",
      "SELECT $__timeInterval(ts) AS t /* toStartOfHour(ts) */ FROM logs WHERE x = 'toStartOfHour(ts)' -- toStartOfDay(ts)",
    ]) {
      expect(await findingsOf("alert-interval", alertOn(sql(query), { interval: "1m" }))).toEqual([]);
    }
  });
});

describe("filtered-tile-alert", () => {
  const service = { name: "Service", expression: "ServiceName", source_id: "x" };
  const watches = 'clickstack_alert.errors: The alert "Errors" watches the tile "errors" of the dashboard "Shop", ';
  const tile = { display_type: "line", ...items };
  const check = (config: object, dashboard: object, options?: object) =>
    findingsOf("filtered-tile-alert", alertOn(config, {}, dashboard), options);

  test("a filter that users select is reported only if the option broadcast is set", async () => {
    const finding = [`${watches}which the filter "Service" changes.`];
    expect(await check(tile, { filters: [service] }, { broadcast: true })).toEqual(finding);
    expect(
      await check(tile, { filters: [{ ...service, applies_to_source_ids: [items.source_id] }] }, { broadcast: true }),
    ).toEqual(finding);
    expect(await check(tile, { filters: [service] })).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["another source", tile, { ...service, applies_to_source_ids: ["y"] }],
    ["no broadcast", tile, { ...service, is_broadcast_enabled: false, is_variable_enabled: true }],
    ["a group by the expression", { ...tile, group_by: "ServiceName" }, service],
    ["a condition on the expression", { ...tile, select: [{ agg_fn: "count", where: "ServiceName:shop" }] }, service],
    ["raw SQL without filters", { display_type: "number", config_type: "sql", sql_template: "SELECT 1" }, service],
  ])("no finding is reported for a filter with %s", async (_, config, filter) => {
    expect(await check(config, { filters: [filter] }, { broadcast: true })).toEqual([]);
  });

  test("a tile with a variable in its query is reported, and so is a tile that saved filters change", async () => {
    const variable = { ...service, is_broadcast_enabled: false, is_variable_enabled: true, variable_name: "svc" };
    const sql = { display_type: "number", config_type: "sql", sql_template: "SELECT 1 WHERE $__filter($svc)" };
    expect(await check(sql, { filters: [variable] })).toEqual([
      `${watches}which uses the variable of the filter "Service".`,
    ]);
    expect(await check({ ...sql, sql_template: "SELECT '$svcs'" }, { filters: [variable] })).toEqual([]);
    const list = { type: "STATIC_LIST", name: "svc", options: ["a"] };
    expect(await check(sql, { filters: [list] })).toEqual([`${watches}which uses the variable of the filter "svc".`]);
    const saved_filter_values = [{ type: "variable", name: "svc", values: ["a"] }];
    expect(await check(tile, { filters: [list], saved_filter_values })).toEqual([]);
    expect(await check(tile, { saved_query: "level:error" })).toEqual([
      `${watches}which the saved query of the dashboard changes.`,
    ]);
    const saved = [{ condition: "ServiceName = 'shop'" }];
    expect(await check(tile, { saved_filter_values: saved })).toEqual([
      `${watches}which the saved filters of the dashboard change.`,
    ]);
  });
});

test.each([
  [{ interval: "1h" }, undefined],
  [{ interval: "1h", schedule_offset_minutes: 0 }, undefined],
  [{ interval: "1h", schedule_start_at: "2026-12-31T10:00:00Z" }, undefined],
  [{ interval: "1h", schedule_offset_minutes: reference("var.offset") }, undefined],
  [{ interval: "1h", schedule_offset_minutes: 5 }, "5 min: the server compares two parts of each window separately."],
  [
    { interval: "1d", schedule_start_at: "2026-12-31T00:30:00Z" },
    "30 min: the server compares two parts of each window separately.",
  ],
  [{ interval: "1d", schedule_start_at: "2026-12-31T08:00:00Z" }, "8 h: the server finds no events in them."],
])("an alert with the schedule %j has windows with the shift %j", async (schedule, shift) => {
  const on = { saved_search_id: reference("clickstack_saved_search.fatal.id") };
  const config = { display_type: "line", config_type: "sql", sql_template: "SELECT 1" };
  const message = `clickstack_alert.errors: The schedule of the alert "Errors" shifts its windows by ${shift}`;
  expect(await findingsOf("shifted-window", alertsNamed({ errors: { name: "Errors", ...on, ...schedule } }))).toEqual(
    shift === undefined ? [] : [message],
  );
  expect(
    await findingsOf("shifted-window", alertsNamed({ errors: { name: "Errors", chart_config: config, ...schedule } })),
  ).toEqual([]);
});

test("a numeric group is reported once for each tile, and the fix converts it to a text", async () => {
  const config = { display_type: "line", source_id: "x", select: [{ agg_fn: "count" }] };
  const number = "toUInt16OrZero(LogAttributes['http.status'])";
  const onTile = (key: string) => ({ name: key, tile_id: reference(`clickstack_dashboard.shop.tile_ids["${key}"]`) });
  const configuration = {
    resource: {
      clickstack_dashboard: {
        shop: {
          name: "Shop",
          tiles: {
            codes: { name: "Codes", config: { ...config, group_by: `ServiceName, ${number}` } },
            texts: { name: "Texts", config: { ...config, group_by: `toString(${number})` } },
          },
        },
      },
      clickstack_alert: {
        a: onTile("codes"),
        b: onTile("codes"),
        c: onTile("texts"),
        d: { name: "D", saved_search_id: reference("clickstack_saved_search.s.id"), group_by: "SeverityNumber" },
        e: { name: "E", chart_config: { ...config, group_by: "toHour(Timestamp)" } },
      },
    },
  };
  const text = (group: string) => `is grouped by the number ${group}, so an alert compares it in place of the value.`;
  expect(await findingsOf("numeric-group", configuration)).toEqual([
    `clickstack_dashboard.shop codes: The tile "codes" of the dashboard "Shop" ${text(number)}`,
    `clickstack_alert.d: The alert "D" ${text("SeverityNumber")}`,
    `clickstack_alert.e: The alert "E" ${text("toHour(Timestamp)")}`,
  ]);
  const { problems } = await lintFolders([configurationFolder(configuration)]);
  const repaired = problems
    .filter(({ rule }) => rule.id === "numeric-group")
    .map(({ finding }) => JSON.stringify(finding?.repair?.(finding.object.fields)));
  expect(repaired[0]).toContain(`"groupBy":"ServiceName, toString(${number})"`);
  expect(repaired[1]).toContain('"groupBy":"toString(SeverityNumber)"');
  expect(repaired[2]).toContain('"groupBy":"toString(toHour(Timestamp))"');
});
