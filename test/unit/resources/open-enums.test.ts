import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Alert, above, ClickStackProvider, SavedSearch, Webhook } from "../../../src";
import type { ObjectValue } from "../../../src/plugin";
import { resourcesOf } from "../../../src/resources/all-handlers";
import { resourceTypes } from "../../../src/resources/registry";
import { VERSION } from "../../../src/version";
import { executableFile, readStack, synthesisedFolder } from "../../support/constructs/synthesize";

const ID = "0123456789abcdef01234567";
const resources = resourcesOf(resourceTypes);

const diagnostics = async (type: string, config: ObjectValue) => (await resources[type]?.validate?.({ config })) ?? [];

const alert = {
  saved_search_id: ID,
  threshold: 1,
  threshold_type: "above",
  channels: [{ type: "webhook", webhook_id: ID }],
};

test("an interval that this version does not know causes a warning with the attribute and this version", async () => {
  expect(await diagnostics("clickstack_alert", { ...alert, interval: "45s" })).toEqual([
    {
      severity: "warning",
      summary: "The server may refuse interval",
      detail: `"45s" is not known to ${VERSION}; the server decides. Known values: "30s", "1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d".`,
      path: ["interval"],
    },
  ]);
});

test("an equal interval in another notation causes an error with the correct notation", async () => {
  expect(await diagnostics("clickstack_alert", { ...alert, interval: "24h" })).toMatchObject([
    { severity: "error", path: ["interval"], detail: expect.stringMatching(/ Write "1d" instead\.$/) },
  ]);
});

test("an unknown value in many tiles causes one warning, with the most similar known value", async () => {
  const tileOf = (aggFn: string) => ({
    ...{ name: aggFn, x: 0, y: 0, w: 6, h: 6 },
    config: { display_type: "line", source_id: ID, select: [{ agg_fn: aggFn, value_expression: "A" }] },
  });
  const config = { name: "D", tiles: { a: tileOf("suum"), b: tileOf("suum"), c: tileOf("rate") } };
  const found = await diagnostics("clickstack_dashboard", config);
  expect(found.map(({ severity, path }) => [severity, path])).toEqual([
    ["warning", ["tiles", { key: "a" }, "config", "select", 0, "agg_fn"]],
    ["warning", ["tiles", { key: "c" }, "config", "select", 0, "agg_fn"]],
  ]);
  expect(found[0]?.detail).toMatch(/ Did you mean "sum"\?$/);
});

test("an unknown value compiles in a program, causes one annotation at synthesis, and is sent to the server", () => {
  const folder = synthesisedFolder((stack) => {
    new ClickStackProvider(stack, "clickstack", { executable: executableFile() });
    const program = new Alert(stack, "errors", {
      on: new SavedSearch(stack, "search", { name: "Errors", source: ID }).reference(),
      when: above(1),
      every: "45s",
      notify: [new Webhook(stack, "hook", { name: "Pager", service: "pagerduty", url: "https://example.com/" })],
    });
    expect(program.node.validate()).toEqual([]);
  });
  const { annotations } = JSON.parse(readFileSync(join(folder, "..", "..", "manifest.json"), "utf8")).stacks.test;
  const found = annotations.map(({ level, message }: Record<string, string>) => [level, message]);
  expect(found.sort((a: string[], b: string[]) => String(a).localeCompare(String(b)))).toEqual([
    ["@cdktf/warn", expect.stringMatching(/^every: "45s" is not known to /)],
    ["@cdktf/warn", expect.stringMatching(/^service: "pagerduty" is not known to /)],
  ]);
  const { resource } = readStack(folder);
  expect(resource?.clickstack_alert?.errors?.interval).toBe("45s");
  expect(resource?.clickstack_webhook?.hook?.service).toBe("pagerduty");
});

test("a metric type that only older servers can query causes a warning", async () => {
  const tileOf = (item: object) => ({
    ...{ name: "T", x: 0, y: 0, w: 6, h: 6 },
    config: { display_type: "number", source_id: ID, select: [{ metric_name: "m", ...item }] },
  });
  const found = await diagnostics("clickstack_dashboard", {
    name: "D",
    tiles: {
      a: tileOf({ agg_fn: "max", metric_type: "summary" }),
      b: tileOf({ agg_fn: "increase", metric_type: "gauge" }),
      c: tileOf({ agg_fn: "increase", metric_type: "sum" }),
    },
  });
  const place = (key: string, attribute: string) => [...["tiles", { key }, "config", "select", 0, attribute]];
  expect(found).toEqual([
    {
      severity: "warning",
      summary: 'The server may refuse tiles["a"].config.select[0].metric_type',
      detail: 'Newer servers refuse the metric type "summary", which has no queries. Use a metric of another type.',
      path: place("a", "metric_type"),
    },
    {
      severity: "warning",
      summary: 'The server may refuse tiles["b"].config.select[0].agg_fn',
      detail:
        'Newer servers accept the aggregate function "increase" only for metrics of the type "sum". Use another function.',
      path: place("b", "agg_fn"),
    },
  ]);
});
