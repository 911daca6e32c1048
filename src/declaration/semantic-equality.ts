import { isDeepStrictEqual } from "node:util";
import { ownValue } from "../own-values";
import { type FieldMeta, isObject, isPresent } from "./field";
import { isEmpty } from "./server-defaults";
import type { Shape } from "./shape";
import { mapFields } from "./visitor";

/**
 * Returns the observed value in the author's form wherever both mean the same: an instant in the author's time zone, an
 * unordered list in the author's order, an empty list that the server does not return. A value with another meaning
 * stays as observed and is reported as drift.
 */
export function toDeclaredForm(shape: Shape, declared: unknown, observed: unknown, meta?: FieldMeta): unknown {
  if (meta?.emptyIsAbsent && isNothing(declared) && isNothing(observed)) {
    return declared;
  }
  if (!isPresent(declared) || !isPresent(observed)) {
    return observed;
  }
  if (meta && isSameText(meta, declared, observed)) {
    return declared;
  }
  if (shape.kind === "list" && meta?.unordered && Array.isArray(declared) && Array.isArray(observed)) {
    return inDeclaredOrder(shape.item, declared, observed, {
      description: meta.description,
      canonical: meta.canonical,
    });
  }
  const inside = (item: Shape, value: unknown, step: string | number) =>
    toDeclaredForm(item, partOf(declared, step), value);
  return mapFields(shape, observed, inside, ({ name, shape: inner, meta: own }, value) =>
    toDeclaredForm(inner, partOf(declared, name), value, own),
  );
}

/** Returns true for a missing or empty value of a field with `emptyIsAbsent`. */
function isNothing(value: unknown): boolean {
  return !isPresent(value) || isEmpty(value);
}

/** Returns true when two values of a field mean the same to the server. */
export function semanticallyEqual(shape: Shape, a: unknown, b: unknown, meta?: FieldMeta): boolean {
  return isDeepStrictEqual(withoutAbsent(toDeclaredForm(shape, a, b, meta)), withoutAbsent(a));
}

/** Returns the value with one form of absence. TypeScript uses undefined; Terraform and the servers use null. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutAbsent);
  }
  // Markers such as an unknown value are objects too, and are compared unchanged.
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) {
    return value ?? undefined;
  }
  const present = Object.entries(value).filter(([, item]) => isPresent(item));
  return Object.fromEntries(present.map(([name, item]) => [name, withoutAbsent(item)]));
}

/** Returns true when two texts name the same moment, or are two spellings of one value. */
function isSameText({ instant, canonical }: FieldMeta, a: unknown, b: unknown): boolean {
  if (typeof a !== "string" || typeof b !== "string") {
    return false;
  }
  return (
    (instant === true && Date.parse(a) === Date.parse(b)) || (canonical !== undefined && canonical(a) === canonical(b))
  );
}

/** Returns each element once: those that both sides have, in the author's order and form, then the new ones. */
function inDeclaredOrder(
  item: Shape,
  declared: readonly unknown[],
  observed: readonly unknown[],
  meta: FieldMeta,
): readonly unknown[] {
  const has = (list: readonly unknown[], value: unknown) =>
    list.some((each) => semanticallyEqual(item, each, value, meta));
  const kept = declared.filter((value) => has(observed, value));
  const added = observed.filter((value) => !has(declared, value));
  return [...kept, ...added];
}

function partOf(value: unknown, step: string | number): unknown {
  return typeof value === "object" && value !== null
    ? ownValue(value as Record<string, unknown>, String(step))
    : undefined;
}
