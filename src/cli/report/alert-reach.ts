import type { Fields } from "../../schema/field";

/** A range of values; bounds count when they are included. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly includesFrom: boolean;
  readonly includesTo: boolean;
}

/**
 * Whether there is a value that an alert fired on before and no longer does (docs/internals/api-behavior.md 3.7). Undefined where a
 * condition is not known.
 */
export function firesLess(before: Fields, after: Fields): boolean | undefined {
  const [old, now] = [firingValues(before), firingValues(after)];
  if (!old || !now) return undefined;
  return old.some((range) => !isCovered(range, now));
}

/** An alert's condition as people read it, such as `above 100`. */
export function conditionText({ threshold_type: type, threshold, threshold_max: most }: Fields): string {
  return most === null || most === undefined
    ? `${String(type)} ${String(threshold)}`
    : `${String(type)} ${threshold} and ${most}`;
}

const open = (from: number, to: number): Range => ({ from, to, includesFrom: false, includesTo: false });

function firingValues(alert: Fields): readonly Range[] | undefined {
  const { threshold_type: type, threshold: bound, threshold_max: most } = alert;
  if (typeof type !== "string" || typeof bound !== "number") return undefined;
  const top = typeof most === "number" ? most : bound;
  const below = open(Number.NEGATIVE_INFINITY, bound);
  const over = open(bound, Number.POSITIVE_INFINITY);
  switch (type) {
    case "above":
      return [{ ...over, includesFrom: true }];
    case "above_exclusive":
      return [over];
    case "below":
      return [below];
    case "below_or_equal":
      return [{ ...below, includesTo: true }];
    case "equal":
      return [{ from: bound, to: bound, includesFrom: true, includesTo: true }];
    case "not_equal":
      return [below, over];
    case "between":
      return [{ from: bound, to: top, includesFrom: true, includesTo: true }];
    case "not_between":
      return [below, open(top, Number.POSITIVE_INFINITY)];
    default:
      return undefined;
  }
}

/** Ranges of one condition never touch but at a point that none of them includes, so one of them must hold all of it. */
function isCovered(range: Range, cover: readonly Range[]): boolean {
  return cover.some(
    (each) =>
      (each.from < range.from || (each.from === range.from && (each.includesFrom || !range.includesFrom))) &&
      (each.to > range.to || (each.to === range.to && (each.includesTo || !range.includesTo))),
  );
}
