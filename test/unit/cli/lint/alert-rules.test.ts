import { alertsNamed, findingsOf } from "../../../support/cli/lint";
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

test("an alert without a channel is reported, and one whose channels an expression creates is not", async () => {
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

test("an alert needs a note, which matches the configured pattern", async () => {
  const alerts = alertsNamed({ none: { ...complete, note: null }, plain: { ...complete, note: "Restart." }, complete });
  const missing = 'clickstack_alert.none: The alert "Too many errors" has no note.';
  expect(await findingsOf("alert-note", alerts)).toEqual([missing]);
  expect(await findingsOf("alert-note", alerts, { pattern: "*https://*" })).toEqual([
    missing,
    'clickstack_alert.plain: The note of the alert "Too many errors" does not match "*https://*".',
  ]);
});

test("an alert needs an owner tag, which it can have from its dashboard or saved search", async () => {
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

test("two alerts with one query and one condition are duplicates, also on two tiles", async () => {
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
    'clickstack_alert.same: The alert "Same" has the same condition as the alert "Too many errors".',
    'clickstack_alert.likewise: The alert "Likewise" has the same condition as the alert "Too many errors".',
  ]);
});
