import { shapeOf } from "../../../../src/declaration/shape";
import { type Emulator, seedIds } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { tileField } from "../../../../src/resources/dashboard/tiles/tile";
import type { TileDeclaration } from "../../../../src/resources/declarations";
import { toTerraform } from "../../../../src/resources/shared/terraform-form";
import { providerRuns } from "../../../support/emulator/provider-runs";
import { fullTiles } from "../../../support/full-tiles";
import { imported } from "../../../support/imported";
import { firstOf } from "../../../support/long-test";
import { type Held, resource } from "../../../support/provider-in-process";
import { type TileChange, tileChanges } from "../../../support/tile-changes";
import { ui } from "../../../support/ui";

const DASHBOARD = resource("clickstack_dashboard");

describe.each([
  ["open-source", "open_source"],
  ["managed", "managed"],
] as const)("in the %s deployment, a dashboard with every kind of tile", (_, observability) => {
  let emulator: Emulator;
  let tiles: Record<string, TileDeclaration>;
  let config: ObjectValue;
  let held: Held;
  const connect = providerRuns((each) => {
    emulator = each;
  }, observability);

  beforeEach(async () => {
    const run = connect();
    const target = await run.apply(DASHBOARD, { name: "Target", tiles: {} });
    tiles = fullTiles({
      sourceId: seedIds.traces,
      connectionId: seedIds.connection,
      dashboardId: String(target.state.id),
    });
    const declared = Object.entries(tiles).map(([key, each]) => [key, toTerraform(shapeOf(tileField), each)]);
    config = { name: "All", tiles: Object.fromEntries(declared) };
    held = await run.apply(DASHBOARD, config);
  });

  test("has an empty plan after an apply and after an import", async () => {
    expect(await connect().plannedDifferences(DASHBOARD, config, held)).toEqual([]);
    const found = await imported(connect(), DASHBOARD, String(held.state.id));
    expect(found.state).toEqual(held.state);
    expect(await connect().plannedDifferences(DASHBOARD, config, found)).toEqual([]);
  });

  test.each(
    firstOf(1, [
      ["middle", (changes: readonly TileChange[]) => changes[Math.floor(changes.length / 2)]],
      ["first", (changes: readonly TileChange[]) => changes[0]],
      ["last", (changes: readonly TileChange[]) => changes.at(-1)],
    ]),
  )(
    "has only the changed field in its plan, the %s field of each tile, and the apply restores it",
    async (_name, pick) => {
      const ids = held.state.tile_ids as ObjectValue;
      const expected: string[] = [];
      for (const [key, declared] of Object.entries(tiles)) {
        const change = pick(tileChanges(declared));
        await ui(emulator, "PATCH", `/api/v2/dashboards/${held.state.id}/tiles/${ids[key]}`, change?.body);
        expected.push(`tiles.${key}.${change?.attribute}`);
      }
      expect(await connect().plannedDifferences(DASHBOARD, config, held)).toEqual(expected.sort());
      const run = connect();
      const reverted = await run.apply(DASHBOARD, config, (await run.refresh(DASHBOARD, held)) as Held);
      expect(await connect().plannedDifferences(DASHBOARD, config, reverted)).toEqual([]);
    },
  );
});
