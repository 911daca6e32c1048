import { ClickStackProvider } from "../../../src";
import { Database } from "../../../src/cli/server/series/clickhouse/database";
import { DatabaseCharts } from "../../../src/cli/server/series/clickhouse/database-charts";
import { seedIds, startState } from "../../../src/emulator/seed";
import { ClickHouseServer, DatabaseClient, Hosts, HttpService, Kubernetes, MessageQueue } from "../../../src/packs";
import { ClickHouseEngine, USERS } from "../../support/clickhouse/engine";
import { GeneratedWeek, WEEK_START } from "../../support/clickhouse/generated-week";
import {
  CLICKHOUSE_FAULTS,
  createClickHouse,
  createHosts,
  createKubernetes,
  HOST_FAULTS,
  KUBERNETES_FAULTS,
} from "../../support/clickhouse/infrastructure-telemetry";
import { contentsOf, faultsOfAlerts, QUERIES, resultsOfTiles } from "../../support/clickhouse/pack-results";
import {
  createMessages,
  createQueries,
  createRequests,
  DATABASE_FAULTS,
  QUEUE_FAULTS,
  REQUEST_FAULTS,
} from "../../support/clickhouse/request-telemetry";
import { clicksOn } from "../../support/clickhouse/table-clicks";
import { temporaryFolder } from "../../support/constructs/synthesize";

let engine: ClickHouseEngine;
let database: Database;
let charts: DatabaseCharts;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await new GeneratedWeek(engine, []).createTables();
  database = new Database({ url: engine.url, user: "reader", password: USERS.reader.password }, "test/1");
  charts = new DatabaseCharts(database, async () => [...startState({}).sources, QUERIES] as never);
});

afterAll(async () => {
  await database.close();
  await engine[Symbol.asyncDispose]();
});

const notify = [{ type: "webhook", webhookId: seedIds.slackWebhook }] as const;
const { logs, metrics, traces, connection } = seedIds;

const HOUR = 3_600_000;
/** From 10 to 11 o'clock on Wednesday. */
const DAYTIME = { start: WEEK_START + 58 * HOUR, end: WEEK_START + 59 * HOUR };

/** Alerts of an objective need one query for each window, so they have longer intervals than by default. */
const HOURLY = { fast: { every: "1h" }, medium: { every: "1h" } } as const;
const FAST = { fast: { every: "1h" }, medium: false, slow: false } as const;

/** Alerts on SQL queries need one query for each window of the week. */
const TIMEOUT = 900_000;

test("the queries of the pack of hosts have known results, and each alert fires only during its fault", async () => {
  const week = new GeneratedWeek(engine, HOST_FAULTS);
  await createHosts(week);
  const contents = contentsOf((stack) => {
    new ClickStackProvider(stack, "clickstack");
    new Hosts(stack, "hosts", {
      ...{ metrics, notify, environment: "production", alerts: { missing: { threshold: 3 } } },
      links: { hosts: { name: "Hosts: {{host}}" } },
      slo: { objective: 0.99, alerts: FAST },
    });
  });
  expect(await resultsOfTiles(contents, { engine, charts }, DAYTIME)).toEqual({
    ...UNSPENT,
    total: { all: 3 },
    hosts: { hosts: 3 },
    max_memory: { memory: 0.8 },
    max_filesystem: { "file system": 0.6 },
    cpu: { "db-1": 0.55, "web-1": 0.55, "web-2": 0.55 },
    memory: { "db-1": 0.8, "web-1": 0.5, "web-2": 0.5 },
    filesystem: {
      ...{ "db-1 · /": 0.4, "db-1 · /data": 0.6, "web-1 · /": 0.4, "web-1 · /data": 0.6 },
      ...{ "web-2 · /": 0.4, "web-2 · /data": 0.6 },
    },
    load: { "db-1": 0.75, "web-1": 0.75, "web-2": 0.75 },
    // 2000 bytes per minute.
    network: byHost({ receive: 120_000, transmit: 120_000 }),
    // 6 of 60,000 packets.
    network_errors: { "db-1": 0.0001, "web-1": 0.0001, "web-2": 0.0001 },
    // 12 steps with 4096 and 1024 bytes.
    disk: byHost({ read: 49_152, write: 12_288 }),
    usage: {
      ...byHost({ "idle CPU": 0.4, memory: 0.5, "file system": 0.6, load: 1.5 }),
      "db-1 · memory": 0.8,
    },
  });
  expect(await clicksOn("usage", contents, engine, DAYTIME)).toEqual(
    ["db-1", "web-1", "web-2"].map((host) => ({ dashboard: `Hosts: ${host}` })),
  );
  const end = week.startOf("full memory") + HOUR;
  expect(await resultsOfTiles(contents, { engine, charts }, { start: end - HOUR, end })).toMatchObject({
    // One of three hosts in one hour, and 13 of 6,375 measurements since Monday.
    burn_fast: { value: 33.3333 },
    budget_left: { value: 0.796078 },
  });
  expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
    "Any host (production) uses too much CPU": ["busy CPUs, web-1"],
    "Any host (production) is short of memory": ["full memory, web-1"],
    "Any host (production) has a full file system": ["full file system, web-1, /data"],
    "Any host (production) is overloaded": ["high load, web-1"],
    "Any host (production) has network errors": ["lost packets, web-1"],
    "Any host (production) is missing": ["silent host"],
    "Any host (production): fast burn": ["full memory"],
  });
});

