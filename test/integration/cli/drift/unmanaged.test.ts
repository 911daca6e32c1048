import { readPlan } from "../../../../src/cli/engine/read-plan";
import { findUnmanaged } from "../../../../src/cli/server/unmanaged";
import { seedIds } from "../../../../src/emulator";
import type { DashboardRecord } from "../../../../src/resources/dashboard/api";
import { createAlertsWithCharts } from "../../../support/alerts-with-charts";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../../support/environment";
import { EmulatorWithKeys } from "../../../support/restricted-keys";
import { ui } from "../../../support/ui";

test("predefined roles do not count as unmanaged objects, and an unmanaged alert without a title has its display name", async () => {
  await using emulator = await startEmulator();
  const environment = environmentFor(emulator.endpoints);
  await createAlertsWithCharts(emulator);
  const held = { type: "clickstack_organization_role", mode: "managed", values: { id: "another" } };
  const plan = readPlan({ prior_state: { values: { root_module: { resources: [held] } } } }, "plan");
  const { unmanaged, problems } = await findUnmanaged([plan], [], environment);
  expect(problems).toEqual([]);
  const named = (type: string) => unmanaged.filter((each) => each.type === type).map(({ name }) => name);
  expect(named("clickstack_organization_role")).toEqual(["Deploy bot"]);
  expect(named("clickstack_alert").slice(0, 3)).toEqual(["p99", `Chosen 1 \${h}`, "Title"]);
});

test("an unmanaged alert on a tile is shown with its dashboard and tile, and can be adopted if the dashboard is managed", async () => {
  await using emulator = await startEmulator();
  const { traces, slackWebhook } = seedIds;
  const config = { displayType: "line", sourceId: traces, select: [{ aggFn: "count" }] };
  const tiles = ["Errors", "Errors", "Latency"].map((name, y) => ({ name, x: 0, y, w: 6, h: 1, config }));
  const created = await ui(emulator, "POST", "/api/v2/dashboards", { name: "Checkout", tiles });
  const { data: board } = created as { readonly data: DashboardRecord };
  const rule = { interval: "5m", threshold: 1, thresholdType: "above" };
  const channel = { type: "webhook", webhookId: slackWebhook };
  for (const { id: tileId } of board.tiles) {
    const watched = { source: "tile", dashboardId: board.id, tileId };
    await ui(emulator, "POST", "/api/v2/alerts", { ...rule, channel, ...watched });
  }
  await ui(emulator, "POST", "/api/v2/alerts", { ...rule, channel, source: "inline", chartConfig: config });
  const { unmanaged } = await findUnmanaged([], [], environmentFor(emulator.endpoints));
  const places = unmanaged.filter(({ type }) => type === "clickstack_alert").map(({ place }) => place);
  const onErrors = "Checkout > tile Errors";
  expect(places).toEqual([onErrors, onErrors, "Checkout > tile Latency", undefined]);
  const held = { type: "clickstack_dashboard", mode: "managed", values: { id: board.id } };
  const plan = readPlan({ prior_state: { values: { root_module: { resources: [held] } } } }, "plan");
  const whileManaged = await findUnmanaged([plan], [], environmentFor(emulator.endpoints));
  const adoptable = whileManaged.unmanaged.filter(({ type }) => type === "clickstack_alert");
  expect(adoptable.map((alert) => alert.adoptable)).toEqual([true, true, true, undefined]);
});

test.each(["400", "403", "404", "405", "html-404"] as const)(
  "the other resource types are checked if the list of API keys is refused with %s",
  async (keyRefusal) => {
    await using emulator = await startEmulator({ keyOperations: "get-and-update", keyRefusal });
    try {
      const environment = environmentFor(emulator.endpoints);
      const held = { type: "clickstack_api_key", mode: "managed", values: { id: seedIds.startKey } };
      const plan = readPlan({ prior_state: { values: { root_module: { resources: [held] } } } }, "plan");
      const written = jest.spyOn(process.stderr, "write").mockReturnValue(true);
      const { unmanaged, problems } = await findUnmanaged([plan], [], environment);
      expect(problems).toEqual([]);
      expect(new Set(unmanaged.map(({ type }) => type))).toContain("clickstack_webhook");
      expect(written.mock.calls.map(([text]) => text)).toEqual([
        expect.stringMatching(/^warning: Could not check for unmanaged API keys\. GET .*\/keys returned 40/),
      ]);
    } finally {
      jest.restoreAllMocks();
    }
  },
);

test("a list of API keys that fails with a 5xx status is reported as a problem", async () => {
  await using emulator = await startEmulator();
  const environment = environmentFor(emulator.endpoints);
  emulator.failNext({ method: "GET", path: "/v1/organizations/*/keys", status: 501, times: 99 });
  const { problems } = await findUnmanaged([], [], environment);
  expect(problems).toEqual([expect.stringContaining("501")]);
});

test("a key counts as managed if its id is in upper case in the state", async () => {
  await using server = await EmulatorWithKeys.start({}, ["managed", "unmanaged"]);
  const [managed] = server.keys;
  const held = { type: "clickstack_api_key", mode: "managed", values: { id: managed?.id.toUpperCase() } };
  const plan = readPlan({ prior_state: { values: { root_module: { resources: [held] } } } }, "plan");
  const { unmanaged } = await findUnmanaged([plan], [], environmentFor(server.emulator.endpoints));
  const keys = unmanaged.filter(({ type }) => type === "clickstack_api_key");
  expect(keys.map(({ name }) => name)).toEqual(["unmanaged"]);
});
