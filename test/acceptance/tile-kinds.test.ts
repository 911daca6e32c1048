import { toAttributes } from "../../src/declaration/attribute-form";
import { shapeOf } from "../../src/declaration/shape";
import { type Emulator, seedIds } from "../../src/emulator";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import type { TileDeclaration } from "../../src/resources/declarations";
import { environmentFor } from "../support/environment";
import { fullTiles } from "../support/full-tiles";
import { tileChanges } from "../support/tile-changes";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const DASHBOARD = "clickstack_dashboard.all";
const TARGET = "clickstack_dashboard.target";

/** Every tile kind with every field. Some tiles link to another dashboard. */
const tilesTo = (dashboardId: string) =>
  fullTiles({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId });

const inTerraform = (each: TileDeclaration) => toAttributes(shapeOf(tileField), each, () => false);

const tiles = Object.entries(tilesTo(`\${${TARGET}.id}`)).map(([key, each]) => [key, inTerraform(each)]);

const configuration = {
  resource: {
    clickstack_dashboard: {
      target: { name: "Target", tiles: {} },
      all: { name: "All", tiles: Object.fromEntries(tiles) },
    },
  },
};

// test/integration/resources/dashboard/tile-kinds.test.ts tests both deployments without the engine.
describe("a dashboard with every tile kind", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const dashboardState = async () =>
    (await workspace.state(DASHBOARD)) as { id: string; tile_ids: Record<string, string> };

  test("is imported without a difference, and a plan shows one changed field of each tile", async () => {
    workspace.write("");
    workspace.write(JSON.stringify(configuration), "dashboards.tf.json");
    await workspace.apply();
    const before = await dashboardState();
    await workspace.must("state", "rm", DASHBOARD);
    await workspace.must("import", DASHBOARD, before.id);
    expect(await dashboardState()).toEqual(before);
    expect(await workspace.plannedDifferences()).toEqual([]);

    const { id: target } = await workspace.state(TARGET);
    const expected: string[] = [];
    for (const [key, declared] of Object.entries(tilesTo(String(target)))) {
      const [change] = tileChanges(declared);
      await ui(emulator, "PATCH", `/api/v2/dashboards/${before.id}/tiles/${before.tile_ids[key]}`, change?.body);
      expected.push(`${DASHBOARD}: tiles.${key}.${change?.attribute}`);
    }
    expect(await workspace.plannedDifferences()).toEqual(expected.sort());
    await workspace.applyPlanned();
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
