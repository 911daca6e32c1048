import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformStack } from "cdktf";
import { seedIds } from "../../../../src/emulator";
import { callCli } from "../../../support/cli/call-cli";
import { runCli } from "../../../support/cli/run-cli";
import { checkoutStack, stackFolder } from "../../../support/cli/stack";
import { temporaryFolder } from "../../../support/constructs/synthesize";
import { alertBody, created, type Json, type Running, running, start, tile } from "../../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../../support/environment";
import { longTest } from "../../../support/long-test";

const MINUTE = 60_000;
const emulator = running();
const noServer = {
  CLICKSTACK_API_KEY: undefined,
  CLICKSTACK_SERVICE_ID: undefined,
  CLICKHOUSE_CLOUD_API_KEY: undefined,
};

const backtest = (...words: string[]) => callCli(["backtest", ...words], environmentFor(emulator.endpoints));
const chartRequests = () => emulator.emulator.requests.filter(({ path }) => path.endsWith("/charts/series")).length;

/** Returns the result of the only alert. */
async function tested(...words: string[]): Promise<Json> {
  const { exitCode, stdout } = await backtest(...words, "--json");
  expect(exitCode).toBe(0);
  const { alerts } = JSON.parse(stdout);
  expect(alerts).toHaveLength(1);
  return alerts[0];
}

/** Returns the server's value for exactly this time range. */
async function asked(series: object, from: number, to: number): Promise<number> {
  const query = { startTime: from, endTime: to, granularity: "30d", series: [series] };
  const { json } = await emulator.openSource.post("/charts/series", query);
  return Number(json.data[0]?.["series_0.data"] ?? 0);
}

/** Creates an alert on a separate tile, and returns the alert's name. */
async function alertOn(config: object, alert: object): Promise<string> {
  const board = await created(emulator.openSource, {
    name: "B",
    tiles: [tile({ displayType: "line", sourceId: seedIds.logs, ...config })],
  });
  const name = `Alert ${board.id}`;
  const response = await emulator.openSource.post("/alerts", {
    ...alertBody,
    dashboardId: board.id,
    tileId: board.tiles[0].id,
    name,
    ...alert,
  });
  if (response.status !== 200) {
    throw new Error(response.text);
  }
  return name;
}

const count = { aggFn: "count", where: "level:error" };
const series = { sourceId: seedIds.logs, ...count, groupBy: [] };

test("a declared alert fires, for each group, in the windows in which the server's series meets its condition", async () => {
  const result = await tested(checkoutStack(), "--alert", "too-many-errors", "--last", "2d", "--no-cache");
  expect(result).toMatchObject({
    ...{ address: "clickstack_alert.too-many-errors", name: "Too many errors", fires: "≥ 50 in 5m" },
    ...{ windowSeconds: 300, consecutiveWindows: 1, targetRate: null },
    watches: "Checkout > Errors: Logs: count where level:error, by ServiceName",
  });
  const [from, to] = [Date.parse(result.from), Date.parse(result.to)];
  expect(from % (5 * MINUTE)).toBe(0);
  expect((to - from) / (5 * MINUTE)).toEqual(result.windows);
  const query = { startTime: from, endTime: to, granularity: "5m", series: [{ ...series, groupBy: ["ServiceName"] }] };
  const { json } = await emulator.openSource.post("/charts/series", query);
  const meeting = json.data.filter((row: Json) => Number(row["series_0.data"]) >= 50);
  expect(meeting.length).toBeGreaterThan(0);
  const firings: Json[] = result.firings;
  expect(firings.reduce((sum, { windows }) => sum + windows, 0)).toBe(meeting.length);
  for (const row of meeting) {
    const group = `ServiceName: ${row.group[0]}`;
    const own = firings.filter(
      (each) => each.group === group && Date.parse(each.start) <= row.ts_bucket && row.ts_bucket < Date.parse(each.end),
    );
    expect(own).toHaveLength(1);
    expect(own[0].peak).toBeGreaterThanOrEqual(Number(row["series_0.data"]));
  }
});

