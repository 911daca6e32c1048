import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

const DASHBOARDS = 150;
const ALERTS = 140;
const KEYS = 10;

const hcl = (dashboards: number, alerts: number, keys: number) => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  count = ${dashboards}
  name  = "Dashboard \${count.index}"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = {
    display_type = "number", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }]
  } } }
}
resource "clickstack_alert" "a" {
  count          = ${alerts}
  name           = "Alert \${count.index}"
  dashboard_id   = clickstack_dashboard.d[count.index].id
  tile_id        = clickstack_dashboard.d[count.index].tile_ids["t"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
resource "clickstack_api_key" "k" {
  count           = ${keys}
  name            = "key \${count.index}"
  ip_access_list  = [{ source = "203.0.113.0/24" }]
  secret_in_state = true
}
`;

type Values = Record<string, unknown>;

interface StateFile {
  resources: { type: string; mode: string; instances: { index_key: number; attributes: Values }[] }[];
}

describe("cdk-clickstack drift of three hundred objects", () => {
  const emulator = emulatorForTests();
  let stack: ServedWorkspace;

  beforeAll(async () => {
    stack = new ServedWorkspace(environmentFor(emulator.endpoints));
    stack.write(hcl(1, 1, KEYS));
    await stack.init();
    await stack.apply();
    stack.write(hcl(DASHBOARDS, ALERTS, KEYS));
  });

  afterAll(() => {
    stack.remove();
  });

  test("lists all ten changed objects, with at most ten requests and one for the deleted object", async () => {
    const state = JSON.parse(readFileSync(join(stack.folder, "terraform.tfstate"), "utf8")) as StateFile;
    const made = await multiply(emulator, state);
    writeFileSync(join(stack.folder, "terraform.tfstate"), JSON.stringify(state));

    for (const index of [3, 77, 110, 149]) {
      const { id, tile_ids: tileIds } = made.dashboards[index] ?? {};
      await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${(tileIds as Values).t}`, {
        w: index + 1 > 20 ? 20 : 4,
      });
    }
    for (const index of [0, 50, 100, 139]) {
      await ui(emulator, "PATCH", `/api/v2/alerts/${made.alerts[index]?.id}`, { threshold: 100 + index + 1 });
    }
    await ui(emulator, "DELETE", `/api/v2/alerts/${made.alerts[120]?.id}`);
    await ui(emulator, "PATCH", `/keys/${instances(state, "clickstack_api_key")[7]?.attributes.id}`, {
      state: "disabled",
    });

    emulator.resetRequests();
    const { exitCode, stdout, stderr } = await callCli(["drift", "--json"], stack.environment, stack.folder);
    expect(stderr.replace(/^.* \.\.\.\n/gm, "")).toBe("");
    expect(exitCode).toBe(2);
    const document = JSON.parse(stdout);
    expect(document.stacks[0].managed).toBe(DASHBOARDS + ALERTS + KEYS);
    const told = document.stacks[0].objects.map(
      ({ address, action, fields }: { address: string; action: string; fields: { field: string; after: unknown }[] }) =>
        `${address} ${action} ${fields.map(({ field, after }) => `${field}=${JSON.stringify(after)}`).join()}`,
    );
    expect(told.sort()).toEqual(
      [
        'clickstack_alert.a[0] update threshold={"value":101}',
        'clickstack_alert.a[50] update threshold={"value":151}',
        'clickstack_alert.a[100] update threshold={"value":201}',
        "clickstack_alert.a[120] delete ",
        'clickstack_alert.a[139] update threshold={"value":240}',
        'clickstack_api_key.k[7] update state={"value":"disabled"}',
        'clickstack_dashboard.d[110] update w={"value":20}',
        'clickstack_dashboard.d[3] update w={"value":4}',
        'clickstack_dashboard.d[149] update w={"value":20}',
        'clickstack_dashboard.d[77] update w={"value":20}',
      ].sort(),
    );
    // The provider requests an object by its id if the list lacks it, before the object counts as deleted.
    expect(emulator.requests.length).toBeLessThanOrEqual(11);
    expect(document.unmanaged.map(({ noun, name }: Values) => `${noun} ${name}`)).toEqual([
      "webhook Generic hook",
      "webhook Incident response",
    ]);
  });
});

function instances(state: StateFile, type: string) {
  return state.resources.find((each) => each.type === type && each.mode === "managed")?.instances ?? [];
}

/**
 * Copies the dashboard and the alert on the server and in the state, because an engine would take minutes for so many
 * objects.
 */
async function multiply(emulator: Emulator, state: StateFile) {
  const dashboards = instances(state, "clickstack_dashboard");
  const alerts = instances(state, "clickstack_alert");
  const [dashboard, alert] = [dashboards[0]?.attributes, alerts[0]?.attributes];
  const [serverDashboard, serverAlert] = await Promise.all([
    record(emulator, "GET", `/api/v2/dashboards/${dashboard?.id}`),
    record(emulator, "GET", `/api/v2/alerts/${alert?.id}`),
  ]);
  for (let index = 1; index < DASHBOARDS; index += 1) {
    const name = `Dashboard ${index}`;
    const copy = await record(emulator, "POST", "/api/v2/dashboards", { ...serverDashboard, name });
    const [tile] = copy.tiles as Values[];
    const own = { ...dashboard, id: copy.id, name, tile_ids: { t: tile?.id } };
    dashboards.push({ ...dashboards[0], index_key: index, attributes: own });
    if (index >= ALERTS) {
      continue;
    }
    const onTile = { dashboardId: copy.id, tileId: tile?.id, name: `Alert ${index}` };
    const { id } = await record(emulator, "POST", "/api/v2/alerts", { ...serverAlert, ...onTile });
    const watching = { ...alert, id, name: onTile.name, dashboard_id: copy.id, tile_id: tile?.id };
    alerts.push({ ...alerts[0], index_key: index, attributes: watching });
  }
  return {
    dashboards: dashboards.map(({ attributes }) => attributes),
    alerts: alerts.map(({ attributes }) => attributes),
  };
}

async function record(emulator: Emulator, method: string, path: string, body?: object): Promise<Values> {
  return ((await ui(emulator, method, path, body)) as { data: Values }).data;
}