/** Tiles of an objective without bad measurements. */
const UNSPENT = {
  ...{ budget_left: { value: 1 }, burn_fast: { value: 0 } },
  ...{ burn_rate: { "burn rate": null }, bad_share: { bad: null } },
};

function byHost(values: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    ["db-1", "web-1", "web-2"].flatMap((host) => entries.map(([name, value]) => [`${host} · ${name}`, value])),
  );
}

const PODS = ["cart-1", "cart-2", "pay-1", "pay-2"];

test("the queries of the pack of Kubernetes have known results, and each alert fires only during its fault", async () => {
  const week = new GeneratedWeek(engine, KUBERNETES_FAULTS);
  await createKubernetes(week);
  const contents = contentsOf((stack) => {
    new ClickStackProvider(stack, "clickstack");
    const slo = { objective: 0.99, alerts: FAST };
    new Kubernetes(stack, "kubernetes", { metrics, logs, notify, cluster: "prod", namespace: "shop", slo });
  });
  const byPod = (value: number) => Object.fromEntries(PODS.map((pod) => [`shop · ${pod}`, value]));
  expect(await resultsOfTiles(contents, { engine, charts }, DAYTIME)).toEqual({
    ...UNSPENT,
    total: { all: 4 },
    nodes: { ready: 2, "not ready": null },
    phases: { pending: null, running: 4, succeeded: null, failed: null, unknown: null },
    unready: {},
    restarts: Object.fromEntries(Object.entries(byPod(1)).map(([pod, count]) => [`${pod} · main`, count])),
    pending: {},
    deployments: { "shop · cart": 1, "shop · pay": 1 },
    volumes: { "shop · data-pay-1": 0.7 },
    cpu: byPod(0.3),
    memory: byPod(0.6),
    pods: Object.fromEntries(
      PODS.flatMap((pod) => {
        const group = `shop · ${pod} · ${pod.split("-")[0]}`;
        return [[`${group} · cpu of limit`, 0.3] as const, [`${group} · memory of limit`, 0.6] as const];
      }),
    ),
    warnings: { BackOff: 2, Unhealthy: 6 },
    events: ["Unhealthy", "BackOff"].map((reason) => ({
      Timestamp: "2026-06-03 10:00:00.000000000",
      ...{ reason, object: "pay-1", note: `of ${reason}` },
    })),
  });
  expect(await clicksOn("pods", contents, engine, DAYTIME)).toEqual(
    PODS.map((pod) => ({
      filters: { "ResourceAttributes['k8s.namespace.name']": "shop", "ResourceAttributes['k8s.pod.name']": pod },
    })),
  );
  const linked = contentsOf((stack) => {
    new Kubernetes(stack, "links", { metrics, notify: [], links: { pods: { name: "HTTP: {{service}}" } } });
  });
  expect(await clicksOn("pods", linked, engine, DAYTIME)).toEqual(
    ["cart", "cart", "pay", "pay"].map((service) => ({ dashboard: `HTTP: ${service}` })),
  );
  const faulty = { start: week.startOf("unready node"), end: week.startOf("unready node") + HOUR };
  expect(await resultsOfTiles(contents, { engine, charts }, faulty)).toMatchObject({
    nodes: { ready: 1, "not ready": 1 },
    unready: { "node-2": 1 },
  });
  const waiting = { start: week.startOf("pending pod"), end: week.startOf("pending pod") + HOUR };
  expect(await resultsOfTiles(contents, { engine, charts }, waiting)).toMatchObject({
    phases: { pending: 1, running: 3 },
    pending: { "shop · pay-2": 1 },
    // One of four pods in one hour, and 13 of 8,500 measurements since Monday.
    burn_fast: { value: 25 },
    budget_left: { value: 0.847059 },
  });
  expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
    "prod/shop has a crash-looping container": ["crash loop, shop, pay-1, main"],
    "prod/shop has a pending pod": ["pending pod, shop, pay-2"],
    "prod/shop has an unready node": ["unready node, node-2"],
    "prod/shop has too few pods": ["missing pods, shop, pay"],
    "prod/shop has a full volume": ["full volume, shop, data-pay-1"],
    "prod/shop has a pod short of memory": ["full pod memory, shop, cart-1"],
    "prod/shop: fast burn": ["pending pod"],
  });
});

