import * as z from "zod";
import { computed } from "./field";
import { ownValue, setOwn } from "./own-property";
import { fieldPath, fieldSteps, withFieldAt } from "./rules";
import { type ObjectShape, type Shape, variantOf } from "./shape";

/**
 * The field that shows what was set elsewhere and no declaration can say. An update sends it back, because it would be lost otherwise: an
 * update replaces the whole object.
 */
export const otherFields = (owner: string) =>
  computed(
    `Fields of this ${owner} that were set elsewhere and that this version of the provider cannot declare: path to JSON. An update leaves them as they are.`,
    z.record(z.string(), z.string()),
    { changedByReads: true },
  );

/** Splits an observed value into what the declaration can say and the rest, by its path from here. */
export function splitOtherFields(shape: Shape, observed: unknown): { known: unknown; other: Record<string, string> } {
  const other: Record<string, string> = {};
  return { known: keepKnown(shape, observed, [], other), other };
}

type Others = Record<string, string>;

function keepKnown(shape: Shape, value: unknown, path: readonly string[], other: Others): unknown {
  if (value === null || value === undefined) return undefined;
  if (shape.kind === "list" && Array.isArray(value) && value.every((item) => hasForm(shape.item, item))) {
    return value.map((item, index) => keepKnown(shape.item, item, [...path, String(index)], other));
  }
  if (shape.kind === "object" && isObject(value)) return keepKnownFields(shape, value, path, other);
  if (shape.kind === "variants" && isObject(value)) {
    const variant = variantOf(shape, value) ?? discriminatorsOnly(shape.discriminators, shape.variants);
    return keepKnownFields(variant, value, path, other);
  }
  if (shape.kind === "map" && isObject(value) && Object.values(value).every((item) => hasForm(shape.item, item)))
    return keepKnownItems(shape.item, value, path, other);
  if (typeof value === shape.kind) return value;
  setOwn(other, fieldPath(path), stableJson(value));
  return undefined;
}

/** Whether a value can be what is declared, as far as it shows without looking into it: a list with another element is told as a whole. */
function hasForm(shape: Shape, value: unknown): boolean {
  if (shape.kind === "list") return Array.isArray(value);
  if (shape.kind === "map" || shape.kind === "object" || shape.kind === "variants") return isObject(value);
  return typeof value === shape.kind;
}

function keepKnownItems(item: Shape, value: Record<string, unknown>, path: readonly string[], other: Others) {
  const known: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) setOwn(known, name, keepKnown(item, each, [...path, name], other));
  return known;
}

function keepKnownFields(shape: ObjectShape, value: Record<string, unknown>, path: readonly string[], other: Others) {
  const known: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = ownValue(shape.fields, name);
    if (field) known[name] = keepKnown(field.shape, item, [...path, name], other);
    else if (item !== null && item !== undefined) setOwn(other, fieldPath([...path, name]), stableJson(item));
  }
  return known;
}

/** For a kind that no variant knows, such as a newer one of the server: only what tells kinds apart is kept. */
function discriminatorsOnly(names: readonly string[], variants: readonly ObjectShape[]): ObjectShape {
  const fields = Object.assign({}, ...variants.map((variant) => variant.fields)) as ObjectShape["fields"];
  const entries = Object.entries(fields).filter(([name]) => names.includes(name));
  return { kind: "object", fields: Object.fromEntries(entries), rules: [] };
}

/** JSON with sorted keys, because their order in a response means nothing. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : inner,
  );
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts other fields back to where they were split off. */
export function withOtherFields<T extends object>(
  value: T,
  other: Readonly<Record<string, string>> | null | undefined,
): T {
  return Object.entries(other ?? {}).reduce(
    (whole, [path, json]) => withFieldAt(whole, fieldSteps(path), JSON.parse(json)) as T,
    value,
  );
}
