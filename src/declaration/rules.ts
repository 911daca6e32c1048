import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { DeclaredFields } from "./field";

export interface Issue {
  readonly message: string;
  readonly path: IssuePath;
  /** Set for a problem of the syntax of a condition or of SQL. */
  readonly syntax?: "broken" | "odd";
}

/** Path from the declared object: a string is a field's name (as declared), a number is a list index. */
export type IssuePath = readonly (string | number | MapKey)[];

/** A step into a map, by the author's key. */
export interface MapKey {
  readonly key: string;
}

/**
 * Rule between the fields of one object, which the type of a single field cannot express. A message without a path
 * refers to the first field of `reads`.
 */
export type Rule = {
  /**
   * Parts that the rule reads: a whole field, or a part of it. `containers.*.id` is the id of every element;
   * `select.size` is the number of elements. The rule does not run while a part of it is unknown or refused.
   */
  readonly reads: readonly string[];
  /** True if only newer servers refuse the value: the problem is a warning. */
  readonly isWarning?: true;
} & (
  | { readonly refuses: (fields: DeclaredFields) => boolean; readonly message: string }
  /** Returns the problem, with its path below the object that has the rule, or undefined. */
  | { readonly check: (fields: DeclaredFields) => Issue | string | undefined }
);

const rulesOfSchema = new WeakMap<z.core.$ZodType, readonly Rule[]>();

export function withRules<S extends z.ZodObject>(schema: S, ...rules: Rule[]): S {
  rulesOfSchema.set(schema, rules);
  return schema;
}

export function rulesOf(schema: z.core.$ZodType): readonly Rule[] {
  return rulesOfSchema.get(schema) ?? [];
}

/** Returns a clone of a schema with the same rules. Zod's own clone would lose them. */
export function cloneWithRules<S extends z.ZodType>(schema: S): S {
  const clone = schema.clone() as S;
  rulesOfSchema.set(clone, rulesOf(schema));
  return clone;
}

/** Words that authors write by mistake instead of fields of an object, with the correct code. */
export type DeclaredSynonyms = Readonly<Record<string, string>>;

/** Keys are the definitions of schemas, because clones of a schema share its definition. */
const synonymsOfSchema = new WeakMap<z.core.$ZodTypeDef, DeclaredSynonyms>();

/** Attaches synonyms to a declared object. */
export function withSynonyms<S extends z.ZodType>(schema: S, synonyms: DeclaredSynonyms): S {
  synonymsOfSchema.set(schema._zod.def, synonyms);
  return schema;
}

export function synonymsOf(schema: z.core.$ZodType): DeclaredSynonyms {
  return synonymsOfSchema.get(schema._zod.def) ?? {};
}

/** Step for every element of a list or map. */
const EVERY = "*";
/** Step for the number of elements of a list or map, without the elements. */
const SIZE = "size";

/** Splits one entry of a rule's `reads`, such as `containers.*.id`, into its steps. */
export function readSteps(read: string): readonly string[] {
  return read.split(".");
}

/** Returns true while a part that a rule reads is unknown. */
export function readsUnknown(
  value: unknown,
  steps: readonly string[],
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

/** Returns true if a part at `path` was refused and the rule reads it. The rule would report the same problem again. */
export function readsRefused(steps: readonly string[], path: IssuePath): boolean {
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

/**
 * Returns the rule that the elements of a list differ.
 * @param field the field that must differ. The path of the problem ends with it. Default: the whole element
 * @param keyOf returns the value that must differ, or undefined for an element that is not compared. Default: the field
 */
export function elementsDiffer<Element>({
  list,
  field,
  reads = [field === undefined ? list : `${list}.*.${field}`],
  keyOf = (element) => (field === undefined ? element : (element as DeclaredFields)[field]),
  message,
}: {
  readonly list: string;
  readonly field?: string;
  readonly reads?: readonly string[];
  readonly keyOf?: (element: Element) => unknown;
  readonly message: (key: unknown) => string;
}): Rule {
  return {
    reads,
    check: (fields) => {
      const keys = ((fields[list] ?? []) as readonly Element[]).map(keyOf);
      const index = keys.findIndex((key, at) => key !== undefined && isAmong(key, keys.slice(0, at)));
      return index < 0
        ? undefined
        : { message: message(keys[index]), path: [list, index, ...(field === undefined ? [] : [field])] };
    },
  };
}

function isAmong(key: unknown, keys: readonly unknown[]): boolean {
  return typeof key === "object" ? keys.some((each) => isDeepStrictEqual(each, key)) : keys.includes(key);
}
