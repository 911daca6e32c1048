import * as z from "zod";
import { ownValue, setOwn } from "../own-values";
import { computed, isPlainObject } from "./field";
import { parseJsonText, UnusableJsonError } from "./json-text";
import { type CompoundShape, declaredFieldsOf, type ObjectShape, type Shape } from "./shape";
import { writeStableJson } from "./value-types";
import { hasForm, mapParts, selectObject } from "./visitor";

/** Field of values that cannot be declared. An update sends them back unchanged, because it replaces the object. */
export const otherFields = (owner: string) =>
  computed(
    `Fields of this ${owner} that were set elsewhere and that this version of the provider cannot declare, as JSON by path. An update keeps them.`,
    z.record(z.string(), z.string()),
    { changedByReads: true },
  );

/** Splits an observed value into the part that can be declared and the rest by path. */
export function splitOtherFields(shape: Shape, observed: unknown): { known: unknown; other: Record<string, string> } {
  const other: Record<string, string> = {};
  const known = (inner: Shape, value: unknown, path: readonly string[]): unknown => {
    if (value === null || value === undefined) {
      return undefined;
    }
    if (!isWhole(inner, value)) {
      setOwn(other, joinFieldPath(path), writeStableJson(value));
      return undefined;
    }
    const inside = (item: Shape, each: unknown, step: string | number) => known(item, each, [...path, String(step)]);
    return mapParts(inner, value, inside, (object, fields) => {
      const {
        otherFields: _,
        extraFields: __,
        ...declared
      } = selectObject(object, fields)?.fields ?? sharedFieldsOf(object);
      const kept: Record<string, unknown> = {};
      for (const [name, item] of Object.entries(fields)) {
        const field = ownValue(declared, name);
        if (field) {
          kept[name] = inside(field.shape, item, name);
        } else if (item !== null && item !== undefined) {
          setOwn(other, joinFieldPath([...path, name]), writeStableJson(item));
        }
      }
      return kept;
    });
  };
  return { known: known(shape, observed, []), other };
}

/** Tests the type of a value. A list or map with an element of another type is reported as a whole. */
function isWhole(shape: Shape, value: unknown): boolean {
  if (!hasForm(shape, value)) {
    return false;
  }
  return (
    (shape.kind !== "list" && shape.kind !== "map") ||
    Object.values(value as object).every((item) => hasForm(shape.item, item))
  );
}

/**
 * Returns the fields that are kept for an unknown kind, such as a kind of a newer server: discriminators and the fields
 * that all variants have.
 */
function sharedFieldsOf(shape: CompoundShape): ObjectShape["fields"] {
  const isShared = (name: string) =>
    shape.kind === "variants" &&
    (shape.discriminators.includes(name) || shape.variants.every(({ fields }) => Object.hasOwn(fields, name)));
  return Object.fromEntries(
    declaredFieldsOf(shape)
      .filter(({ name }) => isShared(name))
      .map((field) => [field.name, field]),
  );
}

/** Puts other fields back to the paths from which they were split off. */
export function withOtherFields<T extends object>(
  value: T,
  other: Readonly<Record<string, string>> | null | undefined,
): T {
  return Object.entries(other ?? {}).reduce(
    (whole, [path, json]) => withFieldAt(whole, splitFieldPath(path), parsedField(path, json)) as T,
    value,
  );
}

/** Throws for JSON that a user broke in the state. An update without the field would remove its values. */
export function parsedField(path: string, json: string): unknown {
  try {
    return parseJsonText(json);
  } catch {
    throw new UnusableJsonError(
      `The state has no usable JSON in other_fields[${JSON.stringify(path)}], so nothing was sent.\nFix: Run terraform apply -refresh-only, which reads the field again.`,
    );
  }
}

/** Joins the steps to a field, as in `config.select.0.filter`. A backslash escapes a dot within a name. */
export function joinFieldPath(steps: readonly string[]): string {
  return steps.map((step) => step.replace(/[\\.]/g, "\\$&")).join(".");
}

export function splitFieldPath(path: string): readonly string[] {
  const steps = [""];
  for (const [character, escaped] of path.matchAll(/\\(.)|./gs)) {
    if (character === ".") {
      steps.push("");
    } else {
      steps.push(`${steps.pop()}${escaped ?? character}`);
    }
  }
  return steps;
}

/** Returns the value with one field set, which may be new. Sets nothing where the path does not exist. */
function withFieldAt(value: unknown, [step, ...rest]: readonly string[], field: unknown): unknown {
  if (step === undefined) {
    return field;
  }
  if (Array.isArray(value)) {
    const index = Number(step);
    return index in value ? value.with(index, withFieldAt(value[index], rest, field)) : value;
  }
  if (!isPlainObject(value) || (rest.length > 0 && !Object.hasOwn(value, step))) {
    return value;
  }
  const changed = { ...value };
  setOwn(changed, step, withFieldAt(ownValue(value, step), rest, field));
  return changed;
}
