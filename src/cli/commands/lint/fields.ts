import { type DeclaredFields, isPresent } from "../../../declaration/field";
import type { DeclaredField, ObjectShape, Shape } from "../../../declaration/shape";
import { partsOf } from "../../../declaration/visitor";
import { canBeId, isKnownIdForm } from "../../../id-forms";
import { remember } from "../../../remember";
import { resourceTypes } from "../../../resources/registry";
import type { ResourceType } from "../../../resources/resource-type";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated } from "./unevaluated";

/** Steps to a value, such as `["channels", 0, "webhookId"]`. */
type FieldPath = readonly (string | number)[];

/** A value in an object that is neither a list nor an object. */
interface FieldValue {
  readonly path: FieldPath;
  /** Declared fields around the value, from the outside in. Without those in maps of an author. */
  readonly fields: readonly DeclaredField[];
  readonly value: unknown;
  /** Object in which the last of the fields has the value. Absent for an item of a list or a map. */
  readonly owner?: { readonly shape: ObjectShape; readonly fields: DeclaredFields };
}

/** Lists the values in an object, with the declared fields that contain them. Several rules read them. */
export const fieldValues = remember(({ shape, fields }: LintedObject): readonly FieldValue[] => {
  const found: FieldValue[] = [];
  addValues(found, { path: [], fields: [], value: fields }, shape);
  return found;
});

function addValues(found: FieldValue[], at: FieldValue, shape: Shape | undefined): void {
  const { path, fields, value } = at;
  if (isUnevaluated(value) || typeof value !== "object" || value === null) {
    found.push(at);
    return;
  }
  const names = new Set<string>();
  for (const { step, shape: inner, value: part, field, object } of shape ? partsOf(shape, value) : []) {
    const key = typeof step === "object" ? step.key : step;
    names.add(String(key));
    if (isPresent(part)) {
      const own = field &&
        object && { fields: [...fields, field], owner: { shape: object, fields: value as DeclaredFields } };
      addValues(found, { path: [...path, key], value: part, fields, ...own }, inner);
    }
  }
  // Values that the declaration does not know can also contain secrets.
  for (const [name, part] of Object.entries(value)) {
    if (isPresent(part) && !names.has(name)) {
      addValues(found, { path: [...path, name], value: part, fields }, undefined);
    }
  }
}

/** Returns the resource type whose objects the client can list. */
export function listedType(type: string): ResourceType | undefined {
  return (resourceTypes as readonly ResourceType[]).find((each) => each.type === type && each.api !== undefined);
}

/**
 * Lists the literal ids in fields that refer to other objects, such as `sourceId`. An id of a tile has no resource type.
 * An id in a tile has the key of that tile.
 */
export function literalIdsIn(object: LintedObject) {
  return fieldValues(object).flatMap(({ path, value, fields }) => {
    const refersTo = fields.at(-1)?.meta.refersTo;
    if (refersTo === undefined || typeof value !== "string") {
      return [];
    }
    const resourceType = listedType(`clickstack_${refersTo}`);
    if (!(resourceType ? canBeId : isKnownIdForm)(value)) {
      return [];
    }
    const [first, key] = path;
    const tile = first === "tiles" && typeof key === "string" ? key : undefined;
    return [{ id: value, path, tile, resourceType }];
  });
}
