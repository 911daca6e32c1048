import { badRequest } from "../refusal";
import { unknownProperty } from "./body-text";

/**
 * What the gateway of July 2026 did not know yet: the difference between its published document and that of the open-source server
 * (docs/internals/api-behavior.md 2.3). That it looks at nested properties too is an assumption (docs/internals/api-behavior.md 8), the
 * stricter one.
 */
const LATER = new Set([
  "channels",
  "formulas",
  "showOperandSeries",
  "seriesLimit",
  "isBroadcastEnabled",
  "isVariableEnabled",
  "variableName",
]);

/** Refuses a body that has one of them. */
export function refuseLater(body: unknown, path: readonly string[] = []): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (!Array.isArray(body) && LATER.has(name)) throw badRequest(unknownProperty([...path, name].join(".")));
    refuseLater(value, [...path, name]);
  }
}

/** A response without them. */
export function withoutLater(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLater);
  if (typeof value !== "object" || value === null) return value;
  const known = Object.entries(value).filter(([name]) => !LATER.has(name));
  return Object.fromEntries(known.map(([name, inner]) => [name, withoutLater(inner)]));
}
