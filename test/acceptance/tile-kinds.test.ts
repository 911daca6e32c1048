import { toAttributes } from "../../src/declaration/attribute-form";
import { shapeOf } from "../../src/declaration/shape";
import { type Emulator, seedIds } from "../../src/emulator";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import type { TileDeclaration } from "../../src/resources/declarations";
import { emulatorForEachTest } from "../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../support/environment";
import { fullTiles } from "../support/full-tiles";
import { type TileChange, tileChanges } from "../support/tile-changes";
import { ui } from "../support/ui";
import { Workspace } from "../support/workspace";

const DASHBOARD = "clickstack_dashboard.all";
const TARGET = "clickstack_dashboard.target";

/** Every kind of tile with every field; some of them lead to another dashboard. */
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

describe.each([
  ["open-source", environmentFor],
  ["managed", managedEnvironmentFor],
] as const)("in the %s deployment, a dashboard with every kind of tile", (_, environment) => {
  let emulator: Emulator;
  let workspace: Workspace;
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(async () => {
    workspace = new Workspace(environment(emulator.endpoints));
    workspace.write("");
    workspace.write(JSON.stringify(configuration), "dashboards.tf.json");
    await workspace.init();
    await workspace.apply();
  });

  afterEach(() => {
    workspace.remove();
  });

  const dashboardState = async () =>
    (await workspace.state(DASHBOARD)) as { id: string; tile_ids: Record<string, string> };

  test("has an empty plan after an apply, and after an import", async () => {
    expect(await workspace.plannedDifferences()).toEqual([]);
    const before = await dashboardState();
    await workspace.must("state", "rm", DASHBOARD);
    await workspace.must("import", DASHBOARD, before.id);
    expect(await dashboardState()).toEqual(before);
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test.each([
    ["first", (changes: readonly TileChange[]) => changes[0]],
    ["middle", (changes: readonly TileChange[]) => changes[Math.floor(changes.length / 2)]],
    ["last", (changes: readonly TileChange[]) => changes.at(-1)],
  ])("names exactly the changed field, the %s field of each tile, and restores it", async (_name, pick) => {
    const { id, tile_ids } = await dashboardState();
    const { id: target } = await workspace.state(TARGET);
    const expected: string[] = [];
    for (const [key, declared] of Object.entries(tilesTo(String(target)))) {
      const change = pick(tileChanges(declared));
      await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids[key]}`, change?.body);
      expected.push(`${DASHBOARD}: tiles.${key}.${change?.attribute}`);
    }
    expect(await workspace.plannedDifferences()).toEqual(expected.sort());
    await workspace.apply();
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
