import fc from "fast-check";
import { Dashboard } from "../../../../src";
import type { ExactJson } from "../../../../src/plugin";
import { EXPORTED, exportedText } from "../../../support/exported-dashboards";
import { declarations, plausible } from "../generators/declarations";
import { changedJson, changedJsonText } from "../generators/json";
import { pureTarget } from "../target";
import { DECLARED, synthesizes } from "./synth";

const exported = Object.values(EXPORTED).map((file) => JSON.parse(exportedText(file)) as ExactJson);

/** Dashboards of users, and dashboards that are generated from a declaration, with their tiles in a list. */
function bodies(): fc.Arbitrary<ExactJson> {
  const shape = declarations.get("dashboard");
  if (!shape) {
    throw new Error("There is no declaration of dashboards.");
  }
  const declared = plausible(shape).map((value) => {
    const { tiles, ...fields } = value as { tiles?: Record<string, object> };
    return {
      ...fields,
      tiles: Object.entries(tiles ?? {}).map(([id, tile]) => ({ id, ...tile })),
    } as unknown as ExactJson;
  });
  return fc.oneof(fc.constantFrom(...exported), declared);
}

const body = fc.oneof(changedJson(bodies(), 5), changedJsonText(bodies()));

/** Bodies that a user exported or wrote by hand. Every part is converted or reported as unsupported. */
export const exportedBodies = pureTarget(
  "exported-bodies",
  10,
  fc.record({ body, unknownFields: fc.constantFrom("refuse", "drop") }),
  ({ body: given, unknownFields }) =>
    synthesizes((stack) =>
      Dashboard.fromJson(stack, DECLARED, given, { unknownFields: unknownFields as "refuse" | "drop" }),
    ),
);
