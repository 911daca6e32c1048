import { readFileSync } from "node:fs";
import { count, expression, increase, Slo, type SloAlertProps, type SloProps, Source, sum } from "../../../src";
import type { PositionMetadata } from "../../../src/constructs/code-position";
import { burnRateOf, PUBLISHED_LIMITS } from "../../../src/constructs/slo/burn-rate";
import { problemsIn, synthesized } from "../../support/constructs/synthesize";

const SOURCE = "0123456789abcdef01234567";
const TO = { type: "webhook", webhookId: SOURCE } as const;
const ERRORS = { where: "StatusCode = 'Error'", whereLanguage: "sql" } as const;
const DAYS_30 = 30 * 1440;

/** Table 5-8 of the workbook: long window, short window, burn rate, and share of the budget of 30 days. */
const PUBLISHED = [
  ["fast", 60, 5, 14.4, 0.02],
  ["medium", 360, 30, 6, 0.05],
  ["slow", 4320, 360, 1, 0.1],
] as const;

type Blocks = Readonly<Record<string, Record<string, unknown>>>;

function objectsOf(props: Partial<Record<keyof SloProps, unknown>>) {
  const json = synthesized((stack) => {
    const source = Source.byName(stack, "Traces");
    const given = { name: "Checkout", objective: 0.999, source, notify: [TO], ...props };
    new Slo(stack, "slo", given as unknown as SloProps);
  });
  const [dashboard] = Object.values((json.resource?.clickstack_dashboard ?? {}) as Blocks);
  const alerts = Object.values((json.resource?.clickstack_alert ?? {}) as Blocks);
  return { dashboard: dashboard ?? {}, alerts, data: (json.data?.clickstack_source ?? {}) as Blocks };
}

