import { ownValue } from "../own-values";
import { type DeclaredFields, isObject, isPlainObject, isPresent, type ReferredObject } from "./field";
import type { IssuePath } from "./rules";
import { type CompoundShape, type DeclaredField, declaredFieldsOf, isCompound, type Shape } from "./shape";
import { selectObject } from "./visitor";

/** A value in a field that refers to objects: an id, or a value in its place such as a token. */
interface FieldReference {
  readonly path: readonly (string | number)[];
  readonly type: ReferredObject;
  readonly value: unknown;
}

/** Lists the references to other objects in a declared value, or in a record of the API, whose tiles are a list. */
export function referencesIn(
  shape: Shape,
  value: unknown,
  { path, type }: { path: FieldReference["path"]; type?: ReferredObject | undefined } = { path: [] },
): readonly FieldReference[] {
  if ((shape.kind === "list" || shape.kind === "map") && (Array.isArray(value) || isPlainObject(value))) {
    const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return parts.flatMap(([step, part]) => referencesIn(shape.item, part, { path: [...path, step], type }));
  }
  if (isCompound(shape) && isPlainObject(value)) {
    return fieldsIn(shape, value).flatMap(({ name, meta, shape: inner }) =>
      referencesIn(inner, value[name], { path: [...path, name], type: meta.refersTo }),
    );
  }
  return type !== undefined && isPresent(value) ? [{ path, type, value }] : [];
}

/** Returns the fields of an object. A tile of an unknown kind has the ids of all kinds. */
function fieldsIn(shape: CompoundShape, value: DeclaredFields): readonly DeclaredField[] {
  const selected = selectObject(shape, value);
  if (selected) {
    return Object.values(selected.fields);
  }
  const fields = declaredFieldsOf(shape).filter(({ meta }) => meta.refersTo !== undefined);
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/**
 * Returns the field at a path of a value. An element of a list has the field of the list.
 * @param fieldsOf returns the fields of an object by their names in the value. Default: the names of the declaration
 */
export function fieldAt(
  shape: Shape | undefined,
  value: unknown,
  [step, ...rest]: IssuePath,
  fieldsOf: FieldsOf = (object, fields) => new Map(fieldsIn(object, fields).map((field) => [field.name, field])),
): DeclaredField | undefined {
  if (step === undefined || !shape) {
    return undefined;
  }
  const name = String(typeof step === "object" ? step.key : step);
  const part = isObject(value) || Array.isArray(value) ? ownValue(value as DeclaredFields, name) : undefined;
  if (shape.kind === "list" || shape.kind === "map") {
    return fieldAt(shape.item, part, rest, fieldsOf);
  }
  const field = isCompound(shape) ? fieldsOf(shape, isObject(value) ? value : {}).get(name) : undefined;
  return fieldAt(field?.shape, part, rest, fieldsOf) ?? field;
}

type FieldsOf = (shape: CompoundShape, value: DeclaredFields) => ReadonlyMap<string, DeclaredField>;
