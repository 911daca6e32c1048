import { holdsSensitive } from "../../drawing";
import type { Shown } from "./model";

/** A value with what is not known of it before the apply: `true`, or the value's structure with `true` in it. */
export interface Marked {
  readonly value: unknown;
  readonly unknown: unknown;
}

/** One step into a marked value. */
export function stepInto({ value, unknown }: Marked, step: string | number): Marked {
  return { value: partOf(value, step), unknown: unknown === true ? true : partOf(unknown, step) };
}

function partOf(container: unknown, step: string | number): unknown {
  const isHeld = typeof container === "object" && container !== null && Object.hasOwn(container, step);
  return isHeld ? (container as Record<string | number, unknown>)[step] : undefined;
}

/** A value as it may be shown: hidden whole when any part of it is sensitive. */
export function shownOf({ value, unknown }: Marked): Shown {
  if (holdsSensitive(value)) return { kind: "sensitive" };
  if (unknown === true) return { kind: "unknown" };
  return isNull(value) ? { kind: "absent" } : { kind: "value", value: withoutNulls(value) };
}

/** Whether a mark says yes anywhere. */
export function isMarked(mark: unknown): boolean {
  if (typeof mark !== "object" || mark === null) return mark === true;
  return Object.values(mark).some(isMarked);
}

/** Attributes that are not set say nothing. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => !isNull(item));
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutNulls(item)]));
}

export function isNull(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
