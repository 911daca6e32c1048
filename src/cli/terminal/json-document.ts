import type * as z from "zod";
import { isPlainObject } from "../../declaration/field";

/**
 * Prints one JSON document on standard output. `kind` names it and `version` its schema. A version only gains fields.
 * If a field is removed or changes its meaning, the version changes.
 */
export function jsonDocument(kind: string, version: number, content: object): string {
  return `${JSON.stringify({ kind, version, ...content }, undefined, 2)}\n`;
}

/** Schema of a document, for readers. */
export type ReadonlyDocument<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> }
    : T;

/** Document that `--json` prints if a command fails before it has a result. */
export function errorDocument(message: string): string {
  return jsonDocument("error", 1, { message });
}

/** Replaces every text in a value, including keys. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") {
    return change(value) as T;
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapTexts(item, change)) as T;
  }
  if (!isPlainObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)])) as T;
}
