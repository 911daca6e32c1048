import { isPlainObject, isPresent, type ReferredObject } from "./field";
import { declaredFieldsOf, type ObjectShape, type Shape, type VariantsShape } from "./shape";
import { selectObject } from "./visitor";

/** A value in a field that refers to objects: an id, or what is in its place. */
interface FieldReference {
  readonly path: readonly (string | number)[];
  readonly type: ReferredObject;
  readonly value: unknown;
}

/**
 * Lists the references in a declared value or in a record of the API, whose tiles are a list. Each element of a list is
 * one reference.
 */
export function referencesIn(
  shape: Shape,
  value: unknown,
  { path, type }: { path: FieldReference["path"]; type?: ReferredObject | undefined } = { path: [] },
): readonly FieldReference[] {
  if ((shape.kind === "list" || shape.kind === "map") && (Array.isArray(value) || isPlainObject(value))) {
    const parts = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return parts.flatMap(([step, part]) => referencesIn(shape.item, part, { path: [...path, step], type }));
  }
  if ((shape.kind === "object" || shape.kind === "variants") && isPlainObject(value)) {
    return fieldsIn(shape, value).flatMap(({ name, meta, shape: inner }) =>
      referencesIn(inner, value[name], { path: [...path, name], type: meta.refersTo }),
    );
  }
  return type !== undefined && isPresent(value) ? [{ path, type, value }] : [];
}

/** Returns the fields of an object. A tile of an unknown kind has the ids of all kinds. */
function fieldsIn(shape: ObjectShape | VariantsShape, value: Readonly<Record<string, unknown>>) {
  const selected = selectObject(shape, value);
  if (selected) {
    return Object.values(selected.fields);
  }
  const fields = declaredFieldsOf(shape).filter(({ meta }) => meta.refersTo !== undefined);
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}
