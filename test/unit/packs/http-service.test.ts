import { TerraformVariable } from "cdktf";
import { count, tile, Webhook } from "../../../src";
import { HttpService, type HttpServiceProps } from "../../../src/packs";
import { mistakes, type StackJson, synthesized } from "../../support/constructs/synthesize";

type Scope = ConstructorParameters<typeof HttpService>[0];
type Objects = Record<string, Record<string, unknown>>;

const TRACES = "66f000000000000000000001";
const LOGS = "66f000000000000000000002";
const METRICS = "66f000000000000000000003";
const WEBHOOK = "66f000000000000000000004";

function createPack(stack: Scope, props: Partial<HttpServiceProps> = {}): HttpService {
  const notify = [Webhook.byId(stack, WEBHOOK)];
  return new HttpService(stack, "pack", { service: "checkout", traces: TRACES, notify, ...props });
}

/** Returns the declared dashboard, its tiles, and the alerts of the pack by the end of their names. */
function declared(props: Partial<HttpServiceProps> = {}) {
  const { resource = {} }: StackJson = synthesized((stack) => createPack(stack, props));
  const dashboard = (resource.clickstack_dashboard as Objects).pack ?? {};
  const alerts = Object.values(resource.clickstack_alert ?? {});
  return {
    dashboard,
    tiles: dashboard.tiles as Record<string, { config: Record<string, unknown>; x: number; w: number; y: number }>,
    alerts: Object.fromEntries(alerts.map(({ "//": _, ...alert }) => [String(alert.name), alert])),
  };
}

const withAll = { logs: LOGS, metrics: METRICS };

test("a service has the tiles of all its sources, and alerts on its latency and errors", () => {
  const { dashboard, tiles, alerts } = declared(withAll);
  expect(dashboard).toMatchObject({ name: "HTTP: checkout", tags: ["http"] });
  expect(Object.keys(tiles).sort()).toEqual(
    ["calls", "errors", "latency", "logs", "responses", "routes", "saturation", "slow", "traffic"].sort(),
  );
  expect(alerts).toMatchObject({
    "checkout is slow": { interval: "5m", threshold: 1000, threshold_type: "above", num_consecutive_windows: 2 },
    "checkout fails": { interval: "5m", threshold: 5, threshold_type: "above", num_consecutive_windows: 2 },
  });
  expect(Object.keys(alerts)).toHaveLength(2);
});

test("a tile without its source is left out, and the others fill the row", () => {
  const { tiles } = declared();
  expect(tiles.logs).toBeUndefined();
  expect(["slow", "errors", "traffic"].map((key) => [tiles[key]?.x, tiles[key]?.w])).toEqual([
    [0, 8],
    [8, 8],
    [16, 8],
  ]);
});

test("a pack without an environment has a filter for environments", () => {
  expect(declared().dashboard.filters).toMatchObject([{ name: "Environment", source_id: TRACES }]);
});

test("an environment is in the title, in the names of alerts and in every condition", () => {
  const { dashboard, alerts } = declared({ ...withAll, environment: "production", slo: { objective: 0.99 } });
  expect(dashboard.name).toBe("HTTP: checkout (production)");
  expect(dashboard.filters).toBeUndefined();
  expect(Object.keys(alerts)).toContain("checkout (production) is slow");
  const conditions = [...JSON.stringify(dashboard).matchAll(/"where(?:_template)?":"([^"]*)"/g)].map(
    ([, each]) => each,
  );
  expect(conditions.length).toBeGreaterThan(10);
  expect(conditions.filter((each) => !each?.includes("deployment.environment.name'] != ''"))).toEqual([]);
  expect(conditions.filter((each) => !each?.includes("= 'production'"))).toEqual([]);
});

test("a condition of the program restricts the requests, but not the calls", () => {
  const { tiles } = declared({ where: "A OR B" });
  const whereOf = (key: string) => JSON.stringify(tiles[key]?.config.select);
  expect(whereOf("slow")).toContain("SpanKind = 'Server' AND (A OR B)");
  expect(whereOf("calls")).not.toContain("A OR B");
});

test("quotes and backslashes in names are escaped", () => {
  const { tiles } = declared({ service: "o'brien\\" });
  expect(tiles.traffic?.config.select).toMatchObject([
    { where: "ServiceName = 'o\\'brien\\\\' AND SpanKind = 'Server'" },
  ]);
});

