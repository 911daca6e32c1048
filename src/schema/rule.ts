import type { z } from "zod";
import type { Fields } from "./field";
import type { IssuePath } from "./issue";

/** A rule between the fields of one object, which the type of a single field cannot say. */
export interface Rule {
  /**
   * What the rule reads: fields by name, each with everything in it, or less of one: `containers.*.id` is that of every element,
   * `select.size` is how many elements there are. While a part of it is unknown or refused the rule waits.
   */
  readonly reads: readonly string[];
  /** Returns what is wrong, or undefined. A text alone is about the first field of `reads`. */
  readonly check: (fields: Fields) => Violation | string | undefined;
}

/** What is wrong, and where below the object that has the rule. */
export interface Violation {
  readonly message: string;
  readonly path: IssuePath;
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
