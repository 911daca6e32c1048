import { type Diagnostic, isUnknown, type ObjectValue } from "../plugin";
import type { FieldMeta } from "../schema/field";
import { foreignPlaces } from "../schema/foreign-places";
import type { ObjectShape, VariantsShape } from "../schema/shape";
import { attributePathOf, attributeText } from "./attribute-path";
import type { Session } from "./session";
import { fromTerraform } from "./terraform-form";

/** What a deployment does not know, and what it does with it (docs/internals/api-behavior.md 0, 2.3). */
const FOREIGN = {
  open_source: {
    name: "open-source",
    lacks: ({ managedOnly, managedOnlyValues }: FieldMeta, value: unknown) =>
      managedOnly === true || managedOnlyValues?.includes(value) === true,
    consequence: "Only managed ClickStack knows it; an open-source server drops or refuses it. Leave it out.",
  },
  managed: {
    name: "managed",
    lacks: ({ openSourceOnly }: FieldMeta) => openSourceOnly === true,
    consequence: "Only the open-source server knows it; the managed one refuses it. Leave it out.",
  },
};

/** Refuses what the deployment in use would drop silently, so that it would differ in every plan, or refuse at apply. */
export function checkDeployment(
  shape: ObjectShape | VariantsShape,
  plan: ObjectValue,
  { client }: Session,
): readonly Diagnostic[] {
  if (client.observability === undefined) return [];
  const { name, lacks, consequence } = FOREIGN[client.observability];
  const declared = fromTerraform(shape, plan);
  return foreignPlaces(shape, declared, lacks, isUnknown).map((place) => {
    const path = attributePathOf(shape, place.path, declared);
    const value = place.meta.managedOnlyValues ? ` ${JSON.stringify(place.value)}` : "";
    return {
      severity: "error",
      summary: `The ${name} deployment has no ${attributeText(path)}${value}`,
      detail: consequence,
      path,
    };
  });
}
