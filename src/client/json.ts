/** Anything JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object; a missing field reads as `undefined`. */
export interface JsonObject {
  readonly [field: string]: JsonValue | undefined;
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What every stored object has. Further fields come as the server sends them. */
export interface ApiRecord extends JsonObject {
  readonly id: string;
}

/** What a text says in JSON; undefined for a text that is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
