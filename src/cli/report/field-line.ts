import type { FieldChange, ObjectChange, Shown } from "./model";
import { changedLines } from "./text-lines";
import { valueText } from "./value-text";
import { placeOfField } from "./wording";

/** One changed field as every format shows it. */
export interface FieldLine {
  /** Such as `Checkout > tile errors: where`. */
  readonly place: string;
  /** Undefined for what was not there before. */
  readonly before: string | undefined;
  /** Undefined for what is there no more. */
  readonly after: string | undefined;
  /** Whether it is a whole part of the object that came or went. */
  readonly isPart: boolean;
  /** The lines that differ, for values of several lines; then `before` and `after` say nothing. */
  readonly lines?: readonly string[];
}

function isThere({ kind }: Shown): boolean {
  return kind === "value" || kind === "sensitive";
}

export function fieldLine(object: ObjectChange, change: FieldChange): FieldLine {
  const { before, after, field, summary } = change;
  const text = (shown: Shown) => (isThere(shown) && summary !== undefined ? summary : valueText(shown));
  const lines = changedLines(before, after);
  return {
    place: placeOfField(object, change),
    before: before.kind === "absent" && (field === "" || object.action === "create") ? undefined : text(before),
    after: after.kind === "absent" && field === "" ? undefined : text(after),
    isPart: field === "",
    ...(lines && { lines }),
  };
}
