import { ownValue } from "../own-values";
import { remember } from "../remember";
import { isObject, isPlainObject } from "./field";
import type { Field, ObjectShape, Shape } from "./shape";
import { hasForm, mapParts, objectIn } from "./visitor";

/** A declared value as the API has it: every field under the API's name for it. */
export function toApi(shape: Shape, value: unknown): unknown {
  return renamed(shape, value, toApi, (object, name) => {
    const field = ownValue(object.fields, name);
    return field && { field, name: apiName(field) };
  });
}

/** The reverse. Of several fields that share a name in the API it is the one whose type the value has. */
export function fromApi(shape: Shape, value: unknown): unknown {
  return renamed(shape, value, fromApi, (object, name, item) => {
    const fields = fieldsByApiName(object).get(name) ?? [];
    const field = fields.find((each) => hasForm(each.shape, item)) ?? fields[0];
    return field && { field, name: field.name };
  });
}

/** Finds the field of an entry and the name that the entry gets. Entries of no field stay as they are. */
type Find = (object: ObjectShape, name: string, item: unknown) => { field: Field; name: string } | undefined;
type Convert = (shape: Shape, value: unknown) => unknown;

function renamed(shape: Shape, value: unknown, convert: Convert, find: Find): unknown {
  // An instance of a class stands for a value, such as one that must not be shown.
  if (isObject(value) && !isPlainObject(value)) {
    return value;
  }
  return mapParts(shape, value, convert, (of, fields) => {
    const object = objectIn(of, fields);
    if (!object) {
      return fields;
    }
    const entries = Object.entries(fields).map(([name, item]) => {
      const found = find(object, name, item);
      return found ? [found.name, convert(found.field.shape, item)] : [name, item];
    });
    return Object.fromEntries(entries);
  });
}

const fieldsByApiName = remember((object: ObjectShape): ReadonlyMap<string, readonly Field[]> => {
  const fields = Object.values(object.fields);
  return new Map(fields.map((field) => [apiName(field), fields.filter((other) => apiName(other) === apiName(field))]));
});

function apiName({ name, meta }: Field): string {
  return meta.apiName ?? name;
}
