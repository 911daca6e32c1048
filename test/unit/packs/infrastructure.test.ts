import { onClick as Click, tile } from "../../../src";
import {
  ClickHouseServer,
  type ClickHouseServerProps,
  Hosts,
  Kubernetes,
  type KubernetesProps,
} from "../../../src/packs";
import { isOverTime } from "../../../src/tile-kinds";
import { mistakes, type StackJson, synthesized } from "../../support/constructs/synthesize";
import { createPacks } from "../../support/packs/one-of-each";

type Scope = ConstructorParameters<typeof Hosts>[0];
type Objects = Record<string, Record<string, unknown>>;

const METRICS = "66f000000000000000000001";
const LOGS = "66f000000000000000000002";
const CONNECTION = "66f000000000000000000003";
const notify = [{ type: "webhook", webhookId: "66f000000000000000000004" }] as const;

/** Returns the dashboard with a tile, the configurations of its tiles, all resources, and the names of the alerts. */
function declared(declare: (stack: Scope) => unknown, key?: string) {
  const { resource = {} }: StackJson = synthesized(declare);
  const dashboards = Object.values(resource.clickstack_dashboard as Objects);
  const isObjective = (tiles: unknown) => Object.hasOwn(tiles as object, "objective");
  const dashboard = dashboards.find(({ tiles }) => isObjective(tiles) === (key === "objective")) ?? {};
  const tiles = Object.entries(dashboard.tiles as Record<string, { config: Record<string, unknown> }>);
  return {
    dashboard,
    resources: resource,
    tiles: Object.fromEntries(tiles.map(([key, { config }]) => [key, config])),
    alerts: Object.values(resource.clickstack_alert ?? {}).map(({ name }) => String(name)),
  };
}

test("the pack of hosts has an alert for missing hosts only if it has a threshold", () => {
  const { alerts } = declared((stack) => new Hosts(stack, "hosts", { metrics: METRICS, notify }));
  expect(alerts.sort()).toEqual([
    "Any host has a full file system",
    "Any host has network errors",
    "Any host is overloaded",
    "Any host is short of memory",
    "Any host uses too much CPU",
  ]);
  const expected = { missing: { threshold: 3 } };
  const more = declared((stack) => new Hosts(stack, "hosts", { metrics: METRICS, notify, alerts: expected }));
  expect(more.alerts).toContain("Any host is missing");
});

test("a pattern of names and a condition restrict all values of hosts", () => {
  const { dashboard, tiles } = declared((stack) => {
    new Hosts(stack, "hosts", { metrics: METRICS, notify, hosts: "o'web-%", where: "A OR B" });
  });
  expect(dashboard.name).toBe("Hosts: o'web-%");
  const items = Object.values(tiles).flatMap(({ select }) => select as { where: string }[]);
  expect(items.length).toBeGreaterThan(10);
  const chosen = "ResourceAttributes['host.name'] LIKE 'o\\'web-%' AND (A OR B)";
  expect(items.filter(({ where }) => !where.startsWith(chosen))).toEqual([]);
});

test("only charts over time count metrics, because other tiles count each time series once per time bucket", () => {
  const ids = { traces: METRICS, logs: LOGS, metrics: METRICS, connection: CONNECTION, webhook: LOGS };
  const { resource = {} }: StackJson = synthesized((stack) => createPacks(stack, ids));
  type Config = { readonly display_type: string; readonly select?: readonly Record<string, string>[] };
  const tiles = Object.values(resource.clickstack_dashboard as Objects).flatMap(({ tiles }) =>
    Object.entries(tiles as Record<string, { config: Config }>),
  );
  const counted = tiles.flatMap(([key, { config }]) =>
    (Array.isArray(config.select) ? config.select : [])
      .filter(({ metric_name: metric, agg_fn: of }) => metric && /^(count|sum)/.test(String(of)))
      .map(() => [key, isOverTime({ displayType: config.display_type })] as const),
  );
  expect(new Set(counted.map(([key]) => key))).toContain("hosts");
  expect(counted.filter(([, isOverTime]) => !isOverTime)).toEqual([]);
});

test("the filter for environments lists values of gauges", () => {
  const { dashboard } = declared((stack) => new Hosts(stack, "hosts", { metrics: METRICS, notify }));
  expect(dashboard.filters).toMatchObject([{ name: "Environment", source_id: METRICS, source_metric_type: "gauge" }]);
});

function kubernetes(props: Partial<KubernetesProps>, key?: string) {
  return declared((stack) => new Kubernetes(stack, "kubernetes", { metrics: METRICS, notify, ...props }), key);
}

