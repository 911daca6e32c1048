import { differences } from "../../../../src/cli/engine/plan-json";
import { objectShapeOf, shapeOf } from "../../../../src/declaration/shape";
import { seedIds } from "../../../../src/emulator";
import { tileField } from "../../../../src/resources/dashboard/tiles/tile";
import { tileConfigField } from "../../../../src/resources/dashboard/tiles/tile-config";
import { type DashboardDeclaration, dashboard, type TileDeclaration } from "../../../../src/resources/declarations";
import { changedLeaves } from "../../../support/changed-leaves";
import { type Applied, DashboardServer } from "../../../support/dashboard-server";
import { fieldChanges, fieldNames } from "../../../support/field-changes";
import { fullConfigs, fullTiles } from "../../../support/full-tiles";
import { firstOf } from "../../../support/long-test";
import { configBody, tileChanges } from "../../../support/tile-changes";
import { ui } from "../../../support/ui";

const CONFIG = shapeOf(tileConfigField);
const REFERENCES = { sourceId: seedIds.traces, connectionId: seedIds.connection };
const KEYS = Object.keys(fullConfigs({ ...REFERENCES, dashboardId: seedIds.traces }));

test("the tests in this file change every field of every kind of tile", () => {
  const configs = Object.values(fullConfigs({ ...REFERENCES, dashboardId: seedIds.traces }));
  const changed = new Set(configs.flatMap((config) => fieldChanges(CONFIG, config).map(({ field }) => field)));
  expect(fieldNames(CONFIG).filter((name) => !changed.has(name))).toEqual([]);
});

