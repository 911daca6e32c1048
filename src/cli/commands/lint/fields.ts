import { isObject } from "../../../declaration/field";
import type { DeclaredField, Shape } from "../../../declaration/shape";
import { partsOf } from "../../../declaration/visitor";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated } from "./unevaluated";

/** A value in an object that is neither a list nor an object. */
interface FieldValue {
  /** Steps to the value, such as `["channels", 0, "webhookId"]`. */
  readonly path: readonly (string | number)[];
  /** Declared fields around the value, from the outside in. Without those in maps of an author. */
  readonly fields: readonly DeclaredField[];
  readonly value: unknown;
  /** Object that contains the value. */
  readonly siblings: unknown;
}

/** Lists the values in an object, with the declared fields that contain them. */
export function fieldValues({ shape, fields }: LintedObject): readonly FieldValue[] {
  return valuesIn(shape, fields, { path: [], fields: [], siblings: undefined });
}

type Place = Omit<FieldValue, "value">;

function valuesIn(shape: Shape | undefined, value: unknown, place: Place): readonly FieldValue[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (isUnevaluated(value) || typeof value !== "object") {
    return [{ ...place, value }];
  }
  const declared = shape ? partsOf(shape, value) : [];
  const known = declared.flatMap(({ step, shape: inner, value: part, field }) =>
    valuesIn(inner, part, {
      path: [...place.path, typeof step === "object" ? step.key : step],
      fields: field ? [...place.fields, field] : place.fields,
      siblings: Array.isArray(value) ? place.siblings : value,
    }),
  );
  const names = new Set(declared.map(({ step }) => (typeof step === "object" ? step.key : step)));
  // Values that the declaration does not know can also contain secrets.
  const others = Object.entries(isObject(value) || Array.isArray(value) ? value : {})
    .filter(([name]) => !names.has(name) && !(Array.isArray(value) && names.has(Number(name))))
    .flatMap(([name, part]) => valuesIn(undefined, part, { ...place, path: [...place.path, name], siblings: value }));
  return [...known, ...others];
}

/** Returns a path for a message, such as `channels.0.webhookId`. */
export function fieldPathText(path: readonly (string | number)[]): string {
  return path.join(".");
}
