import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Fields } from "./field";

/** One thing that is wrong with a declared value. */
export interface Issue {
  readonly message: string;
  readonly path: IssuePath;
}

/** The way from the declared object down: a string is a field's name (as declared), a number a list index. */
export type IssuePath = readonly (string | number | MapKey)[];

/** A step into a map, by the author's key. */
export interface MapKey {
  readonly key: string;
}

/**
 * A rule between the fields of one object, which the type of a single field cannot say. A text alone is about the first
 * field of `reads`.
 */
export type Rule = {
  /**
   * What the rule reads: fields by name, each with everything in it, or less of one: `containers.*.id` is that of every
   * element, `select.size` is how many elements there are. While a part of it is unknown or refused the rule waits.
   */
  readonly reads: readonly string[];
} & (
  | { readonly refuses: (fields: Fields) => boolean; readonly message: string }
  /** Returns what is wrong, or undefined. */
  | { readonly check: (fields: Fields) => Issue | string | undefined }
);

/**
 * What a rule finds wrong with fields that are known as far as it reads them, and where below the object that has the
 * rule.
 */
export function violationOf(rule: Rule, fields: Fields): Issue | string | undefined {
  if ("check" in rule) {
    return rule.check(fields);
  }
  return rule.refuses(fields) ? rule.message : undefined;
}

const rulesOfSchema = new WeakMap<z.core.$ZodType, readonly Rule[]>();

/** Attaches rules to a declared object. */
export function withRules<S extends z.ZodObject>(schema: S, ...rules: Rule[]): S {
  rulesOfSchema.set(schema, rules);
  return schema;
}

/** The rules of a declared object; none where `withRules` attached none. */
export function rulesOf(schema: z.core.$ZodType): readonly Rule[] {
  return rulesOfSchema.get(schema) ?? [];
}

/** A schema of its own with the same rules: cloning alone would leave them behind. */
export function cloneWithRules<S extends z.ZodType>(schema: S): S {
  const clone = schema.clone() as S;
  rulesOfSchema.set(clone, rulesOf(schema));
  return clone;
}

/** Every element of a list or map. */
const EVERY = "*";
/** How many elements a list or map has; says nothing about the elements. */
const SIZE = "size";

/** The steps of one entry of a rule's `reads`, such as `containers.*.id`. */
type ReadSteps = readonly string[];

/** Splits one entry of a rule's `reads` into its steps. */
export function readSteps(read: string): ReadSteps {
  return read.split(".");
}

/** Whether a part of what a rule reads is not known yet. */
export function readsUnknown(
  value: unknown,
  steps: ReadSteps,
  isUnknown: (value: unknown) => boolean,
  depth = 0,
): boolean {
  if (isUnknown(value)) {
    return true;
  }
  const step = steps[depth];
  if (step === SIZE) {
    return false;
  }
  if (step === undefined || step === EVERY) {
    return elementsOf(value).some((each) => readsUnknown(each, steps, isUnknown, depth + 1));
  }
  return readsUnknown((value as Record<string, unknown> | undefined)?.[step], steps, isUnknown, depth + 1);
}

/**
 * Whether something at `path` was refused that a rule reads, so that the rule would judge a value that is wrong
 * already.
 */
export function readsRefused(steps: ReadSteps, path: IssuePath): boolean {
  const shared = Math.min(steps.length, path.length);
  for (let index = 0; index < shared; index++) {
    if (steps[index] !== EVERY && steps[index] !== path[index]) {
      return false;
    }
  }
  return true;
}

function elementsOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

/** Where the first element stands that an earlier one equals; undefined if all differ. */
export function repeatedIndex(list: readonly unknown[]): number | undefined {
  const index = list.findIndex((each, at) => list.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, each)));
  return index < 0 ? undefined : index;
}
