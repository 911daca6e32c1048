import * as z from "zod";
import { ownValue, setOwn } from "../own-values";
import { computed, isPlainObject } from "./field";
import { parseJsonText, UnusableJsonError } from "./json-text";
import { type ObjectShape, ownFields, type Shape, type VariantsShape } from "./shape";
import { stableJson } from "./value-types";
import { hasForm, mapParts, objectIn } from "./visitor";

/**
 * The field that shows what was set elsewhere and no declaration can say. An update sends it back, because it would be
 * lost otherwise: an update replaces the whole object.
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
  const known = (inner: Shape, value: unknown, path: readonly string[]): unknown => {
    if (value === null || value === undefined) {
      return undefined;
    }
    if (!isWhole(inner, value)) {
      setOwn(other, fieldPath(path), stableJson(value));
      return undefined;
    }
    const inside = (item: Shape, each: unknown, step: string | number) => known(item, each, [...path, String(step)]);
    return mapParts(inner, value, inside, (object, fields) => {
      const declared = objectIn(object, fields)?.fields ?? discriminatorsIn(object);
      const kept: Record<string, unknown> = {};
      for (const [name, item] of Object.entries(fields)) {
        const field = ownValue(declared, name);
        if (field) {
          kept[name] = inside(field.shape, item, name);
        } else if (item !== null && item !== undefined) {
          setOwn(other, fieldPath([...path, name]), stableJson(item));
        }
      }
      return kept;
    });
  };
  return { known: known(shape, observed, []), other };
}

/** Whether a value can be what is declared: a list or map with another element is named as a whole. */
function isWhole(shape: Shape, value: unknown): boolean {
  if (!hasForm(shape, value)) {
    return false;
  }
  return (
    (shape.kind !== "list" && shape.kind !== "map") ||
    Object.values(value as object).every((item) => hasForm(shape.item, item))
  );
}

/** Of a kind that no variant knows, such as a newer one of the server, only what tells kinds apart is kept. */
function discriminatorsIn(shape: ObjectShape | VariantsShape): ObjectShape["fields"] {
  const names = shape.kind === "variants" ? shape.discriminators : [];
  return Object.fromEntries(
    ownFields(shape)
      .filter(({ name }) => names.includes(name))
      .map((field) => [field.name, field]),
  );
}

/** Puts other fields back to where they were split off. */
export function withOtherFields<T extends object>(
  value: T,
  other: Readonly<Record<string, string>> | null | undefined,
): T {
  return Object.entries(other ?? {}).reduce(
    (whole, [path, json]) => withFieldAt(whole, fieldSteps(path), parsedField(path, json)) as T,
    value,
  );
}

/** A state can be edited by hand. To send the object without the field would remove it from the server. */
function parsedField(path: string, json: string): unknown {
  try {
    return parseJsonText(json);
  } catch {
    throw new UnusableJsonError(
      `The state has no usable JSON in other_fields[${JSON.stringify(path)}], so nothing was sent.\nFix: Run terraform apply -refresh-only, which reads the field again.`,
    );
  }
}

/**
 * The way to a field through objects and lists as one text, such as `config.select.0.filter`. A dot within a name
 * stands behind a backslash.
 */
export function fieldPath(steps: readonly string[]): string {
  return steps.map((step) => step.replace(/[\\.]/g, "\\$&")).join(".");
}

export function fieldSteps(path: string): readonly string[] {
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

/**
 * The same value with a field set that its owner need not have. Where the way ends before the field, nothing is set.
 */
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