test.each([
  ["an attribute", "logs", count, "LogAttributes['route'], ServiceName"],
  [
    "a histogram",
    "metrics",
    { aggFn: "count", where: "", metricName: "latency", metricType: "histogram" },
    "ServiceName",
  ],
] as const)("groups by %s fire separately in a back-test through the server", async (_, source, item, groupBy) => {
  const sourceId = seedIds[source];
  const name = await alertOn({ sourceId, select: [item], groupBy }, { interval: "1h", threshold: 1 });
  const { firings } = await tested("--server", "--alert", name, "--last", "6h");
  const columns = groupBy.split(", ");
  const group = (letter: string) => columns.map((column) => `${column}: ${column}-${letter}`).join(", ");
  expect(new Set(firings.map((each: Json) => each.group))).toEqual(new Set([group("a"), group("b")]));
});

test("a back-test reports queries for which the server's chart API reads other values than the alert task", async () => {
  const reasonOf = async (name: string) => {
    const { exitCode, stdout } = await backtest("--server", "--alert", name, "--last", "6h", "--json");
    expect(exitCode).toBe(1);
    return JSON.parse(stdout).untestable[0].reason;
  };
  const bareText = await alertOn({ select: [{ aggFn: "count", where: "declined" }] }, { interval: "1h" });
  expect(await reasonOf(bareText)).toMatch(
    /^A chart query of the server cannot search words without a field\. Fix: Set CLICKHOUSE_URL, /,
  );
  const dotted = { aggFn: "avg", valueExpression: "Events.Count", where: "" };
  expect(await reasonOf(await alertOn({ select: [dotted] }, { interval: "1h" }))).toContain(
    'reads the value "Events.Count" as a text, because it contains a dot. Fix: Set CLICKHOUSE_URL',
  );
  const twice = { select: [count], groupBy: "lower(A), lower(A)" };
  expect(await reasonOf(await alertOn(twice, { interval: "1h" }))).toContain(
    'returns 1 columns for the groups "lower(A)", "lower(A)". Fix: ',
  );
  const sql = { configType: "sql", displayType: "number", connectionId: seedIds.connection, sqlTemplate: "SELECT 1" };
  expect(await reasonOf(await alertOn({ ...sql, sourceId: undefined }, { interval: "1h" }))).toMatch(
    /^The server returns no chart series for a query in SQL\. Fix: Set CLICKHOUSE_URL, /,
  );
  const { dashboardId: _, tileId: __, ...body } = alertBody as Json;
  const defaults = { defaultTableSelectExpression: "Timestamp, StatusCode AS level" };
  await emulator.ui.patch(`/api/v2/sources/${seedIds.traces}`, defaults);
  for (const [name, select] of [
    ["own columns", "LogAttributes['test'] AS kind"],
    ["default columns", ""],
  ] as const) {
    const search = await emulator.openSource.post("/saved-searches", {
      ...{ name, sourceId: seedIds.traces, where: `${select ? "kind" : "level"}:x`, whereLanguage: "lucene", select },
    });
    const alert = { source: "saved_search", savedSearchId: search.json.data.id, name, threshold: 1, interval: "1h" };
    expect((await emulator.openSource.post("/alerts", { ...body, ...alert })).status).toBe(200);
    expect(await reasonOf(name)).toContain(
      `so the alias "${select ? "kind" : "level"}" of the saved search is not known to it. Fix: `,
    );
  }
});