test("a number is red at or above the threshold of its alert", () => {
  const { tiles } = declared({ alerts: { slow: { threshold: 300 }, errors: false, silent: { threshold: 10 } } });
  expect(tiles.slow?.config.color_rules).toMatchObject([{ operator: "gte", value: 300 }]);
  expect(tiles.errors?.config.color_rules).toBeUndefined();
  expect(tiles.traffic?.config.color_rules).toMatchObject([{ operator: "lt", value: 10 }]);
});

test("tiles and alerts can be left out, replaced and changed", () => {
  const busy = tile.line({ name: "Busy", source: TRACES, select: [count()] });
  const { tiles, alerts } = declared({
    tiles: { routes: false, calls: false, slow: busy },
    alerts: {
      slow: { name: "Checkout is busy", threshold: 7, every: "1m", numConsecutiveWindows: 1 },
      errors: false,
      silent: { threshold: 10 },
    },
  });
  expect(tiles.routes).toBeUndefined();
  expect(tiles.slow).toMatchObject({ name: "Busy", x: 0, y: 0, config: { display_type: "line" } });
  expect(alerts).toMatchObject({
    "Checkout is busy": { threshold: 7, interval: "1m", num_consecutive_windows: 1 },
    "checkout has few requests": { threshold: 10, threshold_type: "below", interval: "15m" },
  });
  expect(Object.keys(alerts)).toHaveLength(2);
});

test("an undefined change keeps the default", () => {
  const changes = { tiles: { slow: undefined }, alerts: { slow: { threshold: undefined }, errors: undefined } };
  expect(declared(changes)).toEqual(declared());
});

test("the note of an alert links to its section of the runbook", () => {
  const { alerts } = declared({
    runbook: "https://runbooks.example.com/checkout",
    alerts: { errors: { note: "Call us" } },
  });
  expect(alerts["checkout is slow"]?.note).toMatch(
    / spans\.\n\nRunbook: https:\/\/runbooks\.example\.com\/checkout#slow$/,
  );
  expect(alerts["checkout fails"]?.note).toBe("Call us");
  expect(Object.values(declared().alerts).map(({ note }) => note)).not.toContain(undefined);
});

test("a pack without receivers creates no alerts, including those of its objective", () => {
  expect(declared({ notify: [], slo: { objective: 0.99 } }).alerts).toEqual({});
});

test("a pack without receivers keeps the alerts that have their own", () => {
  const own = { notify: [{ type: "webhook", webhookId: WEBHOOK }] } as const;
  const slo = { objective: 0.99, alerts: { fast: own, medium: { budget: 0.04 } } };
  const { alerts } = declared({ notify: [], alerts: { slow: own }, slo });
  expect(Object.keys(alerts).sort()).toEqual(["checkout is slow", "checkout: fast burn"]);
});

test("an objective counts failed and slow requests as bad", () => {
  let description: unknown;
  synthesized((stack) => {
    const { slo } = createPack(stack, { slo: { objective: 0.99, maxMs: 800 } });
    description = Object.keys(slo?.alerts ?? {});
    expect(JSON.stringify(slo?.dashboard.tile("objective").config)).toContain(
      "StatusCode = 'Error' OR Duration >= 800 * 1000000",
    );
  });
  expect(description).toEqual(["fast", "medium", "slow"]);
});

test("a duration and a condition that only Terraform knows are in the queries of an objective", () => {
  const stackJson = JSON.stringify(
    synthesized((stack) => {
      const maxMs = new TerraformVariable(stack, "max_ms", { type: "number" }).numberValue;
      const where = `SpanName = '${new TerraformVariable(stack, "span", { type: "string" }).stringValue}'`;
      createPack(stack, { where, slo: { objective: 0.99, maxMs } });
    }),
  );
  expect(stackJson).toMatch(/Duration >= \$\{var\.max_ms\} \* 1000000.*SpanName = '\$\{var\.span\}'/);
});

test("alerts are properties of the pack", () => {
  synthesized((stack) => {
    const pack = createPack(stack, { alerts: { errors: false } });
    expect(pack.alerts.slow?.node.id).toBe("slow");
    expect(pack.alerts.errors).toBeUndefined();
  });
});

test("an alert whose tile is left out is an error, unless the alert is left out too", () => {
  expect(mistakes((stack) => createPack(stack, { tiles: { slow: false } }))).toEqual([
    '[test/pack] alerts.slow: The alert watches the tile "slow", which is left out. Fix: Set alerts.slow to false, or keep the tile.',
  ]);
  const { tiles, alerts } = declared({ tiles: { slow: false }, alerts: { slow: false } });
  expect(tiles.slow).toBeUndefined();
  expect(Object.keys(alerts)).toEqual(["checkout fails"]);
});