test("a namespace restricts pods and events, but not nodes", () => {
  const { dashboard, tiles } = kubernetes({ logs: LOGS, cluster: "prod", namespace: "shop" });
  expect(dashboard.name).toBe("Kubernetes: prod/shop");
  const whereOf = (key: string) => JSON.stringify(tiles[key]?.select ?? "") + String(tiles[key]?.where);
  expect(whereOf("unready")).toContain("'prod'");
  expect(whereOf("unready")).not.toContain("'shop'");
  for (const key of ["phases", "restarts", "deployments", "volumes", "memory", "warnings", "events"]) {
    expect([key, whereOf(key)]).toEqual([key, expect.stringMatching(/'prod'.*'shop'/)]);
  }
});

test("an unready node is a series only until it is ready or deleted, so that its alert ends", () => {
  const { tiles, resources } = kubernetes({});
  expect(tiles.unready).toMatchObject({
    select: [{ agg_fn: "count", metric_name: "k8s.node.condition_ready", where: "Value < 1" }],
    group_by: "ResourceAttributes['k8s.node.name']",
  });
  const alert = Object.values(resources.clickstack_alert ?? {}).find(({ name }) => /unready node/.test(String(name)));
  expect(alert).toMatchObject({ threshold: 1, threshold_type: "above" });
});

test("Kubernetes without logs has no tiles with events", () => {
  expect(Object.keys(kubernetes({}).tiles)).not.toEqual(expect.arrayContaining(["warnings"]));
  expect(Object.keys(kubernetes({ logs: LOGS }).tiles)).toEqual(expect.arrayContaining(["warnings", "events"]));
});

const props = { connection: CONNECTION, notify };

function clickHouse(props: Partial<ClickHouseServerProps>, key?: string) {
  return declared(
    (stack) => new ClickHouseServer(stack, "clickhouse", { connection: CONNECTION, notify, ...props }),
    key,
  );
}

test("the pack of ClickHouse servers reads one server, or all replicas of a cluster", () => {
  const tables = (props: Partial<ClickHouseServerProps>) =>
    Object.values(clickHouse(props).tiles).map(({ sql_template: sql }) => /FROM (.*)/.exec(String(sql))?.[1]);
  expect(new Set(tables({}))).toEqual(
    new Set(
      ["query_log", "metric_log", "asynchronous_metric_log", "errors", "parts", "replicas"].map(
        (name) => `system.${name}`,
      ),
    ),
  );
  const ofCluster = tables({ cluster: "default" });
  expect(ofCluster.filter((from) => !from?.startsWith("clusterAllReplicas('default', system."))).toEqual([]);
});

test("the name of the servers is in the title and in the alerts, and the dashboard has no filter", () => {
  const { dashboard, alerts } = clickHouse({ server: "telemetry" });
  expect(dashboard).toMatchObject({ name: "ClickHouse: telemetry", tags: ["clickhouse"] });
  expect(dashboard.filters).toBeUndefined();
  expect(alerts).toHaveLength(9);
  expect(alerts.filter((name) => !name.startsWith("telemetry "))).toEqual([]);
});

test("an unknown key of a tile is an error that names the key to use", () => {
  const tiles = { memroy: false } as never;
  expect(mistakes((stack) => new Hosts(stack, "hosts", { metrics: METRICS, notify, tiles }))).toEqual([
    expect.stringContaining('tiles.memroy: The pack has no such tile. Did you mean "memory"?'),
  ]);
});

test.each([
  ["hosts", (links: object) => ({ Pack: Hosts, tile: "usage", props: { metrics: METRICS, links } }), "hosts", "host"],
  [
    "pods",
    (links: object) => ({ Pack: Kubernetes, tile: "pods", props: { metrics: METRICS, links } }),
    "pods",
    "service",
  ],
  [
    "queries",
    (links: object) => ({
      Pack: ClickHouseServer,
      tile: "expensive_queries",
      props: { connection: CONNECTION, links },
    }),
    "queries",
    "hash",
  ],
] as const)(
  "a click on a row of %s opens the dashboard whose name contains a column of the row",
  (_, of, link, column) => {
    const { Pack, tile, props } = of({ [link]: { name: `Of {{${column}}}` } });
    const { tiles } = declared((stack) => new (Pack as typeof Hosts)(stack, "pack", { ...props, notify } as never));
    const { on_click: click, group_by: groups, sql_template: sql } = tiles[tile] ?? {};
    expect(click).toEqual({ type: "dashboard", target: { mode: "template", template: `Of {{${column}}}` } });
    expect(String(groups ?? sql)).toMatch(new RegExp(`AS ${column}\\b`));
  },
);

test("a click on a pod opens its logs, and a click without a target does nothing", () => {
  expect(kubernetes({ logs: LOGS }).tiles.pods?.on_click).toMatchObject({
    type: "search",
    target: { mode: "id", id: LOGS },
    filters: [
      { expression: "ResourceAttributes['k8s.namespace.name']", template: "{{namespace}}" },
      { expression: "ResourceAttributes['k8s.pod.name']", template: "{{pod}}" },
    ],
  });
  expect(kubernetes({}).tiles.pods).not.toHaveProperty("on_click");
  expect(clickHouse({}).tiles.expensive_queries).not.toHaveProperty("on_click");
});

