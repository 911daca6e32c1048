import * as z from "zod";
import { isPlainObject } from "../../declaration/field";
import { visible } from "../../visible";

/**
 * Declares a JSON document of this tool. `kind` names it and `version` its schema. A version only gains fields. If a field is removed
 * or changes its meaning, the version changes.
 */
export function declareDocument<Shape extends z.ZodRawShape>(kind: string, version: number, shape: Shape) {
  const schema = z.object(shape);
  // Fields that the schema lacks are left out.
  const text = (content: ReadonlyDeep<z.input<typeof schema>>) => jsonText(kind, version, schema.parse(content));
  return { kind, version, schema, text };
}

/** Returns the text of a document whose content is valid. */
export function jsonText(kind: string, version: number, content: object): string {
  return `${JSON.stringify({ kind, version, ...content }, undefined, 2)}\n`;
}

export type ReadonlyDocument<Schema extends z.ZodType> = ReadonlyDeep<z.output<Schema>>;

type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> }
    : T;

/** Document that `--json` prints if a command fails before it has a result. */
export const errorDocument = declareDocument("error", 1, { message: z.string() });

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

/** Escapes invisible characters in all texts of a report: users of the UI can enter any name and value. */
export function visibleTexts<T>(report: T): T {
  return mapTexts(report, visible);
}
