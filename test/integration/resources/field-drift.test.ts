import type { Emulator } from "../../../src/emulator";
import type { ObjectValue } from "../../../src/plugin";
import { toTerraform } from "../../../src/resources/shared/terraform-form";
import { providerRuns } from "../../support/emulator/provider-runs";
import { type ChangedCopy, copiesOf, FULL_OBJECTS, withoutStamp } from "../../support/field-drift";
import { type Held, resource } from "../../support/provider-in-process";
import { stored, ui } from "../../support/ui";

describe.each([
  ["open-source", "open_source"],
  ["managed", "managed"],
] as const)("in the %s deployment", (deployment, observability) => {
  let emulator: Emulator;
  const connect = providerRuns((each) => {
    emulator = each;
  }, observability);

  test.each(FULL_OBJECTS[deployment])(
    "the plan shows only the changed field of $type, for each field, and the apply restores it",
    async (object) => {
      const handlers = resource(object.type);
      const copies = copiesOf(object, deployment);
      expect(copies.length).toBeGreaterThan(0);
      const creating = connect();
      const objects: Applied[] = [];
      for (const copy of copies) {
        const config = toTerraform(object.shape, copy.declared) as ObjectValue;
        objects.push({ ...copy, config, held: await creating.apply(handlers, config) });
      }
      const planning = connect();
      for (const { config, held } of objects) {
        expect(await planning.plannedDifferences(handlers, config, held)).toEqual([]);
      }

      const before = new Map<Applied, unknown>();
      for (const applied of objects) {
        const id = String(applied.held.state.id);
        before.set(applied, withoutStamp(await stored(emulator, object.collection, id)));
        await ui(emulator, "PATCH", `/api/v2/${object.collection}/${id}`, applied.changes);
      }
      const applying = connect();
      for (const applied of objects) {
        const { config, held, attributes } = applied;
        expect(await applying.plannedDifferences(handlers, config, held)).toEqual(attributes.toSorted());
        const seen = (await applying.refresh(handlers, held)) as Held;
        const reverted = await applying.apply(handlers, config, seen);
        const id = String(held.state.id);
        expect(withoutStamp(await stored(emulator, object.collection, id))).toEqual(before.get(applied));
        expect(await connect().plannedDifferences(handlers, config, reverted)).toEqual([]);
      }
    },
  );
});

/** A copy of an object in the state. */
interface Applied extends ChangedCopy {
  readonly config: ObjectValue;
  readonly held: Held;
}
