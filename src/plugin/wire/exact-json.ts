import { numberFromText, numberKey } from "../values/decimal";

/** JSON as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether there can be a number that loses digits: far most states have none. */
const long = /[\d.eE+-]{16}/;

/** Parses JSON without losing digits: a number that a JS number does not hold comes as its decimal text. */
export function parseJson(text: string): JsonValue {
  if (!long.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(stringOrNumber, (token) => (losesDigits(token) ? `"${token}"` : token)));
}

function losesDigits(token: string): boolean {
  if (token.startsWith('"') || token.length < 16) return false;
  const exact = numberFromText(token);
  return typeof exact !== "number" || numberKey(exact) !== numberKey(Number(token));
}
