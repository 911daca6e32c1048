import { ownValue } from "../../own-values";
import { isJsonObject } from "../json";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Servers may store time stamps with a precision of one second. */
const PRECISION_MS = 1000;

/** Returns true for an absent value, null, and the empty values that the servers drop. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * Returns true if the server's value can be the stored form of the sent value: it contains a semantically equal value
 * for every sent field. Time stamps are compared as instants, null counts as absent, and additional fields are the
 * server's defaults.
 */
export function showsAll(shown: unknown, sent: unknown): boolean {
  return isStoredForm(shown, sent, false);
}

/** Like `showsAll`, but a field that the server omits also matches. Only a different value does not match. */
export function noContradiction(shown: unknown, sent: unknown): boolean {
  return isStoredForm(shown, sent, true);
}

function isStoredForm(shown: unknown, sent: unknown, mayOmit: boolean): boolean {
  if (isNothing(sent)) {
    return mayOmit || isNothing(shown);
  }
  if (mayOmit && shown === undefined) {
    return true;
  }
  if (Array.isArray(sent)) {
    const hasSameLength = Array.isArray(shown) && shown.length === sent.length;
    return hasSameLength && sent.every((item, index) => isStoredForm(shown[index], item, mayOmit));
  }
  if (isJsonObject(sent)) {
    const fields = Object.entries(sent).filter(([, value]) => value !== undefined);
    return (
      isJsonObject(shown) && fields.every(([field, value]) => isStoredForm(ownValue(shown, field), value, mayOmit))
    );
  }
  if (typeof sent === "string" && typeof shown === "string" && INSTANT.test(sent)) {
    return Math.abs(Date.parse(sent) - Date.parse(shown)) < PRECISION_MS;
  }
  return shown === sent;
}

/** Returns true if two lists contain the same texts. Order and repetitions are ignored. */
export function sameTexts(one: unknown, other: unknown): boolean {
  const setOf = (list: unknown) => new Set<unknown>(Array.isArray(list) ? list : []);
  const [left, right] = [setOf(one), setOf(other)];
  return left.size === right.size && [...left].every((text) => right.has(text));
}

/** Returns a text without surrounding white space, as the server stores names. */
export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
