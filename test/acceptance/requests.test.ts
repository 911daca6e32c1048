import type { Emulator } from "../../src/emulator";
import { emulatorForTests, startEmulator } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { longTest } from "../support/long-test";
import { listed } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

/**
 * The stack has more than the ten dashboards that a first apply may validate twice, and enough objects for a list of
 * each type.
 */
const DASHBOARDS = 12;

/** Dashboards with one alert on a tile each, and one alert on a saved search each. */
const stack = (count: number, savedSearchId: string, threshold = "count.index") => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }

resource "clickstack_dashboard" "d" {
  count = ${count}
  name  = "Dashboard \${count.index}"
  tags  = ["${threshold}"]
  tiles = { for key in ["a", "b"] : key => {
    name = key, x = key == "a" ? 0 : 12, y = 0, w = 12, h = 6
    config = { display_type = "number", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }] }
  } }
}

resource "clickstack_alert" "tile" {
  count          = ${count}
  dashboard_id   = clickstack_dashboard.d[count.index].id
  tile_id        = clickstack_dashboard.d[count.index].tile_ids["a"]
  interval       = "5m"
  threshold      = ${threshold}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}

resource "clickstack_alert" "search" {
  count           = ${count}
  saved_search_id = "${savedSearchId}"
  interval        = "1h"
  threshold       = count.index
  threshold_type  = "below"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
`;

describe("the requests of a stack without rate limits", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;

  beforeAll(() => {
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
  });

  afterAll(() => workspace.remove());

  beforeEach(() => emulator.resetRequests());

  /** Sorted paths of the requests that read. */
  const reads = () =>
    emulator.requests
      .filter(({ method }) => method === "GET")
      .map(({ path }) => path)
      .sort();

  const requestsWith = (wanted: string) => emulator.requests.filter(({ method }) => method === wanted).length;

  // Each test continues with the objects of the previous tests.
  test("include one validation of each dashboard in a first apply, and a second one for at most the first ten", async () => {
    await applyStack(emulator, workspace, DASHBOARDS);
    const checks = emulator.requests.filter(({ path }) => path.endsWith("/dashboards/validate")).length;
    expect(checks).toBeGreaterThanOrEqual(DASHBOARDS);
    expect(checks).toBeLessThanOrEqual(DASHBOARDS + 10);
  });

  test("are at most five in a plan without changes, and each list is requested once, for any number of objects", async () => {
    expect(await workspace.plannedDifferences()).toEqual([]);
    expect(emulator.requests.length).toBeLessThanOrEqual(5);
    const lists = emulator.requests
      .map(({ path }) => /^\/api\/v2\/([a-z-]+)(\?|$)/.exec(path)?.[1])
      .filter((kind) => kind !== undefined);
    expect(lists.sort()).toEqual(["alerts", "dashboards", "sources", "webhooks"]);
  });

  test("include one list of dashboards and one list of alerts in an apply that changes dashboards and their alerts", async () => {
    await writeStack(emulator, workspace, DASHBOARDS, "count.index + 100");
    await workspace.must("plan", "-no-color", "-out=saved.tfplan");
    emulator.resetRequests();
    await workspace.must("apply", "-no-color", "saved.tfplan");
    expect(reads()).toEqual(["/api/v2/alerts", "/api/v2/dashboards"]);
    expect(requestsWith("PUT")).toBe(3 * DASHBOARDS);
  });

  test("include one list of each resource type before an apply that destroys many objects, and no get", async () => {
    const planned = await workspace.must("plan", "-no-color", "-out=saved.tfplan", "-destroy");
    expect(planned).toContain(`${3 * DASHBOARDS} to destroy`);
    expect(planned).not.toContain("Warning");
    emulator.resetRequests();
    await workspace.must("apply", "-no-color", "saved.tfplan");
    expect(reads()).toEqual(["/api/v2/alerts", "/api/v2/dashboards"]);
    expect(requestsWith("DELETE")).toBe(3 * DASHBOARDS);
  });
});

describe("the requests of a stack with a rate limit", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  const start = async (limits: ConstructorParameters<typeof Emulator>[0]) => {
    emulator = await startEmulator(limits);
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
  };

  afterEach(async () => {
    workspace.remove();
    await emulator.stop();
  });

  const apply = (count: number) => applyStack(emulator, workspace, count);

  test("are refused only once per process, for the first request, when the process does not know the limit yet", async () => {
    await start({ limits: { openSource: { max: 15, windowMs: 2000 } } });
    await apply(12);
    // The plan of an apply runs in a separate process, which sends 15 requests. The next process can start in a used-up
    // window.
    const refused = emulator.requests.filter(({ status }) => status === 429).map(({ number }) => number);
    expect(refused.filter((number) => number !== 16)).toEqual([]);
    expect(emulator.requests.length).toBeGreaterThan(36);
  });

  test.each([
    ["before the write", "before"],
    ["after the write", "after"],
  ] as const)("create one object if the connection of a create is cut %s", async (_, cut) => {
    await start({ limits: false });
    emulator.failNext({ method: "POST", path: "/api/v2/dashboards", cut });
    emulator.failNext({ method: "POST", path: "/api/v2/alerts", cut });
    await apply(1);
    expect((await listed(emulator, "dashboards")).length).toBe(1);
    expect((await listed(emulator, "alerts")).length).toBe(2);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  longTest("are repeated if the server is busy for a short time", async () => {
    await start({ limits: false });
    await apply(1);
    emulator.failNext({ method: "GET", path: "/api/v2/dashboards", status: 503 });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});

async function applyStack(emulator: Emulator, workspace: ServedWorkspace, count: number): Promise<void> {
  await writeStack(emulator, workspace, count);
  await workspace.apply();
}

/** Writes the configuration of a number of dashboards, with alerts on a new saved search. */
async function writeStack(
  emulator: Emulator,
  workspace: ServedWorkspace,
  count: number,
  threshold?: string,
): Promise<void> {
  const [source] = await listed(emulator, "sources");
  workspace.write(stack(count, await savedSearch(emulator, String(source?.id)), threshold));
}

async function savedSearch(emulator: Emulator, sourceId: string): Promise<string> {
  const response = await fetch(`${emulator.endpoints.openSource.endpoint}/ui/api/v2/saved-searches`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Errors", sourceId }),
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}
