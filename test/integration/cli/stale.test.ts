import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIds } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { emulatorForTests, startEmulator } from "../../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";
import { EmulatorWithKeys } from "../../support/restricted-keys";
import { ui } from "../../support/ui";

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const folder = mkdtempSync(join(tmpdir(), "clickstack-stale-"));
afterAll(() => rmSync(folder, { recursive: true }));

const emulator = emulatorForTests();
const alerts: Record<string, string> = {};

beforeAll(async () => {
  const source = {
    ...{ kind: "log", name: "Old", connection: seedIds.connection, timestampValueExpression: "Timestamp" },
    ...{ from: { databaseName: "default", tableName: "old" }, defaultTableSelectExpression: "Body" },
  };
  const old = await create("sources", source);
  const config = (sourceId: string) => ({ displayType: "line", sourceId, select: [{ aggFn: "count", where: "" }] });
  const tile = (name: string, sourceId: string) => ({ name, x: 0, y: 0, w: 6, h: 3, config: config(sourceId) });
  const tiles = [tile("Errors", seedIds.logs), tile("Old errors", old.id)];
  const board = await create("dashboards", { name: "Checkout", tiles, tags: [] });
  for (const name of ["fails", "fires", "fires now", "silent", "silenced", "lost", "good"]) {
    const [{ id: tileId }] = board.tiles as [{ id: string }];
    const watched = { source: "tile", dashboardId: board.id, tileId, interval: "5m" };
    const condition = {
      threshold: 1,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    };
    alerts[name] = (await create("alerts", { ...watched, ...condition, name })).id;
  }
  await ui(emulator, "DELETE", `/api/v2/sources/${old.id}`);
  edit("fails", { executionErrors: [{ timestamp: ago(1), type: "QUERY_ERROR", message: "no such table" }] });
  edit("fires", { state: "ALERT", updatedAt: ago(8) });
  edit("fires now", { state: "ALERT" });
  edit("silent", { state: "INSUFFICIENT_DATA", updatedAt: ago(9) });
  const lost = { type: "webhook", webhookId: "66f1c0de0000000000000001" };
  edit("lost", { channel: lost, channels: [lost] });
  edit("silenced", { silenced: { at: ago(8), until: ago(-1) } });
});

async function create(kind: string, body: object): Promise<{ readonly id: string; readonly [field: string]: unknown }> {
  const { data } = (await ui(emulator, "POST", `/api/v2/${kind}`, body)) as { data: { id: string } };
  return data;
}

function edit(name: string, fields: Record<string, unknown>): void {
  emulator.edit("alerts", alerts[name] ?? "", fields);
}

interface StaleJson {
  readonly findings: readonly { readonly rule: string; readonly name: string; readonly text: string }[];
  readonly recent: unknown;
  readonly skipped: readonly string[];
  readonly problems: readonly string[];
}

async function stale(environment: Record<string, string>, ...words: string[]) {
  emulator.resetRequests();
  const { exitCode, stdout, stderr } = await callCli(["report", "--stale", "--json", ...words], environment);
  return { exitCode, stderr, report: JSON.parse(stdout) as StaleJson };
}

const requested = () => emulator.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`).sort();

/** Findings about objects of ClickStack. */
const EXPECTED = [
  ["alert-errors", "fails"],
  ["alert-webhook", "lost"],
  ["alert-no-data", "silent"],
  ["alert-firing", "fires"],
  ["alert-silenced", "silenced"],
  ["dashboard-source", "Checkout"],
  ["webhook-unused", "Generic hook"],
  ["webhook-unused", "Incident response"],
];

/** The environment without ClickHouse Cloud, because all commands of this file share its rate limit. */
const openSource = () => {
  const { endpoint, accessKey } = emulator.endpoints.openSource;
  return { CLICKSTACK_ENDPOINT: endpoint, CLICKSTACK_API_KEY: accessKey };
};

const KINDS = ["alerts", "dashboards", "saved-searches", "sources", "webhooks"];

test("report --stale lists all findings on an open-source server, with one request for each type", async () => {
  const { exitCode, report } = await stale(openSource());
  expect(report.findings.map(({ rule, name }) => [rule, name])).toEqual(EXPECTED);
  expect(report.recent).toEqual({ firing: 1, noData: 0 });
  expect(report.skipped).toEqual(["There are no credentials for API keys of ClickHouse Cloud."]);
  expect([exitCode, report.problems]).toEqual([2, []]);
  expect(requested()).toEqual(KINDS.map((each) => `GET /api/v2/${each}`));
});

test("report --stale needs the same number of requests for more objects and in the managed deployment", async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      create("webhooks", { name: `Hook ${index}`, service: "generic", url: `https://example.com/${index}` }),
    ),
  );
  const { managed } = emulator.endpoints;
  const { exitCode, report } = await stale(managedEnvironmentFor(emulator.endpoints), "--days", "1");
  expect(exitCode).toBe(2);
  expect(report.findings.filter(({ rule }) => rule === "webhook-unused")).toHaveLength(62);
  const organization = `GET /v1/organizations/${managed.organizationId}`;
  const service = `${organization}/services/${managed.serviceId}/clickstack`;
  // A list with pages ends with a page without new objects.
  const asked = [...KINDS, "alerts", "webhooks"].map((each) => `${service}/${each}`);
  expect(requested()).toEqual([`${organization}/keys`, ...asked].sort());
});

