import { findingsOf } from "../../../support/cli/lint";
import { reference } from "../../../support/constructs/synthesize";

const ID = "66f1c0de0000000000000001";

test("a literal id of another object is reported once per object, and look-ups and references are not", async () => {
  const config = { display_type: "line", source_id: ID, select: [{ agg_fn: "count" }] };
  const click = { type: "search", target: { mode: "id", id: `${ID.slice(0, -1)}2` } };
  const place = { x: 0, y: 0, w: 1, h: 1 };
  const configuration = {
    data: { clickstack_source: { logs: { id: ID } } },
    resource: {
      clickstack_dashboard: {
        shop: {
          name: "Shop",
          tiles: {
            a: { name: "A", ...place, config },
            b: { name: "B", ...place, config },
            c: {
              name: "C",
              ...place,
              config: { display_type: "table", source_id: reference("var.s"), select: [], on_click: click },
            },
            text: { name: ID, ...place, config: { display_type: "markdown", markdown: ID } },
          },
          filters: [{ name: "F", expression: "x", source_id: ID }],
        },
      },
      clickstack_alert: {
        errors: {
          name: "Errors",
          saved_search_id: reference("clickstack_saved_search.x.id"),
          channels: [{ type: "webhook", webhook_id: ID }],
        },
      },
      clickstack_saved_search: { x: { name: "X", source_id: reference("data.clickstack_source.logs.id") } },
    },
  };
  expect(await findingsOf("hard-coded-id", configuration)).toEqual([
    `clickstack_dashboard.shop a: The tile "a" of the dashboard "Shop" contains the literal id ${ID} in \`config.sourceId\`.`,
    `clickstack_dashboard.shop c: The tile "c" of the dashboard "Shop" contains the literal id ${click.target.id} in \`config.onClick.target.id\`.`,
    `clickstack_alert.errors: The alert "Errors" contains the literal id ${ID} in \`channels.0.webhookId\`.`,
  ]);
});

test("look-ups and managed objects that no other block names are unused", async () => {
  const configuration = {
    data: {
      clickstack_webhook: { used: { name: "Used" }, unused: { name: "Unused" }, output: { name: "Output" } },
      clickstack_source: { logs: { name: "Logs" }, unused: { name: "Unused" } },
    },
    resource: {
      clickstack_webhook: { alone: { name: "Alone", service: "slack" }, shared: { name: "Unused", service: "slack" } },
      clickstack_source: {
        traces: { name: "Traces", kind: "trace", log_source_id: reference("data.clickstack_source.logs.id") },
      },
      clickstack_saved_search: {
        watched: { name: "Watched", source_id: reference("clickstack_source.traces.id") },
        unwatched: { name: "Unwatched", source_id: reference("clickstack_source.traces.id") },
      },
      clickstack_alert: {
        a: {
          saved_search_id: reference("clickstack_saved_search.watched.id"),
          channels: [{ type: "webhook", webhook_id: reference("data.clickstack_webhook.used.id") }],
        },
      },
    },
    output: { webhook: { value: reference("data.clickstack_webhook.output.id") } },
  };
  expect(await findingsOf("unused-webhook", configuration)).toEqual([
    'data.clickstack_webhook.unused: No alert uses the look-up of the webhook "Unused".',
    'clickstack_webhook.alone: No alert uses the webhook "Alone".',
  ]);
  expect(await findingsOf("unused-webhook", configuration, { managed: false })).toHaveLength(1);
  expect(await findingsOf("unused-source", configuration)).toEqual([
    'data.clickstack_source.unused: No dashboard, alert, saved search or source uses the look-up of the source "Unused".',
  ]);
  expect(await findingsOf("unused-saved-search", configuration)).toEqual([
    'clickstack_saved_search.unwatched: No alert uses the saved search "Unwatched".',
  ]);
});
