import { quietly } from "../quietly";
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
  return quietly(() => JSON.parse(text));
}
