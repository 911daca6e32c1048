import type { ResourceChange } from "../../../../src/cli/engine/read-plan";
import { RelatedObjects } from "../../../../src/cli/project/contents/related-objects";
import { reportedType } from "../../../../src/cli/project/reported-types";
import { changeLines } from "../../../../src/cli/reports/changes/field-lines";
import { byRisk, objectChange } from "../../../../src/cli/reports/changes/object-change";
import { SensitiveValue } from "../../../../src/drawing";
import { provider } from "../../../../src/provider/provider";

const DASHBOARD_VALUES = { id: "d1", name: "Checkout", tile_ids: { errors: "t1", latency: "t2" } };
const related = new RelatedObjects([
  { type: "clickstack_dashboard", values: DASHBOARD_VALUES },
  { type: "clickstack_alert", values: { id: "a1", dashboard_id: "d1", tile_id: "t1" } },
  { type: "clickstack_alert", values: { id: "a2", dashboard_id: "d1", tile_id: "t1" } },
]);

function resource(type: string, actions: readonly string[], before: unknown, after: unknown): ResourceChange {
  return { address: `${type}.x`, mode: "managed", type, name: "x", change: { actions, before, after } };
}

const found = (...args: Parameters<typeof resource>) => objectChange(resource(...args), related, "plan");
const rules = (...args: Parameters<typeof resource>) =>
  found(...args)?.risks.map(({ rule, message }) => `${rule}: ${message}`);

test("a tile with a new key and an unchanged id is one changed tile", () => {
  const tile = (name: string) => ({ name, x: 0, y: 0, w: 6, h: 4 });
  const before = { ...DASHBOARD_VALUES, tiles: { errors: tile("Errors"), latency: tile("Latency") } };
  const after = {
    ...DASHBOARD_VALUES,
    tiles: { failures: tile("Failures"), latency: tile("Latency") },
    tile_ids: { failures: "t1", latency: "t2" },
  };
  const fields = found("clickstack_dashboard", ["update"], before, after)?.fields;
  expect(fields?.map(({ part, field, before: old, after: now }) => [part, field, old, now])).toEqual([
    ["tile failures", "key", { kind: "value", value: "errors" }, { kind: "value", value: "failures" }],
    ["tile failures", "name", { kind: "value", value: "Errors" }, { kind: "value", value: "Failures" }],
  ]);
});

