import { seedIds } from "../../../src/emulator/seed";
import type { ObjectValue } from "../../../src/plugin";
import { type StackJson, synthesized } from "../../support/constructs/synthesize";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { createPacks } from "../../support/packs/one-of-each";
import { type Held, ProviderRun, resource } from "../../support/provider-in-process";

const emulator = emulatorForTests();

type Blocks = NonNullable<StackJson["resource"]>[string];

/** Returns the attributes of each resource of a type, with the values of references. */
function attributesOf(blocks: Blocks | undefined, values: ReadonlyMap<string, unknown>) {
  return Object.entries(blocks ?? {}).map(([name, { "//": _, ...attributes }]) => {
    const text = JSON.stringify(attributes, (__, value) => {
      const [, reference] = /^\$\{(.+)\}$/.exec(String(value)) ?? [];
      return reference === undefined ? value : values.get(reference);
    });
    return [name, JSON.parse(text) as ObjectValue] as const;
  });
}

test("all packs are applied without warnings, and the next plan is empty", async () => {
  const { logs, traces, metrics, connection, slackWebhook: webhook } = seedIds;
  const { resource: blocks = {}, data = {} } = synthesized((stack) =>
    createPacks(stack, { logs, traces, metrics, connection, webhook }),
  );
  await using run = new ProviderRun({ openSource: emulator.endpoints.openSource });
  // All sources of the emulator have the same connection. Queries in SQL keep the references to their tables.
  const values = new Map<string, unknown>(
    Object.keys(data.clickstack_source ?? {}).map((name) => [
      `data.clickstack_source.${name}.connection_id`,
      connection,
    ]),
  );
  const applied: { type: string; name: string; config: ObjectValue; held: Held }[] = [];
  const apply = async (type: string, name: string, config: ObjectValue) => {
    expect((await run.plan(resource(type), config)).diagnostics).toEqual([]);
    const held = await run.apply(resource(type), config);
    expect(held).toMatchObject({ diagnostics: [] });
    applied.push({ type, name, config, held });
    values.set(`${type}.${name}.id`, held.state.id);
    for (const [key, id] of Object.entries((held.state.tile_ids ?? {}) as object)) {
      values.set(`${type}.${name}.tile_ids["${key}"]`, id);
    }
  };
  // The program declares a dashboard before the pack that links to it.
  for (const name of Object.keys(blocks.clickstack_dashboard ?? {}).sort()) {
    const [[, config] = []] = attributesOf({ [name]: blocks.clickstack_dashboard?.[name] ?? {} }, values);
    await apply("clickstack_dashboard", name, config ?? {});
  }
  for (const [name, config] of attributesOf(blocks.clickstack_alert, values)) {
    await apply("clickstack_alert", name, config);
  }
  for (const { type, config, held } of applied) {
    expect(await run.plannedDifferences(resource(type), config, held)).toEqual([]);
  }
  expect(applied.filter(({ type }) => type === "clickstack_dashboard").length).toBeGreaterThan(8);
  expect(applied.filter(({ type }) => type === "clickstack_alert").length).toBeGreaterThan(38);
});