test("a numeric group is compared instead of the value, as on the server", async () => {
  const groupBy = "toUInt16OrZero(LogAttributes['http.status']), ServiceName";
  const alert = { interval: "1h", threshold: 500 };
  const name = await alertOn({ select: [{ ...count, where: "level:fatal" }], groupBy }, alert);
  const { firings, notes } = await tested("--server", "--alert", name, "--last", "6h");
  expect(firings.map(({ group, peak }: Json) => [group, peak])).toEqual([["ServiceName: ServiceName-b", 502]]);
  expect(notes).toEqual([expect.stringMatching(/^The group toUInt16OrZero\(.*Fix: Group by toString\(toUInt16OrZero/)]);
});

test("the output states that shifted windows of a quantile are compared as a whole", async () => {
  const select = [{ aggFn: "quantile", level: 0.9, valueExpression: "Duration", where: "" }];
  const name = await alertOn({ select }, { interval: "1h", scheduleOffsetMinutes: 7, threshold: 1 });
  const { stdout } = await backtest("--server", "--alert", name, "--last", "3h");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "! The server compares the two parts of a shifted window separately. Its chart series have no parts for this function",
  );
});

test("both parts of a shifted window are computed from smaller buckets", async () => {
  const name = await alertOn({ select: [count] }, { interval: "1h", scheduleOffsetMinutes: 10, threshold: 1 });
  const { firings } = await tested("--server", "--alert", name, "--last", "12h");
  const [first] = firings;
  expect(Date.parse(first.start) % (60 * MINUTE)).toBe(10 * MINUTE);
  const peakAt = Date.parse(first.peakAt);
  const boundary = peakAt + 50 * MINUTE;
  const parts = [await asked(series, peakAt, boundary), await asked(series, boundary, peakAt + 60 * MINUTE)];
  expect(first.peak).toBe(Math.max(...parts));
});

test("shifted windows are requested one by one if the aggregate function cannot combine buckets", async () => {
  const select = [{ aggFn: "quantile", level: 0.9, valueExpression: "Duration", where: "" }];
  const scheduleStartAt = "2026-01-01T00:07:00.000Z";
  const name = await alertOn({ select }, { interval: "1h", scheduleStartAt, threshold: 0.001 });
  emulator.emulator.resetRequests();
  const { firings, windows } = await tested("--server", "--alert", name, "--last", "12h");
  expect(chartRequests()).toBe(windows);
  const peakAt = Date.parse(firings[0].peakAt);
  const quantile = { ...series, aggFn: "quantile", level: 0.9, field: "Duration", where: "" };
  expect(firings[0].peak).toBe(await asked(quantile, peakAt, peakAt + 60 * MINUTE));
  expect(peakAt % (60 * MINUTE)).toBe(7 * MINUTE);
});

test("the text output has a sparkline, a table and the suggested threshold, and an alert above --most causes exit code 2", async () => {
  const words = [checkoutStack(), "--alert", "Too many errors", "--last", "14d", "--no-cache", "--target-rate", "2"];
  const { exitCode, stdout } = await backtest(...words, "--most", "1000");
  const lines = stdout.split("\n");
  expect(exitCode).toBe(0);
  expect(lines.slice(0, 3)).toEqual([
    "Too many errors clickstack_alert.too-many-errors",
    "Checkout > Errors: Logs: count where level:error, by ServiceName",
    "Fires when the value is ≥ 50 in 5m.",
  ]);
  expect(lines[3]).toMatch(/^[▁▂▃▄▅▆▇█]{80} up to \d+$/);
  expect(lines[4]).toMatch(
    /^It would have fired \d+ times from .* UTC: [\d.K]+ a week, with \d+ notifications, for .* altogether\.$/,
  );
  expect(lines[5]).toMatch(/^ {2}Start +End +Lasted +Peak +Group$/);
  expect(lines[6]).toMatch(
    /^ {2}20\d\d-\d\d-\d\d \d\d:\d\d +(20\d\d-\d\d-\d\d \d\d:\d\d|still fires) +[\d hdm]+ +[\d.]+ +ServiceName: ServiceName-[ab]$/,
  );
  expect(lines.at(-2)).toMatch(/^For 2 firings a week: threshold [\d.]+ would have fired \d times?, [\d.]+ a week\.$/);
  expect((await backtest(...words, "--most", "0")).exitCode).toBe(2);
});

test("the alerts of all stacks are tested even if one stack has no resources", async () => {
  const outdir = checkoutStack((app) => new TerraformStack(app, "empty"));
  const { exitCode, stdout } = await backtest(outdir, "--last", "1d", "--json", "--no-cache");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).alerts).toHaveLength(2);
});

longTest("plots are written to files without external resources", async () => {
  const [outdir, folder] = [checkoutStack(), temporaryFolder()];
  for (const format of ["svg", "html"]) {
    const file = join(folder, `out.${format}`);
    const { exitCode, stdout } = await backtest(outdir, "--last", "1d", "--format", format, "-o", file, "--no-cache");
    expect(exitCode).toBe(0);
    expect(stdout).toBe("");
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/<path class="cs-series" stroke="var\(--cs-s0\)" d="M[\d.]+,[\d.]+(L[\d.]+,[\d.]+){200,}"/);
    expect(text).toContain('<path class="cs-threshold"');
    expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|<script|<link|@import|url\(/);
  }
});

