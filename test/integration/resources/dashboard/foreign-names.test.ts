import fc from "fast-check";
import { Dashboard } from "../../../../src/constructs/dashboard";
import { seedIds } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { decodeMsgpack, encodeMsgpack } from "../../../../src/plugin/values/value-codec";
import { dashboardUpdateBody, observedDashboard } from "../../../../src/resources/dashboard/mapping";
import { dashboardResource } from "../../../../src/resources/dashboard/resource";
import type { DashboardDeclaration } from "../../../../src/resources/declarations";
import { writeHcl, writeTypeScript } from "../../../support/cli/import/written-code";
import { synthesized } from "../../../support/constructs/synthesize";
import { emulatorForTests } from "../../../support/emulator/emulator-for-tests";
import { expectNothingInherited, FOREIGN_NAMES, foreignJson, foreignName } from "../../../support/foreign-names";
import { importedModel, openSourceClient } from "../../../support/imported-model";
import { runProgram } from "../../../support/imported-program";
import { thirdOf } from "../../../support/long-test";
import { ProviderRun } from "../../../support/provider-in-process";

const RUNS = { seed: 2, numRuns: thirdOf(300) };
const KEYS = FOREIGN_NAMES.filter((name) => /^[A-Za-z0-9_.-]{1,100}$/.test(name));
const MAP_OF_TEXTS = { map: "string" } as const;

const markdown = (text: string) => ({ display_type: "markdown", markdown: text });
const frame = (index: number) => ({ x: 0, y: index, w: 6, h: 1 });

afterEach(expectNothingInherited);

test("a map keeps its entries under any name in both directions between provider and engine", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(foreignName(), fc.string())), (entries) => {
      const map = Object.fromEntries(entries);
      const decoded = decodeMsgpack(MAP_OF_TEXTS, encodeMsgpack(MAP_OF_TEXTS, map)) as ObjectValue;
      expect(new Map(Object.entries(decoded))).toEqual(new Map(Object.entries(map)));
    }),
    RUNS,
  );
});

test("unknown fields of a dashboard are kept in a read and are sent back with an update", () => {
  fc.assert(
    fc.property(foreignJson(), foreignJson(), (own, config) => {
      const tile = { id: "t", name: "T", ...frame(0), config: { ...config, displayType: "sparkline" } };
      const record = { ...own, id: "d", name: "D", tiles: [tile], filters: [], containers: [], tags: [] };
      const observed = observedDashboard(JSON.parse(JSON.stringify(record)), {});
      const body = dashboardUpdateBody(
        observed as unknown as DashboardDeclaration,
        { t: "t" },
        [],
      ) as unknown as typeof record;
      expect(new Map(Object.entries(body.tiles[0]?.config ?? {}))).toEqual(new Map(Object.entries(tile.config)));
    }),
    RUNS,
  );
});

describe("a dashboard on a server with foreign names", () => {
  const emulator = emulatorForTests();
  test("can have tiles under keys that every object inherits, and these keys can be exchanged", async () => {
    await using run = new ProviderRun({ openSource: emulator.endpoints.openSource });
    const configOf = (keys: readonly string[]) => ({
      name: "D",
      tiles: Object.fromEntries(
        keys.map((key, index) => [key, { name: key, ...frame(index), config: markdown(key) }]),
      ) as unknown as ObjectValue,
    });
    const created = await run.apply(dashboardResource, configOf(KEYS));
    expect(Object.keys(created.state.tile_ids as object).sort()).toEqual([...KEYS].sort());
    expect((await run.refresh(dashboardResource, created))?.state).toEqual(created.state);
    const { plan } = await run.plan(dashboardResource, configOf(KEYS), created);
    expect(plan).toEqual(created.state);

    const fewer = await run.apply(dashboardResource, configOf(["plain"]), created);
    expect(Object.keys(fewer.state.tile_ids as object)).toEqual(["plain"]);
    const again = await run.apply(dashboardResource, configOf(["plain", ...KEYS]), fewer);
    expect(Object.keys(again.state.tile_ids as object)).toHaveLength(KEYS.length + 1);
    expect((await run.refresh(dashboardResource, again))?.state).toEqual(again.state);
  });

  test("is imported in both languages, with its tiles and with saved searches", async () => {
    const client = openSourceClient(emulator);
    for (const name of FOREIGN_NAMES) {
      await client.dashboards.create({
        name: name || "empty",
        tags: [name],
        tiles: FOREIGN_NAMES.map((title, index) => ({
          name: title,
          ...frame(index),
          config: { displayType: "markdown", markdown: title },
        })),
      });
      if (name === "") {
        continue;
      }
      await client.savedSearches.create({ name, sourceId: seedIds.logs, tags: [name], select: name });
    }
    await client.close();
    const model = await importedModel(emulator, { types: ["dashboard", "saved_search"] });
    expect(model.leftOut).toEqual([]);
    const { resource } = runProgram(writeTypeScript(model));
    expect(Object.keys(resource?.clickstack_saved_search ?? {})).toHaveLength(FOREIGN_NAMES.length - 1);
    expect(Object.keys(resource?.clickstack_dashboard ?? {})).toHaveLength(FOREIGN_NAMES.length + 1);
    const hcl = writeHcl(model)
      .map(({ text }) => text)
      .join("");
    expect(hcl.match(/^resource "/gm)).toHaveLength(model.objects.length);
  });
});

test("the JSON of a dashboard is refused if fields have foreign names, and the error lists their paths, unless an option omits them", () => {
  fc.assert(
    fc.property(foreignJson(), (config) => {
      const strange = { ...config, displayType: "markdown", markdown: "x" };
      const body = { name: "D", tiles: [{ name: "T", ...frame(0), config: strange }] };
      const { resource } = synthesized((stack) =>
        Dashboard.fromJson(stack, "d", JSON.stringify(body), { unknownFields: "drop" }),
      );
      expect(resource?.clickstack_dashboard?.d?.tiles).toEqual({
        t: { name: "T", ...frame(0), config: markdown("x") },
      });
    }),
    { seed: 2, numRuns: thirdOf(40) },
  );
  const body =
    '{"name":"D","tiles":[{"name":"T","x":0,"y":0,"w":1,"h":1,"config":{"displayType":"markdown","__proto__":1}}]}';
  expect(() => synthesized((stack) => Dashboard.fromJson(stack, "d", body))).toThrow(
    "tiles.t.config.__proto__: The API has no such field; the body contains 1.",
  );
});
