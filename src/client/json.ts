/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. A missing field is `undefined`. */
export interface JsonObject {
  readonly [field: string]: JsonValue | undefined;
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Stored object. Fields other than the id are as the server sends them. */
export interface ApiRecord extends JsonObject {
  readonly id: string;
}

/** Parses JSON; returns undefined for other texts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum nesting. Objects of the API have about ten levels. Code that walks through a value is recursive. */
const MAX_LEVELS = 128;

/**
 * Describes why a parsed value is unsafe: a number beyond the range of a double, which `JSON.parse` turns into
 * infinity; half of a surrogate pair, which no UTF-8 text can contain; or too many levels. Returns undefined for all
 * other values.
 */
export function defectOf(json: unknown): string | undefined {
  let level: unknown[] = [json];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) {
      return `JSON of more than ${MAX_LEVELS} nested levels`;
    }
    const next: unknown[] = [];
    for (const value of level) {
      const defect = defectOfValue(value, next);
      if (defect !== undefined) {
        return defect;
      }
    }
    level = next;
  }
  return undefined;
}

/** @param inner receives the values inside this one */
function defectOfValue(value: unknown, inner: unknown[]): string | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : "a number that is too large";
  }
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : HALF_PAIR;
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    for (const each of value) {
      inner.push(each);
    }
    return undefined;
  }
  for (const [name, each] of Object.entries(value)) {
    if (!name.isWellFormed()) {
      return HALF_PAIR;
    }
    inner.push(each);
  }
  return undefined;
}

const HALF_PAIR = "text that contains half of a surrogate pair";
