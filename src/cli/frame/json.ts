import type * as z from "zod";
import { isPlainObject } from "../../declaration/field";

/**
 * One JSON document on standard output. `kind` says what it is and `version` which shape it has: a version only gains fields,
 * and a field that goes or changes its meaning makes a new version.
 */
export function jsonDocument(kind: string, version: number, content: object): string {
  return `${JSON.stringify({ kind, version, ...content }, undefined, 2)}\n`;
}

/** What a document holds, for those who only read it. */
export type ReadonlyDocument<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> }
    : T;

/** What `--json` prints when a command ends before it has a result. */
export function errorDocument(message: string): string {
  return jsonDocument("error", 1, { message });
}

/** The same value with another text for every text in it, keys too. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)])) as T;
}
