import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { seedIds } from "../../../src/emulator";
import { callCli, withoutProgress } from "../../support/cli/call-cli";
import { configurationFolder } from "../../support/cli/lint";
import { alertBody, created, type Json, running, tile } from "../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";
import { EmulatorWithKeys } from "../../support/restricted-keys";
import { ui } from "../../support/ui";

const DAY = 86_400_000;

const emulator = running();

/** Server in front of the emulator. It refuses queries of one column, and returns no rows for another. */
let gateway: Server;
let seriesRequests = 0;

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const body = await text(request);
    const send = (status: number, content: string) => {
      response.writeHead(status, { "content-type": "application/json" }).end(content);
    };
    seriesRequests += request.url?.endsWith("/charts/series") ? 1 : 0;
    if (`${request.url} ${body}`.includes("no_such_column")) {
      send(500, JSON.stringify({ message: "Unknown identifier \u001b[31mno_such_column" }));
      return;
    }
    if (body.includes("slow_event")) {
      send(500, JSON.stringify({ message: "Timeout exceeded: elapsed 30.1 seconds, maximum: 30" }));
      return;
    }
    if (body.includes("rare_event")) {
      send(200, JSON.stringify({ data: [] }));
      return;
    }
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const sent = await fetch(`${environmentFor(emulator.emulator.endpoints).CLICKSTACK_ENDPOINT}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization, "content-type": type },
      ...(body !== "" && { body }),
    });
    send(sent.status, await sent.text());
  });
  gateway.listen(0, "127.0.0.1");
  await new Promise((resolve) => gateway.once("listening", resolve));
});

afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

const environment = () => ({
  ...environmentFor(emulator.emulator.endpoints),
  CLICKSTACK_ENDPOINT: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
});

interface LintJson {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly found: readonly string[];
}

/** Returns the findings of the rules that send requests to the server, as `rule address: message`. */
async function lint(
  configuration: object,
  words: readonly string[] = [],
  variables: Readonly<Record<string, string>> = environment(),
): Promise<LintJson> {
  const { exitCode, stdout, stderr } = await callCli(
    ["lint", configurationFolder(configuration), "--server", "--json", ...words],
    variables,
  );
  const problems: readonly Json[] = stdout === "" ? [] : JSON.parse(stdout).problems;
  const found = problems
    .filter(({ rule }) => SERVER_RULES.includes(rule))
    .map(({ rule, address, tile: key, message }) => `${rule} ${[address, key].filter(Boolean).join(" ")}: ${message}`);
  return { exitCode, stderr: withoutProgress(stderr), found };
}

const SERVER_RULES = [
  ...["missing-object", "query-error", "no-data", "alert-always-fires", "alert-never-fires"],
  ...["alert-error", "key-not-used", "webhook-refuses"],
];

const count = (where: string) => ({ agg_fn: "count", where, where_language: "lucene" });
const LOGS = `\${data.clickstack_source.logs.id}`;
const line = (name: string, where: string, x = 0) => ({
  ...{ name, x, y: 0, w: 6, h: 4 },
  config: { display_type: "line", source_id: LOGS, select: [count(where)] },
});
const alertOn = (key: string, threshold: number, type = "above") => ({
  name: `${key} ${threshold}`,
  dashboard_id: `\${clickstack_dashboard.shop.id}`,
  tile_id: `\${clickstack_dashboard.shop.tile_ids["${key}"]}`,
  ...{ interval: "6h", threshold, threshold_type: type },
  channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
});

const STACK = {
  data: { clickstack_source: { logs: { name: "Logs" } } },
  resource: {
    clickstack_dashboard: {
      shop: {
        name: "Shop",
        tiles: {
          all: line("All", ""),
          wrong: line("Wrong", "no_such_column:1", 6),
          rare: line("Rare", "rare_event:1", 12),
        },
      },
    },
    clickstack_alert: {
      always: alertOn("all", 0),
      never: alertOn("all", 1_000_000_000),
      below: alertOn("all", 0.001, "below"),
      failing: alertOn("wrong", 1),
    },
  },
};

test("lint --server reports failing queries, queries without data, and alerts that fire always or never", async () => {
  const { exitCode, stderr, found } = await lint(STACK);
  expect(exitCode).toBe(2);
  expect(stderr).toBe("");
  expect(
    found.map((each) => each.replace(/threshold was \d+/, "threshold was N").replace(/in all \d+/, "in all N")),
  ).toEqual([
    'query-error clickstack_dashboard.shop wrong: The query of the tile "wrong" of the dashboard "Shop" fails. The server refuses the query: Unknown identifier \u001b[31mno_such_column',
    'no-data clickstack_dashboard.shop rare: The query of the tile "rare" of the dashboard "Shop" returned no data in the last 7 days.',
    'alert-always-fires clickstack_alert.always: The alert "all 0" would have fired in all N windows of the last 7 days. Condition: ≥ 0 in 6h.',
    'alert-never-fires clickstack_alert.never: The alert "all 1000000000" would not have fired in the last 7 days. The value closest to the threshold was N. Condition: ≥ 1000000000 in 6h.',
    'alert-never-fires clickstack_alert.below: The alert "all 0.001" would not have fired in the last 7 days. The value closest to the threshold was N. Condition: < 0.001 in 6h.',
  ]);
});

test("a query that exceeds a database limit is reported once as not checked, without an error", async () => {
  const dashboard = { name: "Shop", tiles: { slow: line("Slow", "slow_event:1") } };
  const { exitCode, stderr, found } = await lint({
    ...STACK,
    resource: { clickstack_dashboard: { shop: dashboard } },
  });
  expect({ exitCode, found }).toEqual({ exitCode: 0, found: [] });
  expect(stderr).toBe(
    'Not checked: the query of the tile "slow" of the dashboard "Shop". The server refuses the query: Timeout exceeded: elapsed 30.1 seconds, maximum: 30. Fix: Reduce `days` of the rule, or use a condition that reads fewer rows.\n',
  );
});

test("a tile with an unknown source id is a finding, and the other tiles are checked", async () => {
  const absent = line("Absent", "");
  const config = { ...absent.config, source_id: "66f000000000000000009999" };
  const tiles = { absent: { ...absent, config }, rare: line("Rare", "rare_event:1", 6) };
  const { data } = STACK;
  const { exitCode, stderr, found } = await lint({
    data,
    resource: { clickstack_dashboard: { shop: { name: "Shop", tiles } } },
  });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr:
      'Not checked: the query of the tile "absent" of the dashboard "Shop". Source not found for series 0. Fix: Correct the id of the source, or its connection.\n',
  });
  expect(found).toEqual([
    expect.stringMatching(/^missing-object clickstack_dashboard\.shop absent: /),
    expect.stringMatching(/^no-data clickstack_dashboard\.shop rare: /),
  ]);
});

test("words without a field and aliases of a saved search are reported as not checked", async () => {
  const search = {
    ...{ name: "Cards", source_id: LOGS, where: "kind:card", where_language: "lucene" },
    select: "Timestamp, LogAttributes['kind'] AS kind",
  };
  const { tile_id: _, dashboard_id: __, ...watch } = alertOn("all", 1);
  const { exitCode, stderr, found } = await lint({
    ...STACK,
    resource: {
      clickstack_dashboard: { shop: { name: "Shop", tiles: { text: line("Text", "card declined") } } },
      clickstack_saved_search: { cards: search },
      clickstack_alert: {
        cards: { ...watch, saved_search_id: `\${clickstack_saved_search.cards.id}` },
      },
    },
  });
  expect({ exitCode, found }).toEqual({ exitCode: 0, found: [] });
  expect(stderr).toContain('the query of the tile "text" of the dashboard "Shop". A chart query of the server cannot');
  expect(stderr).toContain('so the alias "kind" of the saved search is not known to it. Fix: Set CLICKHOUSE_URL');
});

test("queries that are not checked for the same reason are in one note, and the JSON output lists all of them", async () => {
  const sql = (index: number) => ({
    ...{ name: `S${index}`, x: 0, y: 0, w: 6, h: 4 },
    config: { display_type: "table", config_type: "sql", sql_template: "SELECT 1", connection_id: seedIds.connection },
  });
  const tiles = Object.fromEntries(Array.from({ length: 62 }, (_, index) => [`s${index}`, sql(index)]));
  const folder = configurationFolder({ resource: { clickstack_dashboard: { shop: { name: "Shop", tiles } } } });
  const { stdout, stderr } = await callCli(["lint", folder, "--server", "--json"], { ...environment(), COLUMNS: "80" });
  expect(withoutProgress(stderr)).toBe(
    [
      'Not checked: 62 queries (tile "s0" of the dashboard "Shop", tile "s1" of the',
      'dashboard "Shop", tile "s2" of the dashboard "Shop" and 59 more). The server',
      "does not run the SQL of tiles for API clients. Fix: Set CLICKHOUSE_URL,",
      "CLICKHOUSE_USER and CLICKHOUSE_PASSWORD to a read-only user of its ClickHouse",
      "database.",
      "",
    ].join("\n"),
  );
  expect(JSON.parse(stdout).notChecked).toEqual([
    {
      reason: expect.stringMatching(
        /^The server does not run the SQL of tiles for API clients\. Fix: Set CLICKHOUSE_URL/,
      ),
      queries: Array.from({ length: 62 }, (_, index) => `tile "s${index}" of the dashboard "Shop"`),
    },
  ]);
});

test("the conditions and columns of search, pattern and heatmap tiles are checked, and SQL tiles are reported as not checked", async () => {
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const TRACES = `\${data.clickstack_source.traces.id}`;
  const events = (kind: string, fields: object) => ({
    ...{ name: kind, ...place },
    config: { display_type: kind, source_id: kind === "heatmap" ? TRACES : LOGS, ...fields },
  });
  const sql = { config_type: "sql", sql_template: "SELECT 1", connection_id: seedIds.connection };
  const { exitCode, stderr, found } = await lint({
    data: { clickstack_source: { logs: { name: "Logs" }, traces: { name: "Traces" } } },
    resource: {
      clickstack_dashboard: {
        shop: {
          name: "Shop",
          tiles: {
            good: events("search", { columns: "Timestamp, Body", where: "level:error" }),
            where: events("search", { where: "no_such_column:1" }),
            columns: events("event_patterns", { columns: "Timestamp, upper(no_such_column)" }),
            heat: events("heatmap", { select: [{ value_expression: "no_such_column" }] }),
            rare: events("search", { where: "rare_event:1" }),
            text: events("search", { where: "card declined" }),
            sql: { name: "SQL", ...place, config: { display_type: "table", ...sql } },
          },
        },
      },
    },
  });
  const fails = (key: string) =>
    `query-error clickstack_dashboard.shop ${key}: The query of the tile "${key}" of the dashboard "Shop" fails. The server refuses the query: Unknown identifier \u001b[31mno_such_column`;
  expect({ exitCode, found }).toEqual({
    exitCode: 2,
    found: [
      ...["where", "columns", "heat"].map(fails),
      'no-data clickstack_dashboard.shop rare: The query of the tile "rare" of the dashboard "Shop" returned no data in the last 7 days.',
    ],
  });
  expect(stderr).toContain(
    'Not checked: the query of the tile "text" of the dashboard "Shop". A chart query of the server cannot search words',
  );
  expect(stderr).toContain(
    'Not checked: the query of the tile "sql" of the dashboard "Shop". The server does not run the SQL of tiles for API clients. Fix: Set CLICKHOUSE_URL',
  );
});

test("the text of lint --server contains no control characters of a server", async () => {
  const { stdout } = await callCli(["lint", configurationFolder(STACK), "--server"], environment());
  expect(stdout).toContain("Unknown identifier");
  expect(stdout).not.toContain("\u001b[31mno_such");
});

test("equal queries, and alerts on the same tile, share their requests for series", async () => {
  const { clickstack_alert: alerts, clickstack_dashboard: dashboards } = STACK.resource;
  seriesRequests = 0;
  await lint({ ...STACK, resource: { clickstack_dashboard: dashboards, clickstack_alert: { never: alerts.never } } });
  const one = seriesRequests;
  seriesRequests = 0;
  await lint(STACK);
  // The alert on the failing tile adds one request.
  expect(seriesRequests).toBe(one + 1);
});

test("look-ups and ids of missing objects are reported, unless the program creates the objects", async () => {
  const configuration = {
    data: {
      clickstack_source: { logs: { name: "Logs" }, gone: { name: "Gone" }, own: { name: "Own" } },
      clickstack_webhook: { slack: { id: seedIds.slackWebhook }, gone: { id: "66f1c0de0000000000000001" } },
    },
    resource: {
      clickstack_source: { own: { name: "Own", kind: "log", connection_id: "66f1c0de0000000000000002" } },
      clickstack_saved_search: {
        known: { name: "Known", source_id: seedIds.logs },
        gone: { name: "Gone", source_id: "66f1c0de0000000000000003" },
      },
    },
  };
  expect([...(await lint(configuration)).found].sort()).toEqual([
    'missing-object clickstack_saved_search.gone: The saved search "Gone" refers to the source 66f1c0de0000000000000003, which does not exist on the server.',
    'missing-object clickstack_source.own: The source "Own" refers to the connection 66f1c0de0000000000000002, which does not exist on the server.',
    'missing-object data.clickstack_source.gone: The server has no source with the name "Gone".',
    'missing-object data.clickstack_webhook.gone: The server has no webhook with the id "66f1c0de0000000000000001".',
  ]);
});

test("the last error of an alert is reported, and so is a webhook that refuses a test notification", async () => {
  const config = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }] };
  const board = await created(emulator.openSource, { name: "Board", tiles: [tile(config)] });
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/no_such_column`;
  emulator.emulator.edit("webhooks", seedIds.genericWebhook, { name: "Refusing", url });
  const body = { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id, name: "Failing" };
  const { json } = await emulator.openSource.post("/alerts", {
    ...body,
    channel: { type: "webhook", webhookId: seedIds.genericWebhook },
  });
  const failure = { timestamp: "2026-11-01T00:00:00.000Z", type: "QUERY_ERROR", message: "no such table" };
  emulator.emulator.edit("alerts", json.data.id, { executionErrors: [failure] });
  const configuration = {
    data: { clickstack_webhook: { refusing: { name: "Refusing" } } },
    resource: { clickstack_alert: { failing: { name: "Failing" }, other: { name: "Other" } } },
  };
  const failing =
    'alert-error clickstack_alert.failing: The alert "Failing" could not be evaluated. QUERY_ERROR at 2026-11-01 00:00 UTC: no such table';
  expect((await lint(configuration)).found).toEqual([failing]);
  const tested = await lint(configuration, ["--send-test"]);
  expect(tested.found).toEqual([
    expect.stringMatching(
      /^webhook-refuses data.clickstack_webhook.refusing: The webhook "Refusing" refused the test notification with status 500/,
    ),
    failing,
  ]);
});

