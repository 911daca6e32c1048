import { type TerraformStack, TerraformVariable } from "cdktf";
import {
  Alert,
  type AlertProps,
  above,
  between,
  count,
  Dashboard,
  filtered,
  offsetBy,
  SavedSearch,
  Source,
  startingAt,
  tile,
  Webhook,
} from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";
const webhook = { type: "webhook", webhookId: ID } as const;

const onSearch: AlertProps = { on: { savedSearchId: ID }, when: above(1), every: "5m", notify: [webhook] };

const alertWith = (changes: Partial<AlertProps>) =>
  only(synthesized((stack) => new Alert(stack, "errors", { ...onSearch, ...changes })).resource?.clickstack_alert);

const refused = (changes: object) => mistakes((stack) => new Alert(stack, "errors", { ...onSearch, ...changes }));

test("an alert accepts a saved search and one webhook without helpers", () => {
  const json = synthesized((stack) => {
    const search = new SavedSearch(stack, "search", { name: "Errors", source: ID });
    const notify = Webhook.byName(stack, "Slack oncall");
    new Alert(stack, "managed", { ...onSearch, on: search, notify });
    new Alert(stack, "existing", { ...onSearch, on: SavedSearch.byId(stack, ID), notify: webhook });
  });
  const { managed, existing } = json.resource?.clickstack_alert ?? {};
  expect(managed).toMatchObject({
    saved_search_id: reference("clickstack_saved_search.search.id"),
    channels: [{ type: "webhook", webhook_id: expect.stringMatching(/^\$\{data\.clickstack_webhook\..*\.id\}$/) }],
  });
  expect(existing).toMatchObject({
    saved_search_id: expect.stringMatching(/^\$\{data\.clickstack_saved_search\..*\.id\}$/),
    channels: [{ type: "webhook", webhook_id: ID }],
  });
});

test("an alert on a tile refers to the dashboard, to the tile's key and to a looked-up webhook", () => {
  const json = synthesized((stack) => {
    const dashboard = new Dashboard(stack, "checkout", {
      name: "Checkout",
      tiles: { errors: tile.line({ source: ID, select: [count()] }) },
    });
    new Alert(stack, "too-many-errors", {
      name: "Too many errors",
      on: dashboard.tile("errors"),
      when: above(100),
      every: "5m",
      notify: [Webhook.byName(stack, "Slack oncall")],
      numConsecutiveWindows: 2,
      schedule: offsetBy(1),
    });
  });
  expect(only(json.resource?.clickstack_alert)).toEqual({
    name: "Too many errors",
    source: "tile",
    dashboard_id: reference("clickstack_dashboard.checkout.id"),
    tile_id: reference('clickstack_dashboard.checkout.tile_ids["errors"]'),
    threshold_type: "above",
    threshold: 100,
    interval: "5m",
    channels: [{ type: "webhook", webhook_id: reference("data.clickstack_webhook.webhook-slack-oncall.id") }],
    num_consecutive_windows: 2,
    schedule_offset_minutes: 1,
  });
});

test("an alert on a saved search can have a group, a range as its condition and a start time", () => {
  const scheduleStartAt = new Date();
  expect(
    alertWith({
      on: { savedSearchId: ID, groupBy: "ServiceName" },
      when: between(1, 2),
      every: "1d",
      schedule: startingAt(scheduleStartAt),
    }),
  ).toEqual({
    source: "saved_search",
    saved_search_id: ID,
    group_by: "ServiceName",
    threshold_type: "between",
    threshold: 1,
    threshold_max: 2,
    interval: "1d",
    channels: [{ type: "webhook", webhook_id: ID }],
    schedule_start_at: scheduleStartAt.toISOString(),
  });
});

test("a channel can be an object in the form of the API", () => {
  expect(alertWith({ notify: [{ type: "email", emailRecipients: ["oncall@example.com"] }] }).channels).toEqual([
    { type: "email", email_recipients: ["oncall@example.com"] },
  ]);
});

test("tokens can replace numbers and ids", () => {
  const json = synthesized((stack) => {
    const number = new TerraformVariable(stack, "number", { type: "number" });
    const id = new TerraformVariable(stack, "id", { type: "string" });
    new Alert(stack, "errors", {
      on: { savedSearchId: id.stringValue },
      when: between(number.numberValue, 5),
      every: "5m",
      notify: [{ type: "webhook", webhookId: id.stringValue }],
      schedule: startingAt(id.stringValue),
    });
  });
  expect(only(json.resource?.clickstack_alert)).toMatchObject({
    saved_search_id: reference("var.id"),
    threshold: reference("var.number"),
    threshold_max: 5,
    channels: [{ type: "webhook", webhook_id: reference("var.id") }],
    schedule_start_at: reference("var.id"),
  });
});

test("other resources can use the id of an alert", () => {
  const json = synthesized((stack) => {
    const { id } = new Alert(stack, "errors", onSearch);
    new Alert(stack, "copy", { ...onSearch, name: id });
  });
  expect(json.resource?.clickstack_alert?.copy?.name).toBe(reference("clickstack_alert.errors.id"));
});

