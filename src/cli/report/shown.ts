import type { Shown } from "./model";

/** A value with what the engine says about it: the marks are `true`, or mirror the value's structure. */
export interface Marked {
  readonly value: unknown;
  readonly sensitive: unknown;
  readonly unknown: unknown;
}

/** One step into a marked value. */
export function stepInto({ value, sensitive, unknown }: Marked, step: string | number): Marked {
  const inside = (container: unknown) =>
    container === true ? true : (container as Record<string | number, unknown> | null | undefined)?.[step];
  return {
    value: value === true ? undefined : inside(value),
    sensitive: inside(sensitive),
    unknown: inside(unknown),
  };
}

/** A value as it may be shown: hidden whole when any part of it is sensitive. */
export function shownOf({ value, sensitive, unknown }: Marked): Shown {
  if (isMarked(sensitive)) return isNull(value) && unknown !== true ? { kind: "absent" } : { kind: "sensitive" };
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
