import { isJsonObject } from "../../../../client/json";
import { ownValue } from "../../../../own-values";

/** A JSON object of an export, whose fields are not checked. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the first own value with one of some names. Forms of the same object differ in the case of names. */
export function anyFieldAt(json: Json, ...names: readonly string[]): unknown {
  return names.map((name) => ownValue(json, name)).find((value) => value !== undefined && value !== null);
}

/** Returns a text or number as text; empty for other values. */
export function textAt(json: Json, ...names: readonly string[]): string {
  const value = anyFieldAt(json, ...names);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function numberAt(json: Json, name: string): number | undefined {
  const value = Number(anyFieldAt(json, name) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** Returns an object. A list of one object, as Terraform writes a block, is that object. */
export function objectAt(json: Json, ...names: readonly string[]): Json {
  const value = anyFieldAt(json, ...names);
  const single = Array.isArray(value) ? value[0] : value;
  return isJsonObject(single) ? single : {};
}

export function objectsAt(json: Json, ...names: readonly string[]): readonly Json[] {
  return jsonObjects(anyFieldAt(json, ...names));
}

export function jsonObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function textsAt(json: Json, name: string): readonly string[] {
  const value = anyFieldAt(json, name);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Returns the texts in an object by name, without other values. */
export function textMapAt(json: Json, name: string): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(json, name)).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}

const SECONDS: ReadonlyMap<string, number> = new Map(
  Object.entries({ ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 2_592_000, y: 31_536_000 }),
);

/** Returns the seconds of a duration such as `1h30m` or of a number of seconds; undefined for other texts. */
export function durationSeconds(value: unknown): number | undefined {
  const text = String(value ?? "").trim();
  if (/^-?\d+(?:\.\d+)?$/.test(text)) {
    return Number(text);
  }
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d{1,12})?)(ms|[smhdwMy])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) {
    return undefined;
  }
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS.get(unit) ?? 0), 0);
}
