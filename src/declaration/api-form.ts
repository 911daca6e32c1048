import type { Fields } from "./field";
import { ownValue } from "./own-property";
import { type Field, type ObjectShape, type Shape, variantOf } from "./shape";

/** A declared value as the API has it: every field under the API's name for it. */
export function toApi(shape: Shape, value: unknown): unknown {
  return mapFields(shape, value, toApi, (object, name) => {
    const field = ownValue(object.fields, name);
    return field && { field, name: apiName(field) };
  });
}

/** The reverse. Of several fields that share a name in the API it is the one whose type the value has. */
export function fromApi(shape: Shape, value: unknown): unknown {
  return mapFields(shape, value, fromApi, (object, name, item) => {
    const fields = Object.values(object.fields).filter((field) => apiName(field) === name);
    const field = fields.find(({ shape: { kind } }) => kind === kindOf(item)) ?? fields[0];
    return field && { field, name: field.name };
  });
}

/** Finds the field of an entry and the name that the entry gets. Entries of no field stay as they are. */
type Find = (object: ObjectShape, name: string, item: unknown) => { field: Field; name: string } | undefined;
type Convert = (shape: Shape, value: unknown) => unknown;

function mapFields(shape: Shape, value: unknown, convert: Convert, find: Find): unknown {
  if (shape.kind === "list" && Array.isArray(value)) return value.map((item) => convert(shape.item, item));
  if (!isFields(value)) return value;
  if (shape.kind === "map") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(shape.item, item)]));
  }
  const object = shape.kind === "variants" ? variantOf(shape, value) : shape;
  if (object?.kind !== "object") return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const found = find(object, name, item);
    return found ? [found.name, convert(found.field.shape, item)] : [name, item];
  });
  return Object.fromEntries(entries);
}

function apiName({ name, meta }: Field): string {
  return meta.apiName ?? name;
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** An instance of a class stands for a value, such as one that must not be shown, and stays as it is. */
function isFields(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
