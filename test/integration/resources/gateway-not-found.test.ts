import { type Emulator, seedIds } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/plugin";
import { alertResource } from "../../../src/resources/alert/resource";
import { dashboardResource } from "../../../src/resources/dashboard/resource";
import { emulatorForEachTest } from "../../support/emulator/emulator-for-tests";
import { type Held, ProviderRun } from "../../support/provider-in-process";

const TILE = {
  name: "Errors",
  x: 0,
  y: 0,
  w: 6,
  h: 3,
  config: { display_type: "line", source_id: seedIds.logs, select: [{ agg_fn: "count" }] },
};
const DASHBOARD: ObjectValue = { name: "Checkout", tiles: { errors: TILE } };

describe("a gateway that returns 404 for one request", () => {
  let emulator: Emulator;
  let target: ConstructorParameters<typeof ProviderRun>[0];
  let dashboard: Held;
  let alert: Held;
  const runs: ProviderRun[] = [];

  const run = () => {
    const made = new ProviderRun(target);
    runs.push(made);
    return made;
  };
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(async () => {
    const { openSource } = emulator.endpoints;
    target = { openSource };
    dashboard = await run().apply(dashboardResource, DASHBOARD);
    alert = await run().apply(alertResource, {
      name: "Errors",
      source: "tile",
      dashboard_id: String(dashboard.state.id),
      tile_id: (dashboard.state.tile_ids as ObjectValue).errors ?? null,
      interval: "5m",
      threshold: 1,
      threshold_type: "above",
      channels: [{ type: "webhook", webhook_id: seedIds.slackWebhook }],
    });
  });

  afterEach(async () => {
    for (const each of runs.splice(0)) {
      await each[Symbol.asyncDispose]();
    }
  });

  test("removes neither a dashboard nor an alert from the state", async () => {
    for (const [resource, held, plural] of [
      [dashboardResource, dashboard, "dashboards"],
      [alertResource, alert, "alerts"],
    ] as const) {
      emulator.failNext({ method: "GET", path: `/api/v2/${plural}/*`, status: 404, message: "Not Found" });
      const seen = await run().refresh(resource, held);
      expect(seen?.state.id).toBe(held.state.id);
    }
  });

  test("does not make a destroy report the object as deleted", async () => {
    emulator.failNext({ method: "DELETE", path: "/api/v2/alerts/*", status: 404, message: "Not Found" });
    const destroy = run().destroy(alertResource, alert);
    await expect(destroy).rejects.toThrow("The provider keeps the object in state");
    expect(emulator.requests.at(-1)).toMatchObject({ method: "GET", path: "/api/v2/alerts" });
  });
});