test(
  "the queries of the pack of ClickHouse servers have known results, and each alert fires only during its fault",
  async () => {
    const week = new GeneratedWeek(engine, CLICKHOUSE_FAULTS);
    await createClickHouse(week);
    const contents = contentsOf((stack) => {
      new ClickStackProvider(stack, "clickstack");
      const alerts = { ...FAST, fast: { ...FAST.fast, factor: 4.5 } };
      const slo = { objective: 0.98, maxMs: 600_000, queries: QUERIES.id, alerts };
      new ClickHouseServer(stack, "clickhouse", { connection, notify, slo });
    });
    const both = (value: unknown) => ({ "hostname: ch-1": value, "hostname: ch-2": value });
    const byKind = (Select: number, Insert: number) =>
      Object.fromEntries(
        ["ch-1", "ch-2"].flatMap((host) =>
          Object.entries({ Select, Insert }).map(([kind, value]) => [`hostname: ${host}, label: ${kind}`, value]),
        ),
      );
    const { errors, tables, replicas, ...others } = await resultsOfTiles(contents, { engine, charts }, DAYTIME);
    expect(others).toEqual({
      // 284 of 28,324 queries since Monday.
      budget_left: { value: 0.498658 },
      burn_fast: { value: 0 },
      burn_rate: { "burn rate": 0.416667 },
      bad_share: { bad: 0.00833333 },
      total: { all: 480 },
      queries: byKind(120, 120),
      // 1 of 120 queries of an hour and of each kind.
      failed_queries: both(0.00833333),
      slow_queries: byKind(2, 0.1),
      parts: both(40),
      delayed_inserts: both(0),
      rejected_inserts: both(0),
      merges: both(9),
      replica_delay: both(5),
      readonly_replicas: both(0),
      disks: Object.fromEntries(
        ["ch-1", "ch-2"].flatMap((host) => [
          [`hostname: ${host}, label: default`, 0.6],
          [`hostname: ${host}, label: s3_cold`, null],
        ]),
      ),
      memory: both(0.375),
      // The range of a query in SQL contains its end.
      expensive_queries: [
        { example: "SELECT 1", queries: 242, seconds: 484, memory: 1024, hash: expect.stringMatching(/^\d+$/) },
        { example: "INSERT INTO t VALUES", queries: 242, seconds: 24.2, memory: 1024, hash: expect.any(String) },
      ],
    });
    const [select] = await clicksOn("expensive_queries", contents, engine, DAYTIME);
    const { start, end } = DAYTIME;
    const times = `event_time BETWEEN toDateTime(${start / 1000}) AND toDateTime(${end / 1000})`;
    expect(
      await engine.rows(
        `SELECT query, count() AS runs FROM system.query_log WHERE ${times} AND ${select?.where} GROUP BY query`,
      ),
    ).toEqual([{ query: "SELECT 1", runs: 242 }]);
    expect(tables).toContainEqual({
      database: "packs",
      table: "parts",
      parts: 3,
      total_rows: 6,
      size: expect.any(String),
    });
    expect(errors).toContainEqual({
      name: "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO",
      errors: 1,
      last: expect.any(String),
      message: expect.stringContaining("known error"),
    });
    expect(replicas).toEqual([
      {
        ...{ database: "packs", table: "late", replica_name: "r2", is_readonly: 0, absolute_delay: 900, queue_size: 7 },
        last_queue_update_exception: "",
      },
    ]);
    expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
      "Server has failed queries": ["failed queries, ch-2"],
      "Server has a slow query": ["slow queries, ch-2, Select"],
      "Server has too many parts": ["many parts, ch-2"],
      "Server delays inserts": ["delayed inserts, ch-2"],
      "Server rejects inserts": ["rejected inserts, ch-2"],
      "Server has a delayed replica": ["delayed replica, ch-2"],
      "Server has a read-only replica": ["read-only replica, ch-2"],
      "Server has a full disk": ["full disk, ch-2, default"],
      "Server is short of memory": ["full memory of the server, ch-2"],
      "Server: fast burn": ["failed queries", "slow queries"],
    });
  },
  TIMEOUT,
);