test("an objective of queries counts failed and slow ones, and a click on a query opens its runs", () => {
  const { tiles, alerts } = clickHouse({ slo: { objective: 0.99, maxMs: 500, queries: LOGS } }, "objective");
  expect(String(tiles.budget_left?.sql_template).split("\n").slice(3)).toEqual([
    "    countIf(exception_code != 0 OR query_duration_ms >= 500) AS bad,",
    "    count() AS total",
    expect.stringContaining("table_name"),
    "  WHERE event_time > now() - INTERVAL 43200 MINUTE AND event_time <= now() AND (is_initial_query AND type != 'QueryStart')",
    ")",
  ]);
  expect(alerts).toContain("Server: fast burn");
  expect(clickHouse({ slo: { objective: 0.99, queries: LOGS } }).tiles.expensive_queries?.on_click).toMatchObject({
    target: { id: LOGS },
    where_template: "is_initial_query AND type != 'QueryStart' AND normalized_query_hash = {{hash}}",
  });
});

test.each([
  [{ slo: { objective: 0.99 } }, "slo.queries: Must be a source or its id, not undefined."],
  [{ slo: { objective: 0.99, queries: null } }, "slo.queries: Must be a source or its id, not null."],
  [{ slo: true }, "slo: Must be an object such as { objective: 0.999 }, not true."],
  [{ slo: { objective: 0.99, queries: LOGS, maxMs: -1 } }, "slo.maxMs: Must be a number above 0, not the number -1."],
  [{ connection: "Default" }, 'connection: Must be a connection or its id, not the text "Default".'],
  [{ environment: "production" }, "environment: ClickHouseServer has no such prop. The names are name, runbook,"],
  [{ links: { queries: "Checkout" } }, "links.queries: Must be a dashboard, its id, or { name }, not the text"],
])("the props %j of ClickHouse servers are refused with one error", (changed, problem) => {
  expect(mistakes((stack) => new ClickHouseServer(stack, "pack", { ...props, ...(changed as object) }))).toEqual([
    expect.stringContaining(`[test/pack] ${problem}`),
  ]);
});

test("a search without a source is an error with its path", () => {
  const onClick = Click.search(undefined as never);
  const tiles = { tables: tile.sql.table({ connection: CONNECTION, sqlTemplate: "SELECT 1", onClick }) };
  expect(mistakes((stack) => new ClickHouseServer(stack, "pack", { ...props, tiles }))).toEqual([
    expect.stringMatching(/^\[test\/pack\] tiles\.tables\.onClick\.target\.id: Must be given/),
  ]);
});

test("objectives of hosts and pods count the measurements of a gauge", () => {
  const condition = (tiles: ReturnType<typeof declared>["tiles"]) =>
    String(tiles.budget_left?.sql_template)
      .replaceAll(/\$\{data\.clickstack_source\.[^.]+\./g, "$" + "{")
      .split("\n")
      .slice(3, -1);
  const slo = { objective: 0.99, maxMemory: 0.8 };
  const hosts = declared((stack) => new Hosts(stack, "pack", { metrics: METRICS, notify, slo }), "objective");
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: Terraform's own references.
  expect(condition(hosts.tiles)).toEqual([
    "    countIf(Attributes['state'] = 'used' AND Value >= 0.8) AS bad,",
    "    countIf(Attributes['state'] = 'used') AS total",
    "  FROM `${database_name}`.`${metric_tables.gauge}`",
    "  WHERE MetricName = 'system.memory.utilization' AND TimeUnix > now() - INTERVAL 43200 MINUTE AND TimeUnix <= now()",
  ]);
  const pods = kubernetes({ namespace: "shop", slo: { objective: 0.99 } }, "objective");
  expect(condition(pods.tiles)).toEqual([
    "    countIf(Value IN (1, 5)) AS bad,",
    "    countIf(Value IN (1, 2, 5)) AS total",
    "  FROM `${database_name}`.`${metric_tables.gauge}`",
    "  WHERE MetricName = 'k8s.pod.phase' AND TimeUnix > now() - INTERVAL 43200 MINUTE AND TimeUnix <= now() AND (ResourceAttributes['k8s.namespace.name'] = 'shop')",
  ]);
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: Terraform's own references.
});

test("a share of memory above 1 is an error, because no measurement reaches it", () => {
  const slo = { objective: 0.99, maxMemory: 90 };
  expect(
    mistakes((stack) => new Hosts(stack, "pack", { metrics: CONNECTION, notify: [], slo, alerts: { memory: false } })),
  ).toEqual(["[test/pack] slo.maxMemory: Must be a share such as 0.9, not the number 90."]);
});
