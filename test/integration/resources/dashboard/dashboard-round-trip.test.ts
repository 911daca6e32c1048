import fc from "fast-check";
import { seedIds } from "../../../../src/emulator";
import { dashboard } from "../../../../src/resources/declarations";
import { DashboardServer } from "../../../support/dashboard-server";
import { refusals } from "../../../support/declaration/refusals";
import { generatedDashboard } from "../../../support/generated-dashboard";
import { thirdOf } from "../../../support/long-test";

const RUNS = { seed: 4, numRuns: thirdOf(60) };

describe("any valid dashboard", () => {
  let server: DashboardServer;
  let dashboardId: string;

  beforeAll(async () => {
    server = await DashboardServer.start();
    dashboardId = (await server.create({ name: "Target", tiles: {} })).id;
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const generated = () =>
    generatedDashboard({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId });

  test("is accepted by the server and returned as planned, immediately and in a later plan", async () => {
    await fc.assert(
      fc.asyncProperty(generated(), async (declared) => {
        expect(refusals(dashboard, declared)).toEqual([]);
        const applied = await server.create(declared);
        expect(applied.state).toEqual(applied.planned);
        expect(await server.read(applied)).toEqual(applied.planned);
      }),
      RUNS,
    );
  });

  test("removes all values of the dashboard that it replaces", async () => {
    await fc.assert(
      fc.asyncProperty(generated(), generated(), async (before, after) => {
        const applied = await server.update(after, await server.create(before));
        expect(await server.read(applied)).toEqual(applied.planned);
      }),
      RUNS,
    );
  });
});
