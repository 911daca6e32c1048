import { verbatimByHand } from "../../../constructs/verbatim";
import { isPlainObject } from "../../../schema/plain-object";

/** A value whose texts, keys included, a program says so that they arrive as they are: see `verbatim`. */
export function escapeTemplates<T>(value: T): T {
  if (typeof value === "string") return verbatimByHand(value) as T;
  if (Array.isArray(value)) return value.map(escapeTemplates) as T;
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [verbatimByHand(key), escapeTemplates(item)]);
  return Object.fromEntries(entries) as T;
}