test("the pack of ClickHouse servers reads only metrics that the engine has", async () => {
  const contents = contentsOf((stack) => {
    new ClickHouseServer(stack, "clickhouse", { connection, notify: [] });
  });
  const names = [...JSON.stringify(contents.dashboards).matchAll(/(CurrentMetric|ProfileEvent)_(\w+)/g)].map(
    ([, , name]) => name,
  );
  const known = await engine.rows<{ name: string }>(
    "SELECT metric AS name FROM system.metrics UNION ALL SELECT event FROM system.events SETTINGS system_events_show_zero_values = 1",
  );
  expect(new Set(names)).toEqual(new Set(["DelayedInserts", "RejectedInserts", "Merge", "ReadonlyReplica"]));
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test(
  "the queries of the pack of a service have known results, and each alert fires only during its fault",
  async () => {
    const week = new GeneratedWeek(engine, REQUEST_FAULTS);
    await createRequests(week);
    const contents = contentsOf((stack) => {
      new ClickStackProvider(stack, "clickstack");
      new HttpService(stack, "checkout", {
        ...{ service: "checkout", environment: "production", traces, logs, metrics, notify },
        alerts: { silent: { threshold: 50 } },
        slo: { objective: 0.99, maxMs: 500, alerts: HOURLY },
      });
    });
    expect(await resultsOfTiles(contents, { engine, charts }, DAYTIME)).toEqual({
      slow: { "quantile(Duration / 1000000)": 280.5 },
      // 2 of 360 requests.
      errors: { "avg(if(StatusCode = 'Error', 100, 0))": 0.555556 },
      traffic: { count: 360 },
      saturation: { "max(k8s.pod.cpu_limit_utilization)": 0.7 },
      latency: { p50: 195, p95: 280.5, p99: 290 },
      responses: { "200": 358, "500": 2 },
      routes: {
        ...{ "GET /cart · calls": 270, "GET /cart · errors": 0, "GET /cart · p95": 290 },
        ...{ "POST /pay · calls": 90, "POST /pay · errors": 2, "POST /pay · p95": 260 },
      },
      calls: { "SELECT orders · calls": 360, "SELECT orders · errors": 0, "SELECT orders · p95": 20 },
      logs: ["10:00", "10:10"].map((time) => ({
        ...{ Timestamp: `2026-06-03 ${time}:00.000000000`, SeverityText: "error", Body: "error checkout" },
      })),
      // 107 of 21,241 requests since Monday. Windows before the start of the data have no requests.
      budget_left: { value: 0.496257 },
      burn_slow: { value: 0.503743 },
      // 11 of 2160 requests in 6 hours, and no failed one of 30 in 5 minutes.
      burn_medium: { value: 0.509259 },
      burn_fast: { value: 0 },
      burn_rate: { "burn rate": 0.555556 },
      bad_share: { bad: 0.00555556 },
      total: { all: 360 },
    });
    const bad = ["slow requests", "failed requests"];
    expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
      "checkout (production) is slow": ["slow requests"],
      "checkout (production) fails": ["failed requests"],
      "checkout (production) has few requests": ["no requests"],
      "checkout (production): fast burn": bad,
      "checkout (production): medium burn": bad,
      // It fires until the end of the second fault.
      "checkout (production): slow burn": ["slow requests"],
    });
  },
  TIMEOUT,
);