describe("the risks of a change", () => {
  const alert = {
    id: "a1",
    threshold: 100,
    threshold_type: "above",
    channels: [{}, {}],
    dashboard_id: "d1",
    tile_id: "t1",
  };
  const key = { id: "k1", name: "ci", state: "enabled", ip_access_list: [{ source: "10.0.0.0/8" }] };
  const list = (...sources: readonly string[]) => sources.map((source) => ({ source }));
  const dashboard = { ...DASHBOARD_VALUES, tiles: { errors: {}, latency: {} } };

  test.each<[string, Parameters<typeof resource>, string[]]>([
    [
      "an alert is deleted",
      ["clickstack_alert", ["delete"], alert, null],
      ["alert-deleted: deleted: it sends no more notifications"],
    ],
    [
      "a threshold is loosened",
      ["clickstack_alert", ["update"], alert, { ...alert, threshold: 500 }],
      ["threshold-loosened: threshold loosened: above 100 -> above 500"],
    ],
    ["a threshold is tightened", ["clickstack_alert", ["update"], alert, { ...alert, threshold: 50 }], []],
    [
      "an alert waits longer and has fewer channels",
      ["clickstack_alert", ["update"], alert, { ...alert, num_consecutive_windows: 3, channels: [{}] }],
      [
        "alert-slower: fires later: after 3 windows in a row instead of 1",
        "alert-notifies-fewer: notifies fewer: 1 channels instead of 2",
      ],
    ],
    [
      "a key is disabled",
      ["clickstack_api_key", ["update"], key, { ...key, state: "disabled" }],
      ["key-disabled: disabled: its users are locked out"],
    ],
    ["a key is enabled", ["clickstack_api_key", ["update"], { ...key, state: "disabled" }, key], []],
    [
      "a key is replaced",
      ["clickstack_api_key", ["delete", "create"], key, key],
      ["key-replaced: replaced: its users need the new key and secret"],
    ],
    [
      "a key is deleted",
      ["clickstack_api_key", ["delete"], key, null],
      ["key-deleted: deleted: its users are locked out"],
    ],
    ["an adopted key is released", ["clickstack_api_key", ["delete"], { ...key, adopt: { id: "k1" } }, null], []],
    [
      "a key is destroyed and expires later",
      ["clickstack_api_key", ["delete"], { ...key, on_destroy: "expire", expire_after: "72h" }, null],
      ["key-deleted: ends in 72h: its users are locked out then"],
    ],
    [
      "a key is rotated",
      ["clickstack_api_key", ["create", "delete"], key, { ...key, overlap: "7d" }],
      ["key-replaced: replaced: its users need the new key and secret; the old one works for 7d more"],
    ],
    [
      "a key accepts any address",
      ["clickstack_api_key", ["update"], key, { ...key, ip_access_list: [{ source: "0.0.0.0/0" }] }],
      ["key-opened: opened: any address may use it"],
    ],
    [
      "a key accepts any address in two ranges",
      ["clickstack_api_key", ["update"], key, { ...key, ip_access_list: list("128.0.0.0/1", "0.0.0.0/1") }],
      ["key-opened: opened: any address may use it"],
    ],
    [
      "a key accepts any address by its option",
      [
        "clickstack_api_key",
        ["update"],
        { ...key, ip_access_list: list("10.0.0.0/8") },
        { ...key, ip_access_list: null, allow_any_ip: true },
      ],
      ["key-opened: opened: any address may use it"],
    ],
    [
      "a key accepts half of all addresses",
      ["clickstack_api_key", ["update"], key, { ...key, ip_access_list: list("10.0.0.7", "0.0.0.0/1") }],
      ["key-opened: opened: 2147483648 addresses may use it, 50% of all"],
    ],
    [
      "a key accepts more addresses than one owner can have",
      [
        "clickstack_api_key",
        ["update"],
        { ...key, ip_access_list: list("10.0.0.0/8") },
        { ...key, ip_access_list: list("10.0.0.0/8", "11.0.0.0") },
      ],
      ["key-opened: opened: 16777217 addresses may use it, 0.4% of all"],
    ],
    [
      "a key accepts another network",
      ["clickstack_api_key", ["update"], key, { ...key, ip_access_list: list("10.0.0.0/8") }],
      [],
    ],
    [
      "a key for any address accepts fewer addresses, or has the same addresses in another form",
      [
        "clickstack_api_key",
        ["update"],
        { ...key, ip_access_list: null, allow_any_ip: true },
        { ...key, ip_access_list: list("0.0.0.0/1", "128.0.0.0/1") },
      ],
      [],
    ],
    [
      "a key for one half of all addresses accepts the other half instead",
      [
        "clickstack_api_key",
        ["update"],
        { ...key, ip_access_list: list("0.0.0.0/1") },
        { ...key, ip_access_list: list("128.0.0.0/1") },
      ],
      ["key-opened: opened: 2147483648 addresses may use it, 50% of all"],
    ],
    [
      "the addresses of a key are unreadable",
      [
        "clickstack_api_key",
        ["update"],
        key,
        { ...key, ip_access_list: [{ source: "somewhere" }, { source: null }, null, "x"] },
      ],
      [],
    ],
    [
      "a key accepts every IPv6 address",
      ["clickstack_api_key", ["update"], key, { ...key, ip_access_list: [{ source: "::/0" }] }],
      ["key-opened: opened: a range of IPv6 wider than a /32 may use it"],
    ],
    [
      "a dashboard with alerts is deleted",
      ["clickstack_dashboard", ["delete"], dashboard, null],
      ["dashboard-deleted: deleted, and the 2 alerts on it with it"],
    ],
    [
      "a tile with alerts is deleted",
      [
        "clickstack_dashboard",
        ["update"],
        dashboard,
        { ...dashboard, tiles: { latency: {} }, tile_ids: { latency: "t2" } },
      ],
      ["alerted-tile-deleted: tiles with alerts deleted: errors"],
    ],
    [
      "a tile with alerts is deleted while the tile ids are unknown",
      ["clickstack_dashboard", ["update"], dashboard, { ...dashboard, tiles: { latency: {} }, tile_ids: undefined }],
      ["alerted-tile-deleted: tiles with alerts deleted: errors"],
    ],
    [
      "a tile with alerts is replaced by another one with the same key",
      ["clickstack_dashboard", ["update"], dashboard, { ...dashboard, tile_ids: { errors: "t9", latency: "t2" } }],
      ["alerted-tile-deleted: tiles with alerts deleted: errors"],
    ],
    [
      "the key of a tile with alerts is renamed",
      [
        "clickstack_dashboard",
        ["update"],
        dashboard,
        { ...dashboard, tiles: { failures: {}, latency: {} }, tile_ids: { failures: "t1", latency: "t2" } },
      ],
      [],
    ],
    [
      "a tile without alerts is deleted",
      ["clickstack_dashboard", ["update"], dashboard, { ...dashboard, tiles: { errors: {} } }],
      [],
    ],
    [
      "a new key is disabled from the start",
      ["clickstack_api_key", ["create"], null, { ...key, state: "disabled" }],
      [],
    ],
  ])("%s", (_, change, expected) => {
    expect(rules(...change)).toEqual(expected);
  });
});