describe("synthesis refuses", () => {
  test("an alert on a tile of a kind that does not support alerts", () => {
    const build = (on: unknown) =>
      mistakes((stack) => {
        const dashboard = new Dashboard(stack, "checkout", { name: "D", tiles: { text: tile.markdown({}) } });
        new Alert(stack, "errors", { ...onSearch, on: (on ?? dashboard.tile("text")) as AlertProps["on"] });
      });
    expect(build(undefined)).toEqual([
      '[test/errors] on: The tile "text" of test/checkout cannot be watched. A markdown tile cannot alert. Alerts watch tiles of the kinds line, stacked_bar, number. The server would accept this alert and delete it at the next update of the dashboard.',
    ]);
  });

  test("an alert on a query without the interval, unless the query is not known yet", () => {
    const watching = (sqlTemplate: (stack: TerraformStack) => string) => (stack: TerraformStack) => {
      const tiles = { errors: tile.sql.line({ connection: ID, sqlTemplate: sqlTemplate(stack) }) };
      const dashboard = new Dashboard(stack, "checkout", { name: "D", tiles });
      new Alert(stack, "errors", { ...onSearch, on: dashboard.tile("errors") });
    };
    expect(mistakes(watching(() => "SELECT count()"))).toEqual([
      expect.stringMatching(
        /^\[test\/errors\] on: The tile "errors" of test\/checkout cannot be watched\. The query of the tile has no interval\./,
      ),
    ]);
    const accepted = [
      () => "SELECT $__timeInterval(Timestamp), count() GROUP BY 1",
      (stack: TerraformStack) => new TerraformVariable(stack, "query", {}).stringValue,
    ];
    for (const sqlTemplate of accepted) {
      expect(synthesized(watching(sqlTemplate)).resource?.clickstack_alert).toHaveProperty("errors");
    }
  });

  test("an interval that the server does not support, and suggests the nearest valid interval", () => {
    expect(refused({ every: "24h" })).toEqual([
      '[test/errors] every: Must be one of "30s", "1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"; it is "24h". Write "1d" instead.',
    ]);
  });

  test("a range whose lower bound is above its upper bound", () => {
    expect(refused({ when: between(2, 1) })).toEqual([
      "[test/errors] when.thresholdMax: Must be at least the threshold, which is 2; it is 1. Exchange the two.",
    ]);
  });

  test("a shift that is longer than the interval", () => {
    expect(refused({ schedule: offsetBy(7) })).toEqual([
      "[test/errors] schedule.scheduleOffsetMinutes: Must be less than the interval, which is 5 minutes; it is 7.",
    ]);
  });

  test("an alert without channels, and an alert with the same channel twice", () => {
    expect(refused({ notify: [] })).toEqual(["[test/errors] notify: Must be at least 1 element long; it has 0."]);
    expect(refused({ notify: [webhook, webhook] })).toEqual([
      "[test/errors] notify[1]: This channel is in the list already. Remove one of the two.",
    ]);
  });

  test("the name of a saved search where an object is required", () => {
    expect(refused({ on: { savedSearchId: "Errors" } })).toEqual([
      '[test/errors] on.savedSearchId: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Errors". Use SavedSearch.byName(this, "Errors").id.',
    ]);
  });

  test("a misspelled prop", () => {
    expect(refused({ mesage: "Too many" })).toEqual(['[test/errors] mesage: Unknown field. Did you mean "message"?']);
  });
});

describe("an alert on an inline chart", () => {
  const chart = tile.line({ name: "p99", source: ID, select: [count({ where: "level:error" })] });

  test("has the chart of a tile helper, and its own name and tags", () => {
    expect(alertWith({ on: chart, displayName: "Too slow", tags: ["shop"] })).toMatchObject({
      source: "inline",
      display_name: "Too slow",
      tags: ["shop"],
      chart_config: {
        name: "p99",
        display_type: "line",
        source_id: ID,
        select: [{ agg_fn: "count", where: "level:error" }],
      },
    });
  });

  test("can have a filter for all its values, and can use SQL", () => {
    expect(alertWith({ on: filtered(chart, { where: "ServiceName:api" }) })).toMatchObject({
      chart_config: { name: "p99", where: "ServiceName:api" },
    });
    const sqlTemplate = "SELECT count() FROM otel_logs";
    expect(alertWith({ on: tile.sql.number({ connection: ID, sqlTemplate }) })).toMatchObject({
      chart_config: { config_type: "sql", display_type: "number", connection_id: ID, sql_template: sqlTemplate },
    });
  });

  test("refers to a looked-up source", () => {
    const json = synthesized((stack) => {
      const on = tile.number({ source: Source.byName(stack, "Logs"), select: [count()] });
      new Alert(stack, "errors", { ...onSearch, on });
    });
    expect(only(json.resource?.clickstack_alert)).toMatchObject({
      chart_config: { source_id: reference("data.clickstack_source.source-logs.id") },
    });
  });

  test.each<[string, object, string]>([
    ["a kind that cannot alert", tile.pie({ source: ID, select: [count()] }), "on.displayType"],
    ["a query without an interval", tile.sql.line({ connection: ID, sqlTemplate: "SELECT 1" }), "on.sqlTemplate"],
    ["a color", tile.number({ source: ID, select: [count()], color: "chart-red" }), "on.color"],
    [
      "a position",
      tile.line({ source: ID, select: [count()], w: 6 }),
      "on.w: The chart of an alert is not on a dashboard.",
    ],
  ])("is refused with %s", (_, on, message) => {
    expect(refused({ on })).toEqual([expect.stringContaining(message)]);
  });
});