test("report --stale decides by the clock of ClickHouse Cloud which keys are unused or about to expire", async () => {
  await using server = await EmulatorWithKeys.start({ now: () => new Date(Date.now() + 100 * DAY) }, [
    "unused",
    "soon",
  ]);
  const [, soon] = server.keys;
  await ui(server.emulator, "PATCH", `/keys/${soon?.id}`, { usedAt: ago(-99), expireAt: ago(-110) });
  const { stdout } = await callCli(["report", "--stale", "--json"], managedEnvironmentFor(server.emulator.endpoints));
  const keys = (JSON.parse(stdout) as StaleJson).findings.filter(({ rule }) => rule.startsWith("key-"));
  expect(keys.map(({ rule, name }) => [rule, name])).toEqual([
    ["key-unused", "unused"],
    ["key-expiring", "soon"],
  ]);
  expect(keys[0]?.text).toMatch(/^It was never used since its creation (99|100) days ago/);
  expect(keys[1]?.text).toMatch(/in (9|10) days\.$/);
});

test("report --stale checks the other objects if the server refuses the list of API keys", async () => {
  await using server = await EmulatorWithKeys.start({ keyOperations: "get-and-update", keyRefusal: "403" }, []);
  const { exitCode, stdout } = await callCli(
    ["report", "--stale", "--json"],
    environmentFor(server.emulator.endpoints),
  );
  const report = JSON.parse(stdout) as StaleJson;
  expect(report.skipped).toEqual([expect.stringMatching(/^GET .*\/keys returned 403/)]);
  expect([exitCode, report.problems]).toEqual([2, []]);
});

test("an alert that fires in every run becomes a finding through the file of report --stale --record", async () => {
  const environment = openSource();
  const record = join(folder, "record.json");
  const firing = async () => {
    const { report } = await stale(environment, "--record", record);
    return report.findings.filter(({ rule }) => rule === "alert-firing").map(({ name }) => name);
  };
  expect(await firing()).toEqual(["fires"]);
  const recorded = readFileSync(record, "utf8");
  expect(Object.keys(JSON.parse(recorded).alerts)).toEqual([alerts.fires, alerts["fires now"], alerts.silent].sort());
  writeFileSync(record, recorded.replaceAll(/"since": "[^"]*"/g, `"since": "${ago(8)}"`));
  expect(await firing()).toEqual(["fires", "fires now"]);
});

test.each([
  ["--output", "report.md", "## Stale objects", "- **fails** `"],
  ["--output", "report.html", "<h2>Webhooks without alerts", "Generic hook"],
  ["--output", "report.txt", "Alerts whose last evaluation failed (1)\n  fails (", "QUERY_ERROR at "],
])("report --stale with %s %s writes a report that contains %j", async (option, file, ...parts) => {
  const { stdout } = await callCli(["report", "--stale", option, join(folder, file)], openSource());
  expect(stdout).toBe("");
  for (const part of parts) {
    expect(readFileSync(join(folder, file), "utf8")).toContain(part);
  }
});

test("report --stale exits with code 0 without findings", async () => {
  await using other = await startEmulator();
  const { endpoint, accessKey } = other.endpoints.openSource;
  for (const id of [seedIds.slackWebhook, seedIds.genericWebhook, seedIds.incidentWebhook]) {
    await ui(other, "DELETE", `/api/v2/webhooks/${id}`);
  }
  const { exitCode, stdout } = await callCli(["report", "--stale"], {
    CLICKSTACK_ENDPOINT: endpoint,
    CLICKSTACK_API_KEY: accessKey,
  });
  expect(stdout).toContain("No stale objects were found.\n");
  expect(exitCode).toBe(0);
});

test("report --stale exits with code 1 if one list fails, and reports the findings of the other lists", async () => {
  emulator.failNext({ method: "GET", path: "/api/v2/sources", status: 501, times: 99 });
  const { exitCode, report } = await stale(environmentFor(emulator.endpoints));
  emulator.clearFaults();
  expect(exitCode).toBe(1);
  expect(report.problems).toEqual([expect.stringContaining("501")]);
  const rules = report.findings.map(({ rule }) => rule);
  expect(rules).toContain("alert-firing");
  expect(rules).not.toContain("dashboard-source");
});

test.each([
  [["report"], "Name the content of the report. Fix: Add --stale."],
  [
    ["report", "--stale", "--output", "a.csv"],
    "Fix: Name a file with the extension .txt, .md, .html or .json, or set --format.",
  ],
  [["report", "--stale", "--days", "0"], "Give a whole number from 1 to 3650."],
  [
    ["report", "--stale", "--record", __filename],
    "is not usable as --record. It is not a file that report --stale wrote.",
  ],
])("the invalid command line %j is refused", async (words, problem) => {
  const { exitCode, stderr } = await callCli(words, environmentFor(emulator.endpoints));
  expect(stderr).toContain(problem);
  expect(exitCode).toBe(1);
});

test("report --stale with an invalid access key prints one error", async () => {
  const environment = { CLICKSTACK_ENDPOINT: emulator.endpoints.openSource.endpoint, CLICKSTACK_API_KEY: "wrong" };
  const { exitCode, stderr } = await callCli(["report", "--stale"], environment);
  expect(exitCode).toBe(1);
  expect(stderr.match(/401/g)).toHaveLength(1);
});
