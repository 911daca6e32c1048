import * as z from "zod";

/** By the definition of a schema, which its clones share. */
const knownOf = new WeakMap<z.core.$ZodTypeDef, readonly (string | number)[]>();

/** A known value, which editors complete, or another value of its type. */
type Open<T extends string | number> = T | (T extends string ? string & {} : number & {});

/**
 * Declares an enumeration that a newer server may extend. Known values are documented and completed by editors; another
 * value is sent with a warning.
 */
export function openEnum<const T extends string | number>(known: readonly T[]): z.ZodType<Open<T>, Open<T>> {
  const schema = typeof known[0] === "number" ? z.number() : z.string().min(1);
  knownOf.set(schema._zod.def, known);
  return schema as unknown as z.ZodType<Open<T>, Open<T>>;
}

/** Returns the known values of an open enumeration; undefined for another schema. */
export function knownValuesOf(schema: z.core.$ZodType): readonly (string | number)[] | undefined {
  return knownOf.get(schema._zod.def);
}