test("an interrupted back-test continues, and a run with another threshold sends no request twice", async () => {
  const folder = stackFolder(checkoutStack());
  const words = [folder, "--alert", "too-many-errors", "--last", "14d", "--json"];
  const before = readdirSync(folder);
  emulator.emulator.resetRequests();
  emulator.emulator.failNext({ request: 4, status: 400, message: "Fault" });
  const interrupted = await backtest(...words);
  expect(interrupted.exitCode).toBe(1);
  expect(JSON.parse(interrupted.stdout).untestable).toMatchObject([{ reason: expect.stringContaining("Fault") }]);
  const alreadyAsked = chartRequests() - 1;
  expect(alreadyAsked).toBeGreaterThan(0);
  emulator.emulator.resetRequests();
  const whole = await backtest(...words);
  const second = chartRequests();
  emulator.emulator.resetRequests();
  const fresh = await backtest(...words, "--no-cache");
  expect(second).toBeLessThanOrEqual(chartRequests() - alreadyAsked + 1);
  expect(JSON.parse(whole.stdout).alerts[0].firings).toEqual(JSON.parse(fresh.stdout).alerts[0].firings);
  emulator.emulator.resetRequests();
  await backtest(...words, "--target-rate", "1");
  expect(chartRequests()).toBeLessThanOrEqual(2);
  expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual([".cdk-clickstack"]);
  expect(readFileSync(join(folder, ".cdk-clickstack", ".gitignore"), "utf8")).toBe("*\n");
});

test("a cache folder that cannot be written causes one warning, and the alerts are tested", async () => {
  // In a back-test of four days, some responses can always be cached, independent of the current time.
  const { exitCode, stdout, stderr } = await backtest(checkoutStack(), "--last", "4d", "--cache", "/sys", "--json");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).alerts).toHaveLength(2);
  const notes = stderr.split("\n").filter((line) => line.startsWith("warning:"));
  expect(notes).toEqual([
    "warning: results are not kept for the next run: /sys/.cdk-clickstack cannot be used: permission is denied. Let this user write there, or name another place.",
  ]);
});

test("no results are cached with --no-cache, or if the server has no cache folder", async () => {
  const outdir = checkoutStack();
  const cwd = temporaryFolder();
  await backtest(outdir, "--last", "1d", "--no-cache");
  expect(existsSync(join(outdir, ".cdk-clickstack"))).toBe(false);
  const name = await alertOn({ select: [count] }, {});
  const environment = environmentFor(emulator.endpoints);
  const { exitCode } = await runCli(["backtest", "--server", "--alert", name, "--last", "1d"], { cwd, environment });
  expect(exitCode).toBe(0);
  expect(readdirSync(cwd)).toEqual([]);
});

longTest("requests stay within the server's rate limit", async () => {
  const limited = await start({ limits: { openSource: { max: 6, windowMs: 1000 } } });
  const words = ["backtest", checkoutStack(), "--alert", "too-many-errors", "--last", "21d", "--no-cache", "--json"];
  const { exitCode } = await callCli(words, environmentFor(limited.endpoints));
  const statuses = new Set(limited.emulator.requests.map(({ status }) => status));
  expect(exitCode).toBe(0);
  expect(limited.emulator.requests.length > 6).toBe(true);
  expect([...statuses]).toEqual([200]);
  await limited.emulator.stop();
});

test("a managed deployment is refused before any request", async () => {
  emulator.emulator.resetRequests();
  const { exitCode, stdout, stderr } = await callCli(["backtest", "--server"], {
    ...noServer,
    ...managedEnvironmentFor(emulator.endpoints),
  });
  expect(exitCode).toBe(1);
  expect(stdout).toBe("");
  expect(emulator.emulator.requests.length).toBe(0);
  expect(stderr).toMatch(
    /^error: A managed deployment returns no chart series, so alerts cannot be back-tested there\. Fix: .*\n$/,
  );
});