test("unused keys are reported in the managed deployment, and rules that need chart series are reported as not checked", async () => {
  await using server = await EmulatorWithKeys.start({ now: () => new Date(Date.now() + 100 * DAY) }, [
    "unused",
    "used",
  ]);
  const [, used] = server.keys;
  await ui(server.emulator, "PATCH", `/keys/${used?.id}`, { usedAt: new Date(Date.now() + 99 * DAY).toISOString() });
  const keys = { unused: { name: "unused" }, used: { name: "used" }, absent: { name: "absent" } };
  const configuration = { resource: { clickstack_api_key: keys } };
  const { stderr, found } = await lint(configuration, [], managedEnvironmentFor(server.emulator.endpoints));
  expect(found).toEqual([
    expect.stringMatching(
      /^key-not-used clickstack_api_key.unused: The key "unused" is not used. It was never used since its creation (99|100) days ago/,
    ),
  ]);
  expect(stderr).toMatch(
    /^Not checked: the queries, because the server returns no chart series\. Fix: Set CLICKHOUSE_URL/,
  );
});

test("--send-test without --server causes one clear error, and so does a server without credentials", async () => {
  const folder = configurationFolder(STACK);
  const alone = await callCli(["lint", folder, "--send-test"]);
  expect(alone).toMatchObject({ exitCode: 1, stdout: "" });
  expect(alone.stderr).toBe("error: --send-test requires --server. Fix: Add --server, or leave out --send-test.\n");
  const none = { CLICKSTACK_API_KEY: undefined, CLICKHOUSE_CLOUD_API_KEY: undefined, CLICKSTACK_SERVICE_ID: undefined };
  const unknown = await callCli(["lint", folder, "--server"], none);
  expect(unknown).toMatchObject({ exitCode: 1, stdout: "" });
  expect(unknown.stderr).toContain("The server cannot be reached.");
});
