import type { DeclaredField, Shape } from "../../../declaration/shape";
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
}

/** Lists the values in an object, with the declared fields that contain them. Several rules read them. */
export const fieldValues = remember(({ shape, fields }: LintedObject) => valuesIn(shape, fields, [], []));

function valuesIn(
  shape: Shape | undefined,
  value: unknown,
  path: FieldPath,
  fields: readonly DeclaredField[],
): readonly FieldValue[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (isUnevaluated(value) || typeof value !== "object") {
    return [{ path, fields, value }];
  }
  const known = (shape ? partsOf(shape, value) : []).map(({ step, ...part }) => ({
    ...part,
    key: typeof step === "object" ? step.key : step,
  }));
  const names = new Set(known.map(({ key }) => String(key)));
  // Values that the declaration does not know can also contain secrets.
  const others = Object.entries(value).filter(([name]) => !names.has(name));
  return [
    ...known.flatMap((part) =>
      valuesIn(part.shape, part.value, [...path, part.key], part.field ? [...fields, part.field] : fields),
    ),
    ...others.flatMap(([name, part]) => valuesIn(undefined, part, [...path, name], fields)),
  ];
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