function problemsOf(props: object): string {
  try {
    objectsOf({ bad: count(ERRORS), ...props });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

function configsOf(dashboard: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const tiles = dashboard.tiles as Record<string, { config: Record<string, unknown> }>;
  return Object.fromEntries(Object.entries(tiles).map(([key, { config }]) => [key, config]));
}

test.each(PUBLISHED)(
  "the alert level %s has the windows, the factor and the budget of the published table",
  (key, longMinutes, shortMinutes, factor, budget) => {
    expect(burnRateOf(PUBLISHED_LIMITS[key], 0.999, DAYS_30)).toEqual({ longMinutes, shortMinutes, factor, budget });
  },
);

test.each([
  ["7d", { budget: 0.02, long: "1h" }, 3.36],
  ["28d", { budget: 0.05, long: "6h" }, 5.6],
  ["90d", { budget: 0.1, long: "3d" }, 3],
] as const)("the factor in a window of %s for %j is %d", (window, limit, factor) => {
  expect(burnRateOf(limit, 0.999, Number.parseInt(window, 10) * 1440)).toMatchObject({ factor });
});

test("a burn rate of 720 consumes the whole budget of 30 days in one hour", () => {
  expect(burnRateOf({ factor: 720, long: "1h" }, 0.999, DAYS_30)).toMatchObject({ budget: 1 });
});

test("an objective with SQL conditions becomes a dashboard and one alert for each published level", () => {
  const { dashboard, alerts } = objectsOf({
    bad: count({ where: "StatusCode = 'Error'" }),
    where: "ServiceName = 'checkout'",
    whereLanguage: "sql",
    owner: "storefront",
    note: "https://runbooks.example.com/checkout",
    alerts: { slow: { notify: [{ type: "webhook", webhookId: `f${SOURCE.slice(1)}` }], tags: ["ticket"] } },
  });
  expect(dashboard).toMatchObject({ name: "SLO: Checkout", tags: ["slo", "owner:storefront"] });
  const id = /\.(\w+)\.tile_ids/.exec(String(alerts[0]?.tile_id))?.[1];
  expect(alerts.map(({ "//": _, message, dashboard_id, ...rest }) => rest)).toEqual([
    ...[
      ["fast", 14.4, "1m"],
      ["medium", 6, "5m"],
    ].map(([key, threshold, interval]) => ({
      name: `Checkout: ${key} burn`,
      note: "https://runbooks.example.com/checkout\n\nOwner: storefront",
      source: "tile",
      tile_id: `\${clickstack_dashboard.${id}.tile_ids["burn_${key}"]}`,
      threshold,
      threshold_type: "above",
      interval,
      channels: [{ type: "webhook", webhook_id: SOURCE }],
    })),
    {
      name: "Checkout: slow burn",
      note: "https://runbooks.example.com/checkout\n\nOwner: storefront",
      source: "tile",
      tile_id: `\${clickstack_dashboard.${id}.tile_ids["burn_slow"]}`,
      threshold: 1,
      threshold_type: "above",
      interval: "1h",
      channels: [{ type: "webhook", webhook_id: `f${SOURCE.slice(1)}` }],
      tags: ["ticket"],
    },
  ]);
  expect(alerts[2]?.message).toBe(
    "The burn rate of the error budget is at least 1. At this rate, 10 % of the budget of 30d is consumed in 3d.",
  );
  const configs = configsOf(dashboard);
  expect(Object.keys(configs)).toEqual([
    ...["bad_share", "budget_left", "burn_fast", "burn_medium", "burn_rate", "burn_slow"],
    ...["objective", "total"],
  ]);
  expect(configs.objective?.markdown).toContain(
    "**99.9 %** of events with `ServiceName = 'checkout'` must be good in 30d",
  );
  expect(configs.objective?.markdown).toContain(
    "| fast | 14.4 | 2 % in 1h | last 1h and last 5m, every 1m |\n| medium | 6 | 5 % in 6h | last 6h and last 30m, every 5m |\n| slow | 1 | 10 % in 3d | last 3d and last 6h, every 1h |",
  );
});

test("an SQL alert compares the lower burn rate of both windows, and its value is 0 without events", () => {
  const { dashboard } = objectsOf({
    bad: count(ERRORS),
    where: "ServiceName = 'a'",
    whereLanguage: "sql",
    minEvents: 50,
  });
  const found = "${data.clickstack_source.source-traces";
  // Terraform inserts a list of times into greatest(), and does not change a single time expression.
  const time = `\${replace(${found.slice(2)}.timestamp_value_expression, "/(?s)^(.+,.+)$/", "greatest($1)")}`;
  expect(configsOf(dashboard).burn_fast).toEqual({
    display_type: "number",
    config_type: "sql",
    connection_id: `${found}.connection_id}`,
    source_id: `${found}.id}`,
    number_format: { output: "number", mantissa: 2 },
    sql_template: [
      "SELECT if(long_total < 50 OR short_total = 0, 0, least(long_bad / long_total, short_bad / short_total) / 0.001) AS burn_rate",
      "FROM (",
      "  SELECT",
      "    countIf(StatusCode = 'Error') AS long_bad,",
      "    count() AS long_total,",
      `    countIf((StatusCode = 'Error') AND (${time} > now() - INTERVAL 5 MINUTE)) AS short_bad,`,
      `    countIf(${time} > now() - INTERVAL 5 MINUTE) AS short_total`,
      `  FROM \`${found}.database_name}\`.\`${found}.table_name}\``,
      `  WHERE ${time} > now() - INTERVAL 60 MINUTE AND ${time} <= now() AND (ServiceName = 'a')`,
      ")",
    ].join("\n"),
  });
});

test("the Markdown tile of the dashboard shows conditions with quoted columns as code", () => {
  const { dashboard } = objectsOf({ bad: count(ERRORS), where: "`k8s.pod` = 'a'\nOR 1", whereLanguage: "sql" });
  expect(configsOf(dashboard).objective?.markdown).toContain(
    "events with `` `k8s.pod` = 'a' OR 1 `` must be good in 30d: bad if `count() where StatusCode = 'Error'`.",
  );
});

test("good events are subtracted from all events, and sums keep their value expression", () => {
  const { dashboard } = objectsOf({ good: sum("Good"), total: sum("Requests"), objective: 0.99, timestamp: "Time" });
  const { budget_left, burn_rate } = configsOf(dashboard);
  expect(budget_left?.sql_template).toContain("SELECT if(total = 0, 1, 1 - bad / total / 0.01) AS budget_left");
  expect(budget_left?.sql_template).toContain("    sum(Requests) - sum(Good) AS bad,\n    sum(Requests) AS total\n");
  expect(budget_left?.sql_template).toContain("WHERE Time > now() - INTERVAL 43200 MINUTE AND Time <= now()\n");
  expect(burn_rate?.formulas).toEqual([{ expression: "(B - A) / B / 0.01", alias: "burn rate" }]);
});

test.each([
  ["800ms", undefined, "Duration < 800000000"],
  ["1.5s", "ms", "Duration < 1500"],
  ["250us", "ns", "Duration < 250000"],
])("a latency of %s in a column in %s becomes the condition %s", (below, unit, condition) => {
  const { dashboard } = objectsOf({ latency: { below, unit }, objective: 0.99 });
  expect(configsOf(dashboard).burn_rate?.select).toEqual([
    { agg_fn: "count", alias: "good", where: condition, where_language: "sql" },
    { agg_fn: "count", alias: "all" },
  ]);
});

test("an objective with Lucene conditions has alerts on consecutive short windows of the burn rate", () => {
  const { dashboard, alerts } = objectsOf({
    bad: count({ where: "level:error" }),
    where: "ServiceName:checkout",
    alerts: { medium: { numConsecutiveWindows: 2 } },
  });
  expect(
    alerts.map(({ interval, threshold, num_consecutive_windows }) => [interval, threshold, num_consecutive_windows]),
  ).toEqual([
    ["5m", 14.4, 3],
    ["30m", 6, 2],
    ["6h", 1, 3],
  ]);
  expect(alerts.every(({ tile_id }) => String(tile_id).includes('["burn_rate"]'))).toBe(true);
  expect(configsOf(dashboard).burn_rate).toMatchObject({
    formulas: [{ expression: "A / B / 0.001", alias: "burn rate" }],
    show_operand_series: false,
    select: [
      { agg_fn: "count", alias: "bad", where: "(ServiceName:checkout) AND (level:error)", where_language: "lucene" },
      { agg_fn: "count", alias: "all", where: "ServiceName:checkout", where_language: "lucene" },
    ],
  });
});

test.each([
  ["a metric", { bad: increase("Value", { metricName: "errors", metricType: "sum" }) }],
  ["an expression", { bad: expression("countIf(level = 'error')") }],
  ["method: series", { bad: count(ERRORS), method: "series" }],
])("an objective with %s has alerts on a series", (_, props) => {
  expect(objectsOf(props).alerts.map(({ interval }) => interval)).toEqual(["5m", "30m", "6h"]);
});

test("an objective of a gauge counts its measurements in SQL if the program requires it", () => {
  const gauge = { metricType: "gauge", metricName: "k8s.o'p\\od" } as const;
  const props = {
    ...{ source: SOURCE, whereLanguage: "sql", total: count(gauge), timestamp: "TimeUnix" },
    bad: count({ ...gauge, where: "Value IN (1, 5)" }),
  };
  const { dashboard } = objectsOf({ ...props, method: "sql" });
  const { objective, budget_left: budgetLeft } = configsOf(dashboard);
  expect(objective?.markdown).toContain("bad if `count(k8s.o'p\\od) where Value IN (1, 5)`.");
  const sql = String(budgetLeft?.sql_template).replaceAll(/\$\{[^.]+\.clickstack_source\.[^.]+\./g, "$" + "{");
  expect(sql.split("\n").slice(3, 7)).toEqual([
    "    countIf(Value IN (1, 5)) AS bad,",
    "    count() AS total",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own references.
    "  FROM `${database_name}`.`${metric_tables.gauge}`",
    "  WHERE MetricName = 'k8s.o\\'p\\\\od' AND TimeUnix > now() - INTERVAL 43200 MINUTE AND TimeUnix <= now()",
  ]);
  expect(problemsOf({ ...props, timestamp: undefined, alerts: { fast: { every: "1m" } } })).toContain("every:");
  const sum = { ...gauge, metricType: "sum" };
  const other = { ...gauge, metricName: "k8s.node" };
  expect(problemsOf({ ...props, total: count(sum as never), method: "sql" })).toContain("events or of one gauge");
  expect(problemsOf({ ...props, total: count(other), method: "sql" })).toContain("events or of one gauge");
});

test("alerts of an objective can be removed, changed and added", () => {
  const added: SloAlertProps = { factor: 3, long: "1d", short: "90m", name: "Burns", every: "15m" };
  const { alerts } = objectsOf({
    bad: count(ERRORS),
    alerts: { fast: { factor: 10, notify: undefined, name: undefined } as never, medium: false, slow: false, added },
  });
  expect(alerts.map(({ name, threshold, interval }) => [name, threshold, interval])).toEqual([
    ["Burns", 3, "15m"],
    ["Checkout: fast burn", 10, "1m"],
  ]);
});

test("a source id is looked up only once, and a managed source needs no look-up", () => {
  const { data } = objectsOf({ bad: count(ERRORS), source: SOURCE });
  expect(Object.values(data).flatMap(({ id }) => id ?? [])).toEqual([SOURCE]);
  const json = synthesized((stack) => {
    const source = new Source(stack, "logs", {
      ...{ name: "Logs", kind: "log", connection: SOURCE, from: { databaseName: "default", tableName: "otel_logs" } },
      ...{ timestampValueExpression: "TimestampTime", defaultTableSelectExpression: "Body" },
    } as never);
    new Slo(stack, "slo", { name: "S", objective: 0.99, source, notify: [TO], bad: count(ERRORS) });
  });
  expect(json.data).toBeUndefined();
  const [dashboard] = Object.values((json.resource?.clickstack_dashboard ?? {}) as Blocks);
  const { sql_template: sql, connection_id: connection } = configsOf(dashboard ?? {}).budget_left ?? {};
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own references.
  expect(connection).toBe("${clickstack_source.logs.connection_id}");
  expect(sql).toContain(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform's own references.
    "FROM `${clickstack_source.logs.from.database_name}`.`${clickstack_source.logs.from.table_name}`\n  WHERE ${replace(clickstack_source.logs.timestamp_value_expression,",
  );
});

test.each([
  [
    { objective: 99.9 },
    "objective: Must be a share of good events of more than 0 and at most 0.9999999, such as 0.999 for 99.9 %, not the number 99.9. Set objective: 0.999.",
  ],
  [{ objective: "99.9%" }, 'not the text "99.9%". Set objective: 0.999.'],
  [{ objective: 1 }, "such as 0.999 for 99.9 %, not the number 1."],
  [{ objective: undefined }, "objective: Must be a share"],
  [
    { window: "1d" },
    "alerts.slow.long: The window of the alert (3d) is longer than the window of the objective (1d). Set a shorter long, or remove the alert with false.",
  ],
  [{ window: "month" }, 'window: Must be a duration such as 30d, not the text "month".'],
  [
    { objective: 0.9 },
    "alerts.fast.factor: The alert can never fire. A burn rate of 14.4 means that 144 % of the events are bad. Set a factor of at most 10, or remove the alert with false.",
  ],
  [{ good: count() }, "good: An objective has exactly one of good, bad and latency; good and bad are set. Set one."],
  [{ bad: undefined }, "none of them is set"],
  [{ bad: "level:error" }, 'bad: Must be an aggregate. Use count({ where: "..." }) or sum("...").'],
  [
    { bad: undefined, latency: { below: "800" } },
    'latency.below: Must be a duration such as 800ms or 2s; it is "800".',
  ],
  [
    { bad: undefined, latency: { below: "8ms" }, where: "a:b" },
    "whereLanguage: A latency objective compares durations in SQL.",
  ],
  [{ where: "a:b" }, "bad.whereLanguage: The condition is in sql, and where is in lucene. Write both in one language."],
  [{ bad: count({ where: "a:b" }), method: "sql" }, "method: The windows of an alert in SQL require count() and sum()"],
  [{ bad: count({ where: "a:b" }), minEvents: 5 }, "minEvents: Alerts on a series do not support it."],
  [
    { method: "series", alerts: { fast: { long: "2h" } } },
    'alerts.fast.short: 10m is not a valid interval for method: "series". Set short to 1m, 5m, 15m, 30m, 1h, 6h, 12h or 1d.',
  ],
  [{ alerts: { other: { budget: 0.1 } } }, "alerts.other.long: An alert with this key has no default."],
  [
    { alerts: { fast: { budget: 2 } } },
    "alerts.fast.budget: Must be a share of the error budget of more than 0 and at most 1, such as 0.02 for 2 %; it is 2.",
  ],
  [
    { alerts: { fast: { budget: 0.1, factor: 2 } } },
    "alerts.fast.budget: Set either budget, such as 0.02, or factor, such as 14.4.",
  ],
  [
    { alerts: { fast: { long: "10m" } } },
    "alerts.fast.short: Must have whole minutes; a twelfth of 10m is not a whole number of minutes. Set short, such as 5m.",
  ],
  [{ alerts: { fast: { short: "30s" } } }, 'alerts.fast.short: Must have whole minutes; it is "30s".'],
  [{ alerts: { fast: { long: "90s" } } }, 'alerts.fast.long: Must have whole minutes; it is "90s".'],
  [
    { alerts: { dashboard: { long: "1h", budget: 0.1 } } },
    "alerts.dashboard: The dashboard of the objective has this id. Choose another key.",
  ],
  [{ alerts: { fast: { short: "1h" } } }, "alerts.fast.short: Must be shorter than long, which is 1h."],
  [{ alerts: { "a b": { long: "1h", budget: 0.1 } } }, "alerts.a b: The key of an alert begins with a letter"],
  [{ name: "" }, 'name: Must be a text, such as "Checkout responds", not the text "".'],
  [{ source: undefined }, 'source: Must be a source or its id, not undefined. Use Source.byName(this, "Traces").'],
  [{ source: "Logs" }, 'source: Must be a source or its id, not the text "Logs". Use Source.byName(this, "Logs").'],
  [{ notify: undefined }, 'notify: Must be a list of webhooks, not undefined. Use [Webhook.byName(this, "Slack")].'],
  [{ notify: [] }, "notify: Must be a list of webhooks that is not empty."],
  [{ notify: ["Slack"] }, 'notify: Must be a list of webhooks, not a list with the text "Slack".'],
  [
    { alerts: { fast: { budjet: 3 } } },
    'alerts.fast.budjet: An alert of an objective has no such prop. Did you mean "budget"? Remove it.',
  ],
  [{ alerts: { fast: { budget: "0.02" } } }, 'alerts.fast.budget: Must be a number such as 0.02, not the text "0.02".'],
  [{ alerts: { fast: { factor: "10" } } }, 'alerts.fast.factor: Must be a number such as 14.4, not the text "10".'],
  [{ alerts: { fast: { short: "" } } }, 'alerts.fast.short: Must be a duration such as 5m, 6h or 3d; it is "".'],
  [{ alerts: null }, "alerts: Must be an object of alerts by key, such as { slow: false }, not null."],
  [{ alerts: [] }, "alerts: Must be an object of alerts by key, such as { slow: false }, not a list."],
  [{ minEvents: -1 }, "minEvents: Must be a number of events such as 60, not the number -1."],
  [{ minEvents: "60" }, 'minEvents: Must be a number of events such as 60, not the text "60".'],
  [{ minEvents: Number.NaN }, "minEvents: Must be a number of events such as 60, not the number NaN."],
  [{ owner: "" }, 'owner: Must be a text, such as "storefront", not the text "".'],
  [{ tags: "xyz" }, 'tags: Must be a list of texts, not the text "xyz". Use ["xyz"].'],
  [{ tags: [1] }, 'tags: Must be a list of texts, not a list with the number 1. Use ["slo"].'],
  [{ where: 5 }, "where: Must be a text, not the number 5."],
  [{ whereLanguage: "SQL" }, 'whereLanguage: Must be "sql" or "lucene", not the text "SQL".'],
  [{ method: null }, 'method: Must be "sql" or "series", not null.'],
  [{ note: null }, "note: Must be a text, not null."],
  [{ timestamp: "" }, 'timestamp: Must be a text, such as "Timestamp", not the text "".'],
  [{ bad: undefined, latency: null }, 'latency: Must be an object such as { below: "800ms" }, not null.'],
  [
    { bad: undefined, latency: { below: "800ms", duraton: "Ms" } },
    'latency.duraton: A latency has no such prop. Did you mean "duration"? Remove it.',
  ],
  [{ windows: "30d" }, 'windows: An objective has no such prop. Did you mean "window"? Remove it.'],
])("an objective with %j is refused with one error", (props, problem) => {
  expect(problemsIn(problemsOf(props))).toEqual([expect.stringMatching(/^\[test\/slo\] /)]);
  expect(problemsOf(props)).toContain(problem);
});

test("all objects of an objective have the program line that creates the objective", () => {
  const line =
    readFileSync(__filename, "utf8")
      .split("\n")
      .findIndex((each) => each.includes("const given = {")) + 2;
  const { dashboard, alerts } = objectsOf({ bad: count(ERRORS) });
  const [ofDashboard, ...ofAlerts] = [dashboard, ...alerts].map(
    (each) => (each["//"] as { clickstack: PositionMetadata }).clickstack,
  );
  const source = `test/unit/constructs/slo.test.ts:${line}:5`;
  const { layout: _, ...position } = ofDashboard ?? {};
  expect([position, ...ofAlerts]).toEqual(Array(4).fill({ source }));
});
