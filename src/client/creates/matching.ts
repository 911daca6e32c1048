import { ownValue } from "../../own-values";
import { isJsonObject, type JsonObject } from "../json";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Servers may store time stamps to the second. */
const PRECISION_MS = 1000;

/** True when nothing was said: absent, null, and the empties that the servers drop. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * Whether what the server shows can be what was sent: every field sent is there again, semantically equal. Instants are
 * compared as such, null counts as absent, and fields that only the server has are its defaults.
 */
export function showsAll(shown: unknown, sent: unknown): boolean {
  if (isNothing(sent)) {
    return isNothing(shown);
  }
  if (Array.isArray(sent)) {
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((item, index) => showsAll(shown[index], item))
    );
  }
  if (isJsonObject(sent)) {
    return isJsonObject(shown) && showsFields(shown, sent);
  }
  if (typeof sent === "string" && typeof shown === "string" && INSTANT.test(sent)) {
    return Math.abs(Date.parse(sent) - Date.parse(shown)) < PRECISION_MS;
  }
  return shown === sent;
}

function showsFields(shown: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([field, value]) => value === undefined || showsAll(ownValue(shown, field), value));
}

/** As `showsAll`, where the server may leave out fields that it took: only a different value speaks against it. */
export function noContradiction(shown: unknown, sent: unknown): boolean {
  if (isNothing(sent) || shown === undefined) {
    return true;
  }
  if (isJsonObject(sent)) {
    return (
      isJsonObject(shown) &&
      Object.entries(sent).every(([field, value]) => noContradiction(ownValue(shown, field), value))
    );
  }
  if (Array.isArray(sent)) {
    return (
      Array.isArray(shown) &&
      shown.length === sent.length &&
      sent.every((item, index) => noContradiction(shown[index], item))
    );
  }
  return showsAll(shown, sent);
}

/** Whether two lists of texts hold the same, whatever the order and however often. */
export function sameTexts(one: readonly unknown[], other: readonly unknown[]): boolean {
  const left = new Set(one);
  const right = new Set(other);
  return left.size === right.size && [...left].every((text) => right.has(text));
}

/** The text without surrounding white space, as the server stores names. */
export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
