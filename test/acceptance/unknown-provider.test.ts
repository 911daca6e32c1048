import { type Emulator, seedIds } from "../../src/emulator";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { listed } from "../support/ui";
import { Workspace } from "../support/workspace";

/** A server whose address is known only after another object was created, and the objects on this server. */
const stack = (endpoint: string) => `
resource "terraform_data" "service" { input = "${endpoint}" }
provider "clickstack" { endpoint = terraform_data.service.output }
data "clickstack_source" "logs" {
  name       = "Logs"
  depends_on = [terraform_data.service]
}
resource "clickstack_dashboard" "shop" {
  name  = "Shop"
  tiles = { errors = {
    name = "Errors", x = 0, y = 0, w = 12, h = 6
    config = { display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }
  } }
}
resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id
}
resource "clickstack_alert" "errors" {
  dashboard_id   = clickstack_dashboard.shop.id
  tile_id        = clickstack_dashboard.shop.tile_ids["errors"]
  interval       = "5m"
  threshold      = 1
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = "${seedIds.slackWebhook}" }]
}`;

let emulator: Emulator;
let workspace: Workspace;
let endpoint: string;
emulatorForEachTest((each) => {
  emulator = each;
});

beforeEach(() => {
  const endpoints = emulator.endpoints;
  endpoint = endpoints.openSource.endpoint;
  const { CLICKSTACK_ENDPOINT: _, ...environment } = environmentFor(endpoints);
  workspace = new Workspace(environment);
});

afterEach(() => {
  workspace.remove();
});

test("a server and its dashboards are created in one apply, and nothing is read while the address is unknown", async () => {
  workspace.write(stack(endpoint));
  await workspace.init();
  await workspace.apply();
  expect((await listed(emulator, "dashboards")).map(({ name }) => name)).toEqual(["Shop"]);
  expect((await listed(emulator, "alerts")).length).toBe(1);
  expect(await workspace.plannedDifferences()).toEqual([]);

  const { exitCode, stderr } = await workspace.plan("-replace=terraform_data.service");
  const said = stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
  expect(exitCode).toBe(1);
  expect(said.match(/Error: The provider's endpoint is unknown during the plan/g)).toHaveLength(1);
  expect(said).toContain("For existing resources, apply that resource first with -target.");
  const unread = await workspace.plan("-replace=terraform_data.service", "-refresh=false");
  expect({ exitCode: unread.exitCode, stderr: unread.stderr }).toEqual({ exitCode: 0, stderr: "" });
});

test("a data source that would be read in the plan fails with the fix", async () => {
  workspace.write(stack(endpoint).replace(/depends_on = .*/, ""));
  await workspace.init();
  const { exitCode, stderr } = await workspace.plan();
  const said = stderr.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
  expect(exitCode).toBe(1);
  expect(said).toContain("with data.clickstack_source.logs");
  expect(said).toContain("Fix: Add depends_on with that resource to each data source");
});