test("an unknown tile or alert is an error that suggests the nearest key", () => {
  const changes = { tiles: { rutes: false }, alerts: { slo: { threshold: 1 } } } as Partial<HttpServiceProps>;
  expect(mistakes((stack) => createPack(stack, changes))).toEqual([
    '[test/pack] tiles.rutes: The pack has no such tile. Did you mean "routes"? Remove it.',
    '[test/pack] alerts.slo: The pack has no such alert. Did you mean "slow"? Remove it.',
  ]);
});

test("an empty text is an error, because a condition with it matches no events", () => {
  expect(mistakes((stack) => createPack(stack, { service: "", environment: "" }))).toEqual([
    '[test/pack] environment: Must be a text that is not empty, or undefined, not the text "".',
    '[test/pack] service: Must be a text, such as "checkout", not the text "".',
  ]);
});

test("a threshold that is negative or not a number is one error with the key of the alert", () => {
  const alerts = { slow: { threshold: -5 }, errors: { threshold: "5" }, silent: { threshold: Number.NaN } };
  expect(mistakes((stack) => createPack(stack, { alerts: alerts as never }))).toEqual([
    "[test/pack] alerts.slow.threshold: Must be a number, and at least 0, not the number -5.",
    '[test/pack] alerts.errors.threshold: Must be a number, and at least 0, not the text "5".',
    "[test/pack] alerts.silent.threshold: Must be a number, and at least 0, not the number NaN.",
  ]);
});

test.each([
  [{ service: undefined }, 'service: Must be a text, such as "checkout", not undefined.'],
  [{ service: 5 }, 'service: Must be a text, such as "checkout", not the number 5.'],
  [{ traces: undefined }, 'traces: Must be a source or its id, not undefined. Use Source.byName(this, "Traces").'],
  [
    { traces: "Traces" },
    'traces: Must be a source or its id, not the text "Traces". Use Source.byName(this, "Traces").',
  ],
  [{ logs: "" }, 'logs: Must be a source or its id, not the text "". Use Source.byName(this, "Logs").'],
  [{ notify: undefined }, 'notify: Must be a list of webhooks, not undefined. Use [Webhook.byName(this, "Slack")].'],
  [
    { notify: ["Slack"] },
    'notify: Must be a list of webhooks, not a list with the text "Slack". Use [Webhook.byName(this, "Slack")].',
  ],
  [{ where: "a = 'b" }, 'where: Must be a complete SQL condition, not the text "a = \'b".'],
  [{ where: "a) OR (b" }, 'where: Must be a complete SQL condition, not the text "a) OR (b".'],
  [{ where: "a = 1 -- only" }, 'where: Must be a complete SQL condition, not the text "a = 1 -- only".'],
  [{ enviroment: "production" }, 'enviroment: HttpService has no such prop. Did you mean "environment"? Remove it.'],
  [{ links: { routes: { name: "A" } } }, "links.routes: The pack has no such prop. The names are calls. Remove it."],
  [{ links: { calls: {} } }, "links.calls: Must be a dashboard, its id, or { name }, not this object."],
  [{ tiles: { logs: true } }, "tiles.logs: Must be a tile such as tile.line({ ... }), or false, not true."],
  [{ tiles: [] }, "tiles: Must be an object of changes by key, not a list."],
  [
    { alerts: { slow: 300 } },
    "alerts.slow: Must be an object such as { threshold: 300 }, or false, not the number 300.",
  ],
  [
    { alerts: { slow: { thresold: 300 } } },
    'alerts.slow.thresold: An alert of a pack has no such prop. Did you mean "threshold"? Remove it.',
  ],
  [
    { notify: [], slo: { objective: 0.99, alerts: "none" } },
    'slo.alerts: Must be an object of changes by key, not the text "none".',
  ],
  [{ slo: 0.99 }, "slo: Must be an object such as { objective: 0.999 }, not the number 0.99."],
  [
    { slo: { objective: 0.99, bad: {} } },
    "slo.bad: The objective of a pack has no such prop. The names are objective, window, minEvents, owner, alerts, maxMs. Remove it.",
  ],
  [{ slo: { objective: 0.99, maxMs: Number.NaN } }, "slo.maxMs: Must be a number above 0, not the number NaN."],
  [{ slo: { objective: 0.99, maxMs: "800ms" } }, 'slo.maxMs: Must be a number above 0, not the text "800ms".'],
  [{ tags: "prod" }, 'tags: Must be a list. Use ["prod"].'],
])("the props %j are refused with one error", (props, problem) => {
  expect(mistakes((stack) => createPack(stack, props as never))).toEqual([`[test/pack] ${problem}`]);
});