test("the queries of the pack of databases have known results, and each alert fires only during its fault", async () => {
  const week = new GeneratedWeek(engine, DATABASE_FAULTS);
  await createQueries(week);
  const contents = contentsOf((stack) => {
    new DatabaseClient(stack, "orders", { traces, notify, system: "postgresql", namespace: "orders" });
  });
  expect(await resultsOfTiles(contents, { engine, charts }, DAYTIME)).toEqual({
    // Two services with 360 queries each.
    slow: { "quantile(Duration / 1000000)": 19.05 },
    errors: { "avg(if(StatusCode = 'Error', 100, 0))": 0.555556 },
    traffic: { count: 720 },
    latency: { p50: 10.5, p95: 19.05, p99: 20 },
    operations: { SELECT: 540, INSERT: 180 },
    failures: { "57014": 4 },
    queries: {
      ...{ "SELECT orders · calls": 540, "SELECT orders · errors": 0, "SELECT orders · p95": 20 },
      ...{ "INSERT orders · calls": 180, "INSERT orders · errors": 4, "INSERT orders · p95": 17 },
    },
    callers: {
      ...{ "billing · calls": 360, "billing · errors": 2, "billing · p95": 19.05 },
      ...{ "shipping · calls": 360, "shipping · errors": 2, "shipping · p95": 19.05 },
    },
  });
  expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
    "orders is slow": ["slow queries"],
    "orders fails": ["failed queries"],
  });
});

test("the queries of the pack of queues have known results, and each alert fires only during its fault", async () => {
  const week = new GeneratedWeek(engine, QUEUE_FAULTS);
  await createMessages(week);
  const contents = contentsOf((stack) => {
    const alerts = { silent: { threshold: 50 } };
    new MessageQueue(stack, "orders", { traces, metrics, notify, system: "kafka", destination: "orders", alerts });
  });
  expect(await resultsOfTiles(contents, { engine, charts }, DAYTIME)).toEqual({
    slow: { "quantile(Duration / 1000000)": 1905 },
    errors: { "avg(if(StatusCode = 'Error', 100, 0))": 0.555556 },
    sent: { count: 360 },
    processed: { count: 360 },
    operations: { send: 360, process: 360 },
    latency: { p50: 1050, p95: 1905, p99: 2000 },
    lag: { mail: 20, audit: 20 },
    destinations: {
      ...{ "send orders · calls": 360, "send orders · errors": 0, "send orders · p95": 1905 },
      ...{ "process orders · calls": 360, "process orders · errors": 2, "process orders · p95": 1905 },
    },
    consumers: { "mailer · calls": 360, "mailer · errors": 2, "mailer · p95": 1905 },
  });
  const ofRabbit = contentsOf((stack) => {
    const alerts = { slow: false, errors: false } as const;
    new MessageQueue(stack, "jobs", { traces, metrics, notify, system: "rabbitmq", destination: "jobs", alerts });
  });
  expect(await resultsOfTiles(ofRabbit, { engine, charts }, DAYTIME)).toMatchObject({ lag: { jobs: 30 } });
  expect(await faultsOfAlerts(ofRabbit, { engine, charts }, week)).toEqual({
    "jobs has waiting messages": ["waiting messages, jobs"],
  });
  expect(await faultsOfAlerts(contents, { engine, charts }, week)).toEqual({
    "orders is slow": ["slow consumer"],
    "orders fails": ["failing consumer"],
    "orders has few processed messages": ["no consumer"],
    "orders has waiting messages": ["waiting messages, mail"],
  });
});
