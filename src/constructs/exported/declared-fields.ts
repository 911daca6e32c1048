import type { Fields } from "../../schema/field";
import { fieldSteps } from "../../schema/field-path";
import { splitOtherFields } from "../../schema/other-fields";
import { objectsOf, type Shape } from "../../schema/shape";
import type { Refuse } from "./body";

/** What happens to a field of a body that no declaration has. */
export type UnknownFields = "refuse" | "drop";

/**
 * The fields of a body that a declaration has. A field that another kind of tile has is left out, as the server does with it
 * (docs/internals/api-behavior.md 4.6), and so is one that says nothing. Any other is refused, or left out where the author says so.
 */
export function declaredFields(
  shape: Shape,
  body: Fields,
  place: string,
  refuse: Refuse,
  unknown: UnknownFields,
): Fields {
  const { known, other } = splitOtherFields(shape, body);
  const names = fieldNames(shape);
  for (const [path, json] of Object.entries(other)) {
    const name = fieldSteps(path).at(-1) ?? "";
    if (unknown === "drop" || names.has(name) || SAYS_NOTHING.has(json)) continue;
    refuse([place, path].filter(Boolean).join("."), `The API has no such field; the body says ${json}. ${WAY_OUT}`);
  }
  return known as Fields;
}

const WAY_OUT = 'Take it out of the body, or leave out all such fields with unknownFields: "drop".';

const SAYS_NOTHING: ReadonlySet<string> = new Set(['""', "[]", "{}", "false"]);

/** The names of all fields of a shape and below it. */
function fieldNames(shape: Shape, names = new Set<string>()): ReadonlySet<string> {
  if (shape.kind === "list" || shape.kind === "map") return fieldNames(shape.item, names);
  if (shape.kind !== "object" && shape.kind !== "variants") return names;
  for (const field of objectsOf(shape).flatMap((object) => Object.values(object.fields))) {
    names.add(field.meta.apiName ?? field.name);
    fieldNames(field.shape, names);
  }
  return names;
}
