import { ownValue } from "../own-values";
import { remember } from "../remember";
import { withExtraFields } from "./extra-fields";
import type { DeclaredFields } from "./field";
import type { DeclaredField, ObjectShape, Shape } from "./shape";
import { hasForm, mapParts, selectObject } from "./visitor";

/** Returns a declared value with the API's field names, and with extra fields merged into their objects. */
export function toApi(shape: Shape, value: unknown): unknown {
  const find: Find = (object, name) => {
    const field = ownValue(object.fields, name);
    return field && { field, name: apiName(field) };
  };
  return renamed(shape, value, toApi, find, withExtraFields);
}

/** Converts an API value to the declared form. If fields share an API name, the value's type selects the field. */
export function fromApi(shape: Shape, value: unknown): unknown {
  return renamed(shape, value, fromApi, (object, name, item) => {
    const fields = fieldsByApiName(object).get(name) ?? [];
    const field = fields.find((each) => hasForm(each.shape, item)) ?? fields[0];
    return field && { field, name: field.name };
  });
}

/** Finds the field of an entry and the new name of the entry. An entry without a field keeps its name. */
type Find = (object: ObjectShape, name: string, item: unknown) => { field: DeclaredField; name: string } | undefined;

function renamed(
  shape: Shape,
  value: unknown,
  convert: (shape: Shape, value: unknown) => unknown,
  find: Find,
  finish = (fields: DeclaredFields) => fields,
): unknown {
  return mapParts(shape, value, convert, (of, fields) => {
    const object = selectObject(of, fields);
    if (!object) {
      return fields;
    }
    const entries = Object.entries(fields).map(([name, item]) => {
      const found = find(object, name, item);
      return found ? [found.name, convert(found.field.shape, item)] : [name, item];
    });
    return finish(Object.fromEntries(entries));
  });
}

const fieldsByApiName = remember((object: ObjectShape): ReadonlyMap<string, readonly DeclaredField[]> => {
  const fields = Object.values(object.fields);
  return new Map(fields.map((field) => [apiName(field), fields.filter((other) => apiName(other) === apiName(field))]));
});

function apiName({ name, meta }: DeclaredField): string {
  return meta.apiName ?? name;
}
