import { isDeepStrictEqual } from "node:util";
import type { FieldMeta, Fields } from "./field";
import { ownValue } from "./own-property";
import { type ListShape, type MapShape, type ObjectShape, type Shape, type VariantsShape, variantOf } from "./shape";

/**
 * The observed value, written in the author's form wherever it means the same: an instant in the author's zone,
 * an unordered list in the author's order, an empty list that the server does not return.
 * Where it means something else it stays as observed, and so shows as drift.
 */
export function inDeclaredForm(shape: Shape, declared: unknown, observed: unknown, meta?: FieldMeta): unknown {
  if (meta?.emptyIsAbsent && isEmpty(declared) && isAbsent(observed)) return declared;
  if (isAbsent(declared) || isAbsent(observed)) return observed;
  if (meta?.instant && sameInstant(declared, observed)) return declared;
  if (meta?.canonical && sameCanonical(meta.canonical, declared, observed)) return declared;
  switch (shape.kind) {
    case "list":
      return listInDeclaredForm(shape, declared, observed, meta);
    case "map":
      return mapInDeclaredForm(shape, declared as Fields, observed as Fields);
    case "object":
      return objectInDeclaredForm(shape, declared as Fields, observed as Fields);
    case "variants":
      return variantInDeclaredForm(shape, declared as Fields, observed as Fields);
    default:
      return observed;
  }
}

/** Whether two values of a field mean the same to the server. */
export function sameMeaning(shape: Shape, a: unknown, b: unknown, meta?: FieldMeta): boolean {
  return isDeepStrictEqual(withoutAbsent(inDeclaredForm(shape, a, b, meta)), withoutAbsent(a));
}

/** The same value with one form of absence: TypeScript leaves out or writes undefined, Terraform and the servers write null. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (!isPlainObject(value)) return value ?? undefined;
  const present = Object.entries(value).filter(([, item]) => !isAbsent(item));
  return Object.fromEntries(present.map(([name, item]) => [name, withoutAbsent(item)]));
}

function sameCanonical(canonical: (text: string) => string, a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && canonical(a) === canonical(b);
}

function sameInstant(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && Date.parse(a) === Date.parse(b);
}

function listInDeclaredForm(shape: ListShape, declared: unknown, observed: unknown, meta?: FieldMeta): unknown {
  if (!Array.isArray(declared) || !Array.isArray(observed)) return observed;
  if (meta?.unordered) return inDeclaredOrder(shape.item, declared, observed, elementMeta(meta));
  return observed.map((item, index) => inDeclaredForm(shape.item, declared[index], item));
}

/** What holds for a list's elements of what is said of the list. */
function elementMeta({ description, canonical }: FieldMeta): FieldMeta {
  return { description, ...(canonical && { canonical }) };
}

/** Elements that both sides have come first, in the author's order and form; repeated ones count once. */
function inDeclaredOrder(
  item: Shape,
  declared: readonly unknown[],
  observed: readonly unknown[],
  meta: FieldMeta,
): readonly unknown[] {
  const has = (list: readonly unknown[], value: unknown) => list.some((each) => sameMeaning(item, each, value, meta));
  const kept = declared.filter((value) => has(observed, value));
  const added = observed.filter((value) => !has(declared, value));
  return [...kept, ...added];
}

function mapInDeclaredForm(shape: MapShape, declared: Fields, observed: Fields): Fields {
  const entries = Object.entries(observed).map(([key, value]) => [
    key,
    inDeclaredForm(shape.item, ownValue(declared, key), value),
  ]);
  return Object.fromEntries(entries);
}

function variantInDeclaredForm(shape: VariantsShape, declared: Fields, observed: Fields): Fields {
  const variant = variantOf(shape, observed);
  return variant ? objectInDeclaredForm(variant, declared, observed) : observed;
}

function objectInDeclaredForm(shape: ObjectShape, declared: Fields, observed: Fields): Fields {
  const formed: Record<string, unknown> = { ...observed };
  for (const { name, shape: fieldShape, meta } of Object.values(shape.fields)) {
    const value = inDeclaredForm(fieldShape, declared[name], observed[name], meta);
    if (value !== undefined) formed[name] = value;
  }
  return formed;
}

/** Markers such as an unknown value are objects too, and are compared as they are. */
function isPlainObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}
