import { differences } from "../../src/cli/engine/differences";
import { seedIds } from "../../src/emulator";
import type { TileDeclaration } from "../../src/schema";
import { shapeOf } from "../../src/schema/shape";
import { tileConfig } from "../../src/schema/tile-config";
import { type Applied, DashboardServer } from "../support/dashboard-server";
import { fieldChanges, fieldNames } from "../support/field-changes";
import { fullConfigs, fullTiles } from "../support/full-tiles";
import { configBody, tileChanges } from "../support/tile-changes";
import { ui } from "../support/ui";

const CONFIG = shapeOf(tileConfig);
const REFERENCES = { sourceId: seedIds.traces, connectionId: seedIds.connection };
const KEYS = Object.keys(fullConfigs({ ...REFERENCES, dashboardId: seedIds.traces }));

test("every field of every kind of tile is among those that are changed below", () => {
  const configs = Object.values(fullConfigs({ ...REFERENCES, dashboardId: seedIds.traces }));
  const changed = new Set(configs.flatMap((config) => fieldChanges(CONFIG, config).map(({ field }) => field)));
  expect(fieldNames(CONFIG).filter((name) => !changed.has(name))).toEqual([]);
});

describe("a field of a tile that is changed elsewhere", () => {
  let server: DashboardServer;
  let tiles: Record<string, TileDeclaration>;
  let applied: Applied;

  beforeAll(async () => {
    server = await DashboardServer.start();
    const { id: dashboardId } = await server.create({ name: "Target", tiles: {} });
    tiles = fullTiles({ ...REFERENCES, dashboardId });
    applied = await server.create({ name: "All", tiles });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const patch = (key: string, body: unknown) =>
    ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}/tiles/${applied.tileIds[key]}`, body);

  test.each(KEYS)("is the only difference, and applying restores it: every field of %s", async (key) => {
    const declared = tiles[key];
    if (!declared) throw new Error(`There is no tile ${key}.`);
    for (const { attribute, body } of tileChanges(declared)) {
      await patch(key, body);
      expect(differences(applied.state, await server.read(applied))).toEqual([`tiles.${key}.${attribute}`]);
      await patch(key, configBody(declared.config));
    }
    expect(await server.read(applied)).toEqual(applied.state);
  });

  test("is restored by one update, whatever was changed", async () => {
    for (const [key, declared] of Object.entries(tiles)) {
      await patch(key, { name: "Renamed elsewhere", ...tileChanges(declared)[0]?.body });
    }
    expect(await server.read(applied)).not.toEqual(applied.state);
    const { state } = await server.update({ name: "All", tiles }, applied);
    expect(state).toEqual(applied.state);
  });
});
