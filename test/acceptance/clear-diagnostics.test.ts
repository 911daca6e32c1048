import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Emulator, seedIds } from "../../src/emulator";
import { startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { listed, ui } from "../support/ui";
import { inServedWorkspaces, ServedWorkspace } from "../support/workspace";

const SOURCE = 'data "clickstack_source" "logs" { name = "Logs" }';
const WEBHOOK = 'data "clickstack_webhook" "slack" { name = "Slack oncall" }';

const dashboard = (config: string) => `
${SOURCE}
resource "clickstack_dashboard" "d" {
  name  = "D"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = ${config} } }
}`;

const alert = (fields: string) => `
${WEBHOOK}
resource "clickstack_alert" "a" {
  dashboard_id   = clickstack_dashboard.d.id
  tile_id        = clickstack_dashboard.d.tile_ids["t"]
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
  ${fields}
}`;

const LINE = '{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }';

describe("invalid input of an author", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const planOf = (hcl: string) => workspace.planOf(hcl);

  test("causes an error that suggests 1d for the interval 24h", async () => {
    const { exitCode, stderr } = await planOf(dashboard(LINE) + alert('interval = "24h"'));
    expect(exitCode).toBe(1);
    expect(errorsIn(stderr)).toEqual(["Invalid interval"]);
    expect(flat(stderr)).toContain('Write "1d" instead.');
    expect(flat(stderr)).toContain("with clickstack_alert.a");
    expect(flat(stderr)).toContain('interval = "24h"');
  });

  test("causes an error with the attribute of a refused field of a search tile", async () => {
    const { stderr } = await planOf(
      dashboard(
        `{ display_type = "search", source_id = data.clickstack_source.logs.id, columns = "${"x".repeat(10_001)}" }`,
      ),
    );
    expect(errorsIn(stderr)).toEqual(['Invalid tiles["t"].config.columns']);
  });

  test("causes an error for an email channel on a server without email channels", async () => {
    const { stderr } = await planOf(
      dashboard(LINE) +
        alert('interval = "5m"').replace(
          /channels .*/,
          'channels = [{ type = "email", email_recipients = ["a@example.com"] }]',
        ),
    );
    expect(errorsIn(stderr)).toEqual(["The open-source deployment has no channels[0].email_recipients"]);
  });

  test("causes an error with the existing names and the nearest name for an unknown source name", async () => {
    const { stderr } = await planOf('data "clickstack_source" "logs" { name = "Log" }');
    expect(errorsIn(stderr)).toEqual(['The source "Log" does not exist']);
    expect(flat(stderr)).toContain('The server has "Logs", "Metrics"');
    expect(flat(stderr)).toContain('Did you mean "Logs"?');
    expect(flat(stderr)).toContain('name = "Log"');
  });

  test("causes an error with id and kind for a name that two sources have", async () => {
    const metrics = (await listed(emulator, "sources")).find(({ name }) => name === "Metrics");
    await ui(emulator, "PATCH", `/api/v2/sources/${metrics?.id}`, { name: "Logs" });
    const { stderr } = await planOf(SOURCE);
    expect(errorsIn(stderr)).toEqual(['There are 2 sources named "Logs"']);
    expect(flat(stderr)).toContain("(log)");
    expect(flat(stderr)).toContain(`${metrics?.id} (metric)`);
  });

  test("causes an error for an alert on a query without the interval, and an alert with the interval is created", async () => {
    const line = (sql: string) =>
      `{ display_type = "line", config_type = "sql", connection_id = "${seedIds.connection}", sql_template = "${sql}" }`;
    workspace.write(dashboard(line("SELECT count()")) + alert('interval = "5m"'));
    const { stderr } = await workspace.run("apply", "-auto-approve", "-no-color");
    expect(errorsIn(stderr)).toEqual(["The query of the tile has no interval"]);
    expect(errorsIn((await workspace.plan()).stderr)).toEqual(["The query of the tile has no interval"]);
    workspace.write(
      dashboard(line("SELECT $__timeInterval(Timestamp), count() GROUP BY 1")) + alert('interval = "5m"'),
    );
    await workspace.apply();
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test("causes an error for an alert on a markdown tile before its create, and the dashboard stays in the state", async () => {
    workspace.write(dashboard('{ display_type = "markdown", markdown = "hi" }') + alert('interval = "5m"'));
    const { exitCode, stderr } = await workspace.run("apply", "-auto-approve", "-no-color");
    expect(exitCode).toBe(1);
    expect(errorsIn(stderr)).toEqual(["A markdown tile cannot alert"]);
    expect(flat(stderr)).toContain('tile_id = clickstack_dashboard.d.tile_ids["t"]');
    expect(await workspace.state("clickstack_dashboard.d")).toMatchObject({ name: "D" });
    expect(emulator.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/alerts"))).toEqual([]);
    const plan = await workspace.plan();
    expect(errorsIn(plan.stderr)).toEqual(["A markdown tile cannot alert"]);
  });

  test("causes an error for an empty ip_access_list, because no client could use the key", async () => {
    const { stderr } = await planOf(
      'resource "clickstack_api_key" "k" {\n name = "k"\n ip_access_list = []\n secret_in_state = true\n}',
    );
    expect(errorsIn(stderr)).toEqual(["Invalid ip_access_list"]);
    expect(flat(stderr)).toContain("denies every address");
    expect(flat(stderr)).toContain("ip_access_list = []");
  });

  test("causes an error for a key without a place for its secret", async () => {
    const { stderr } = await planOf(
      'resource "clickstack_api_key" "k" {\n name = "k"\n ip_access_list = [{ source = "10.0.0.0/8" }]\n}',
    );
    expect(errorsIn(stderr)).toEqual(["Invalid secret_in_state"]);
  });

  test("causes an error with an example for a date without a time zone", async () => {
    const { stderr } = await planOf(
      'resource "clickstack_api_key" "k" {\n name = "k"\n ip_access_list = [{ source = "10.0.0.0/8" }]\n secret_in_state = true\n expire_at = "2030-01-01T00:00:00"\n}',
    );
    expect(errorsIn(stderr)).toEqual(["Invalid expire_at"]);
    expect(flat(stderr)).toContain("2026-12-31T23:59:59Z");
  });

  test("causes an error with the tile's name for a where clause that is too long", async () => {
    const { stderr } = await planOf(
      dashboard(
        `{ display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "${"x".repeat(10_001)}" }] }`,
      ),
    );
    expect(errorsIn(stderr)).toEqual(['Invalid tiles["t"].config.select[0].where']);
    expect(flat(stderr)).toContain("at most 10000 characters");
  });

  test("causes an error with the argument to check for wrong credentials, and the state stays complete", async () => {
    await workspace.applyOf(dashboard(LINE));
    const port = Number(new URL(emulator.endpoints.openSource.endpoint).port);
    await emulator.stop();
    await using _other = await startEmulator({ port });
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain("401");
    expect(flat(stderr)).toContain("CLICKSTACK_API_KEY");
    expect(await workspace.state("clickstack_dashboard.d")).toMatchObject({ name: "D" });
  });

  test("causes an error with the address for an unreachable server, and the state stays complete", async () => {
    await workspace.applyOf(dashboard(LINE));
    const { host } = new URL(emulator.endpoints.openSource.endpoint);
    await emulator.stop();
    const { exitCode, stderr } = await workspace.plan();
    await emulator.start();
    expect(exitCode).toBe(1);
    expect(flat(stderr)).toContain(`No response from ${host}`);
    expect(flat(stderr)).toContain(
      "Fix: Check that the server runs. Set endpoint (CLICKSTACK_ENDPOINT) to its address",
    );
    expect(await workspace.state("clickstack_dashboard.d")).toMatchObject({ name: "D" });
  });

  test("causes an error with the arguments to set for missing credentials", async () => {
    const bare = new ServedWorkspace(Object.fromEntries(Object.keys(workspace.environment).map((name) => [name, ""])));
    bare.write(`provider "clickstack" {}\n${SOURCE}`);
    await bare.init();
    const { stderr } = await bare.plan();
    bare.remove();
    expect(errorsIn(stderr)).toEqual(["No credentials"]);
    expect(flat(stderr)).toContain("CLICKSTACK_API_KEY");
  });

  test("causes an error for a plain http address, and no credentials are sent", async () => {
    const { stderr } = await planOf(`provider "clickstack" { endpoint = "http://clickstack.example:8000" }\n${SOURCE}`);
    expect(errorsIn(stderr)).toEqual(["Credentials over plain http"]);
    expect(flat(stderr)).toContain('endpoint = "http://clickstack.example:8000"');
  });
});

describe("a server that returns HTML", () => {
  let page: Server;
  let workspace: ServedWorkspace;

  beforeEach(async () => {
    page = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>HyperDX</h1>");
    });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as AddressInfo;
    workspace = new ServedWorkspace({
      CLICKSTACK_ENDPOINT: `http://127.0.0.1:${port}`,
      CLICKSTACK_API_KEY: "00000000-0000-4000-8000-000000000000",
    });
  });

  afterEach(async () => {
    workspace.remove();
    await new Promise((resolve) => page.close(resolve));
  });

  test("is recognized as a server without the API", async () => {
    workspace.write(SOURCE);
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    expect(errorsIn(stderr)).toEqual(["Could not list the sources"]);
    expect(flat(stderr)).toContain("a page instead of JSON (text/html, 31 bytes)");
    expect(flat(stderr)).toContain("8000");
  });
});

/** Returns the summaries of the errors in the engine's output. */
function errorsIn(stderr: string): string[] {
  return [...stderr.matchAll(/Error: (.*)/g)].map(([, summary]) => summary ?? "");
}

/** Returns the text without the line breaks and the border of the engine. */
function flat(stderr: string): string {
  return stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
}
