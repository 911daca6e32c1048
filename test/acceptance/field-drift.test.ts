import { toAttributes } from "../../src/declaration/attribute-form";
import type { DeclaredFields } from "../../src/declaration/field";
import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { copiesOf, fullWebhook, withoutStamp } from "../support/field-drift";
import { stored, ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

// test/integration/resources/field-drift.test.ts tests every resource type without the engine.
describe("a webhook that another client changes", () => {
  const { type, collection, shape } = fullWebhook;
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  test("has only the changed fields in its plan, and the apply restores them", async () => {
    const copies = copiesOf(fullWebhook, "open-source");
    const blocks = copies.map(({ name, declared }) => [name, toAttributes(shape, declared, () => false)]);
    workspace.write("");
    workspace.write(JSON.stringify({ resource: { [type]: Object.fromEntries(blocks) } }), "copies.tf.json");
    await workspace.apply();

    const before = new Map<string, DeclaredFields>();
    const states = await workspace.states();
    for (const { name, changes } of copies) {
      const id = String(states.get(`${type}.${name}`)?.id);
      before.set(id, withoutStamp(await stored(emulator, collection, id)));
      await ui(emulator, "PATCH", `/api/v2/${collection}/${id}`, changes);
    }
    const expected = copies.flatMap(({ name, attributes }) => attributes.map((each) => `${type}.${name}: ${each}`));
    expect(await workspace.plannedDifferences()).toEqual(expected.sort());

    await workspace.applyPlanned();
    for (const [id, fields] of before) {
      expect(withoutStamp(await stored(emulator, collection, id))).toEqual(fields);
    }
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