describe("a field of a tile that was changed elsewhere", () => {
  let server: DashboardServer;
  let tiles: Record<string, TileDeclaration>;

  beforeAll(async () => {
    server = await DashboardServer.start();
    const { id: dashboardId } = await server.create({ name: "Target", tiles: {} });
    tiles = fullTiles({ ...REFERENCES, dashboardId });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const patch = ({ id, tileIds }: Applied, key: string, body: unknown) =>
    ui(server.emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tileIds[key]}`, body);

  test.each(firstOf(6, KEYS))(
    "is the only difference in the plan, and the apply restores it: every field of %s",
    async (key) => {
      const declared = tiles[key];
      if (!declared) {
        throw new Error(`There is no tile ${key}.`);
      }
      const applied = await server.create({ name: "One", tiles: { [key]: declared } });
      for (const { attribute, body } of tileChanges(declared)) {
        await patch(applied, key, body);
        expect(differences(applied.state, await server.read(applied))).toEqual([`tiles.${key}.${attribute}`]);
        await patch(applied, key, configBody(declared.config));
      }
      expect(await server.read(applied)).toEqual(applied.state);
    },
  );

  test("is the only difference in a dashboard with every tile kind, and the apply restores any number of changes", async () => {
    const applied = await server.create({ name: "All", tiles });
    const changed: string[] = [];
    for (const [key, declared] of Object.entries(tiles)) {
      const [first] = tileChanges(declared);
      await patch(applied, key, { name: "Renamed elsewhere", ...first?.body });
      changed.push(`tiles.${key}.name`, ...(first ? [`tiles.${key}.${first.attribute}`] : []));
    }
    expect([...differences(applied.state, await server.read(applied))].sort()).toEqual(changed.sort());
    const { state } = await server.update({ name: "All", tiles }, applied);
    expect(state).toEqual(applied.state);
  });
});

/** A dashboard with all fields that a dashboard can have in addition to its tiles. */
const AROUND: DashboardDeclaration = {
  name: "Around",
  tags: ["production"],
  filters: [
    {
      name: "Service",
      expression: "ServiceName",
      sourceId: seedIds.metrics,
      sourceMetricType: "gauge",
      where: "level:error",
      whereLanguage: "lucene",
      appliesToSourceIds: [seedIds.metrics],
      isBroadcastEnabled: true,
      isVariableEnabled: true,
      variableName: "service",
      minSelections: 1,
      isGlobalRequirement: true,
    },
  ],
  savedQuery: "level:error",
  savedQueryLanguage: "lucene",
  savedFilterValues: [{ type: "sql", condition: "a = 1" }],
  containers: [
    {
      id: "top",
      title: "Top",
      collapsed: false,
      collapsible: true,
      bordered: true,
      tabs: [{ id: "one", title: "One" }],
    },
  ],
  tiles: {
    a: { name: "A", x: 0, y: 0, w: 6, h: 3, containerId: "top", tabId: "one", config: { displayType: "markdown" } },
  },
};

/** Tiles refer to the ids of containers and tabs. The server removes a tile from a deleted container. */
const HOLDING = ["containers.0.id", "containers.0.tabs.0.id"];

describe("a field outside of the tiles that was changed elsewhere", () => {
  let server: DashboardServer;
  let applied: Applied;

  beforeAll(async () => {
    server = await DashboardServer.start();
    applied = await server.create(AROUND);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const restored = async () => expect((await server.update(AROUND, applied)).state).toEqual(applied.state);

  test("is the only difference in the plan, and the apply restores it", async () => {
    const changes = changedLeaves(objectShapeOf(dashboard), AROUND, ({ name }) => name === "tiles");
    expect(changes.length).toBeGreaterThan(20);
    for (const { field, attributes, value } of changes) {
      const attribute = attributes.join(".");
      if (HOLDING.includes(attribute)) {
        continue;
      }
      await ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}`, { [field]: value });
      expect(differences(applied.state, await server.read(applied))).toEqual([attribute]);
      await restored();
    }
  });

  const required = { minSelections: 1, isGlobalRequirement: true };
  const label = { sourceId: seedIds.promql, label: "pod", match: "up", variableName: "pod" };
  test.each([
    ["an option", { filters: [{ type: "STATIC_LIST", name: "E", options: ["a"], variableName: "e", ...required }] }],
    ["a label", { filters: [{ type: "PROMETHEUS_LABEL", name: "Pod", ...label, ...required }] }],
    ["a variable's value", { savedFilterValues: [{ type: "variable", name: "service", values: ["checkout"] }] }],
  ] as readonly [string, Partial<DashboardDeclaration>][])(
    "is the only difference in the plan if it is %s",
    async (_, fields) => {
      const declared = { ...AROUND, ...fields };
      const held = await server.update(declared, applied);
      expect(await server.read(held)).toEqual(held.state);
      const changes = changedLeaves(objectShapeOf(dashboard), declared, ({ name }) => name === "tiles");
      for (const { field, attributes, value } of changes.filter((each) => each.field in fields)) {
        if (attributes.at(-1) === "source_id") {
          continue;
        }
        await ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}`, { [field]: value });
        expect(differences(held.state, await server.read(held))).toEqual([attributes.join(".")]);
        expect((await server.update(declared, held)).state).toEqual(held.state);
      }
      await restored();
    },
  );

  test("is shown together with the position of the tile if it is the id of a container or a tab", async () => {
    const differing = async (containers: unknown) => {
      await ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}`, { containers });
      const found = differences(applied.state, await server.read(applied)).toSorted();
      await restored();
      return found;
    };
    const [top] = AROUND.containers ?? [];
    expect(await differing([{ ...top, id: "other" }])).toEqual([
      "containers.0.id",
      "tiles.a.container_id",
      "tiles.a.tab_id",
    ]);
    expect(await differing([{ ...top, tabs: [{ id: "other", title: "One" }] }])).toEqual([
      "containers.0.tabs.0.id",
      "tiles.a.tab_id",
    ]);
  });

  test.each([
    ["name", "B"],
    ["x", 1],
    ["y", 1],
    ["w", 7],
    ["h", 4],
  ])("is the only difference in the plan, and the apply restores it: %s of a tile", async (field, value) => {
    await ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}/tiles/${applied.tileIds.a}`, {
      [field]: value,
    });
    expect(differences(applied.state, await server.read(applied))).toEqual([`tiles.a.${field}`]);
    await restored();
  });

  test("is the only difference in the plan, and the apply restores it: a tile that was moved out of its tab", async () => {
    await ui(server.emulator, "PATCH", `/api/v2/dashboards/${applied.id}/tiles/${applied.tileIds.a}`, { tabId: null });
    expect(differences(applied.state, await server.read(applied))).toEqual(["tiles.a.tab_id"]);
    await restored();
  });

  test("is tested above for every field of a tile", () => {
    const known = ["name", "x", "y", "w", "h", "containerId", "tabId", "config", "extraFields", "otherFields"];
    expect(Object.keys(objectShapeOf(tileField).fields)).toEqual(known);
  });
});