test.each([
  [
    ["--alert", "none"],
    /^error: No alert has the name "none"\. Existing names: clickstack_alert\.fatal-alert, Too many errors\.\n$/,
  ],
  [["--last", "1y"], /Give a duration such as/],
  [["--target-rate", "many"], /Give a number of firings a week, such as 2 or 0\.5\./],
])("an invalid option causes one clear error: %j", async (words, text) => {
  const { exitCode, stderr } = await backtest(checkoutStack(), ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(text);
});

test("an alert that cannot be tested is reported, and the other alerts are tested", async () => {
  const boards = await created(emulator.openSource, {
    name: "T",
    tiles: [tile({ displayType: "table", sourceId: seedIds.logs, select: [count] })],
  });
  const alert = { ...alertBody, dashboardId: boards.id, tileId: boards.tiles[0].id, name: "On a table" };
  await emulator.openSource.post("/alerts", alert);
  const alone = await backtest("--server", "--alert", "On a table");
  expect(alone.exitCode).toBe(1);
  expect(alone.stderr).toContain("On a table cannot be back-tested. A table tile cannot alert.");
  const name = await alertOn({ select: [count] }, {});
  const both = await backtest("--server", "--alert", "On a table", "--alert", name, "--last", "1d");
  expect(both.exitCode).toBe(0);
  expect(both.stdout).toContain("On a table\n! Cannot be back-tested: A table tile cannot alert.");
});

describe("a server without access to its database", () => {
  let cut: Running;
  let alerts: readonly string[];

  beforeAll(async () => {
    cut = await start({ switches: { databaseUnreachable: true } });
    const board = await created(cut.openSource, {
      name: "B",
      tiles: [tile({ displayType: "line", sourceId: seedIds.logs, select: [count] })],
    });
    alerts = ["One", "Two", "Three"];
    for (const name of alerts) {
      await cut.openSource.post("/alerts", { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id, name });
    }
  });

  beforeEach(() => cut.emulator.resetRequests());

  afterAll(() => cut.emulator.stop());

  const run = (...words: string[]) =>
    callCli(["backtest", "--server", "--last", "1d", "--no-cache", ...words], environmentFor(cut.endpoints));
  const CAUSE =
    "The server cannot reach its ClickHouse database: connect ECONNREFUSED 127.0.0.1:8123. Fix: Start the database, or correct the host of its connection on the server.";
  const questions = () => cut.emulator.requests.filter(({ path }) => path.endsWith("/charts/series")).length;

  test("ends a back-test after one query, with the cause and without a message about SQL", async () => {
    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(CAUSE);
    expect(questions()).toBe(1);
  });

  longTest("makes every alert untestable in the JSON output, after one query", async () => {
    const { exitCode, stdout } = await run("--json");
    const document = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(document).toEqual({
      ...{ kind: "backtest", version: 1, alerts: [] },
      untestable: alerts.map((name) => ({ address: expect.any(String), name, reason: CAUSE })),
    });
    expect(questions()).toBe(1);
  });
});

test("an alert is reported with the server's message if its query fails, and the other alerts are tested", async () => {
  const bad = await alertOn({ select: [{ aggFn: "count", where: "it's" }] }, {});
  const good = await alertOn({ select: [count] }, {});
  const words = ["--server", "--alert", bad, "--alert", good, "--last", "1d", "--no-cache", "--json"];
  const { exitCode, stdout, stderr } = await backtest(...words);
  expect(exitCode).toBe(0);
  expect(stderr.includes("error:")).toBe(false);
  const { alerts, untestable } = JSON.parse(stdout);
  expect(alerts).toMatchObject([{ name: good }]);
  expect(untestable).toMatchObject([{ name: bad, reason: expect.stringContaining("Unterminated string") }]);
  emulator.emulator.resetRequests();
  const alone = await backtest("--server", "--alert", bad, "--last", "1d", "--no-cache", "--json");
  expect(alone.exitCode).toBe(1);
  expect(JSON.parse(alone.stdout)).toMatchObject({ alerts: [], untestable });
  expect(chartRequests()).toBe(1);
});