test("a risk from a changed sensitive attribute is reported without the value", () => {
  const alert = (threshold: number) => ({ threshold: new SensitiveValue(threshold), threshold_type: "above" });
  expect(rules("clickstack_alert", ["update"], alert(1), alert(2))).toEqual([
    "threshold-loosened: threshold changes and is sensitive: the effect is unknown",
  ]);
  expect(rules("clickstack_alert", ["update"], alert(1), alert(1))).toEqual([]);
  const key = (state: unknown) => ({ id: "k1", name: "ci", state, ip_access_list: [] });
  expect(rules("clickstack_api_key", ["update"], key("enabled"), key(new SensitiveValue(1)))).toEqual([
    "key-disabled: state changes and is sensitive: the effect is unknown",
  ]);
  const from = (source: unknown) => ({
    ...key("enabled"),
    ip_access_list: [{ source, description: new SensitiveValue(1) }],
  });
  expect(rules("clickstack_api_key", ["update"], from("10.0.0.7"), from(new SensitiveValue(2)))).toEqual([
    "key-opened: ip_access_list changes and is sensitive: the effect is unknown",
  ]);
  expect(rules("clickstack_api_key", ["update"], from(new SensitiveValue(2)), from(new SensitiveValue(2)))).toEqual([]);
});

test("a deleted object is a risk, independent of its destroy behavior", () => {
  const gone = resource("clickstack_api_key", ["delete"], { name: "ci", on_destroy: "release" }, null);
  expect(objectChange(gone, related, "plan")?.risks).toEqual([]);
  expect(objectChange(gone, related, "drift")?.risks).toMatchObject([{ rule: "key-deleted" }]);
});

test("every resource type of the provider has a declaration for reports", () => {
  for (const type of Object.keys(provider.resources ?? {})) {
    expect({ type, kind: reportedType(type).shape?.kind }).toEqual({ type, kind: expect.anything() });
  }
});

describe("the change of an object", () => {
  test("is absent for an unchanged object and for a data source", () => {
    expect(found("clickstack_alert", ["no-op"], {}, {})).toBeUndefined();
    expect(found("clickstack_alert", ["read"], null, {})).toBeUndefined();
  });

  test("contains the object's name on the server, and the tile that an alert watches", () => {
    expect(
      found("clickstack_alert", ["delete"], { id: "a1", dashboard_id: "d1", tile_id: "t1", name: null }, null),
    ).toMatchObject({ noun: "alert", name: "x", place: "Checkout > tile errors", action: "delete", fields: [] });
    expect(found("clickstack_dashboard", ["update"], { name: "Old" }, { name: "New" })?.name).toBe("New");
  });

  test("is an import or a move if the engine's plan contains one", () => {
    const imported = resource("clickstack_dashboard", ["no-op"], DASHBOARD_VALUES, DASHBOARD_VALUES);
    expect(
      objectChange({ ...imported, change: { ...imported.change, importing: { id: "d1" } } }, related, "plan")?.action,
    ).toBe("import");
    expect(objectChange({ ...imported, previous_address: "clickstack_dashboard.old" }, related, "plan")?.action).toBe(
      "move",
    );
  });

  test("has the resource type instead of a noun for an object of another provider", () => {
    expect(found("null_resource", ["create"], null, { triggers: { a: "1" } })).toMatchObject({
      noun: "null resource",
      name: "x",
      fields: [{ field: "triggers", after: { kind: "value", value: { a: "1" } } }],
    });
  });

  test("is sorted by risk, then by resource type and name", () => {
    const order = [
      found("clickstack_webhook", ["update"], { name: "A" }, { name: "A" }),
      found("clickstack_dashboard", ["update"], { name: "B" }, { name: "B" }),
      found("clickstack_dashboard", ["update"], { name: "A" }, { name: "A" }),
      found("clickstack_api_key", ["update"], { name: "k", state: "enabled" }, { name: "k", state: "disabled" }),
      found("clickstack_alert", ["delete"], { name: "a" }, null),
    ].flatMap((change) => change ?? []);
    expect(order.sort(byRisk).map(({ noun, name }) => `${noun} ${name}`)).toEqual([
      "alert a",
      "key k",
      "dashboard A",
      "dashboard B",
      "webhook A",
    ]);
  });
});

describe("the thresholds of an alert on a chart with a number format", () => {
  const config = {
    display_type: "number",
    source_id: "6955b900000003eb00000001",
    select: [{ agg_fn: "quantile", level: 0.95, value_expression: "Duration" }],
    number_format: { output: "duration", factor: "1e-9" },
  };
  const tile = { name: "Latency", x: 0, y: 0, w: 6, h: 4, config };
  const watched = new RelatedObjects([
    {
      type: "clickstack_dashboard",
      values: { id: "d1", name: "Checkout", tile_ids: { latency: "t1" }, tiles: { latency: tile } },
    },
  ]);
  const onTile = { name: "Slow", dashboard_id: "d1", tile_id: "t1", threshold_type: "above" };
  const chart = { ...config, number_format: { output: "percent" } };
  const changed = (before: object, after: object) =>
    objectChange(resource("clickstack_alert", ["update"], before, after), watched, "plan");

  test("have the chart's unit, also in the risk", () => {
    const change = changed({ ...onTile, threshold: 800_000_000 }, { ...onTile, threshold: 1_500_000_000 });
    expect(change && changeLines(change)).toEqual([
      "! threshold loosened: above 800 ms -> above 1.5 s",
      "Slow: threshold 800 ms -> 1.5 s",
    ]);
    expect(change?.fields[0]).toMatchObject({
      before: { kind: "value", value: 800_000_000 },
      beforeText: "800 ms",
      afterText: "1.5 s",
    });
  });

  test("have the unit of an inline chart", () => {
    const inline = { name: "Share", source: "inline", chart_config: chart, threshold_type: "above" };
    const change = changed({ ...inline, threshold: 0.05 }, { ...inline, threshold: 0.025 });
    expect(change && changeLines(change)).toEqual(["Share: threshold 5% -> 2.5%"]);
  });

  test("are plain numbers without a number format", () => {
    const other = { ...onTile, tile_id: "t9" };
    const change = changed({ ...other, threshold: 800_000_000 }, { ...other, threshold: 1 });
    expect(change && changeLines(change)).toEqual(["Slow: threshold 800000000 -> 1"]);
  });
});
