import { diffLists } from "./field-changes";
import type { FieldChange, ObjectChange, Shown } from "./report-model";
import { fieldInObject, placeOfField, valueText, wholeText } from "./wording";

/**
 * Returns the lines that differ between two texts, marked with `- ` and `+ `; undefined unless both are texts and one has
 * several lines.
 */
function changedLines(before: Shown, after: Shown): readonly string[] | undefined {
  const [old, now] = [stringOf(before), stringOf(after)];
  if (old === undefined || now === undefined || !`${old}${now}`.includes("\n")) {
    return undefined;
  }
  const chunks = diffLists(old.split("\n"), now.split("\n")).filter(({ added, removed }) => added || removed);
  return chunks.flatMap(({ value, added }) => value.map((line) => `${added ? "+" : "-"} ${line}`));
}

function stringOf(shown: Shown): string | undefined {
  return shown.kind === "value" && typeof shown.value === "string" ? shown.value : undefined;
}

/** Changed field, prepared for every format. */
export interface FieldLine {
  /** Such as `Checkout > tile errors: where`. */
  readonly place: string;
  /** The place below the title of the object, such as `tile errors: where`. */
  readonly field: string;
  /** Undefined for a new field. */
  readonly before: string | undefined;
  /** Undefined for a removed field. */
  readonly after: string | undefined;
  /** True if a whole part of the object was added or removed. */
  readonly isPart: boolean;
  /** The lines that differ, for multi-line values. `before` and `after` are then shown only for a part. */
  readonly lines?: readonly string[];
}

function isSet({ kind }: Shown): boolean {
  return kind === "value" || kind === "sensitive";
}

/** Returns the risks and the fields of a change as texts, for formats without markup. */
export function changeLines(object: ObjectChange): readonly string[] {
  const fields = fieldLines(object).map(({ place, before = "(nothing)", after = "(nothing)", isPart, lines = [] }) => {
    const head = lines.length > 0 && !isPart ? place : `${place} ${before} -> ${after}`;
    return [head, ...lines].join("\n");
  });
  return [...object.risks.map(({ message }) => `! ${message}`), ...fields];
}

/**
 * Returns the changed fields. Those of a new object that are only known after the apply are left out, and its name,
 * which is its title.
 */
export function fieldLines(object: ObjectChange): readonly FieldLine[] {
  const isInformative = ({ after, afterText, field, part }: FieldChange) => {
    const isTitle = part === undefined && field === "name" && stringOf(after) === object.name;
    return object.action !== "create" || (!isTitle && (after.kind !== "unknown" || afterText !== undefined));
  };
  return object.fields.filter(isInformative).map((change) => fieldLine(object, change));
}

function fieldLine(object: ObjectChange, change: FieldChange): FieldLine {
  const { before, after, field, summary, beforeText, afterText } = change;
  const [first, ...others] = summary?.split("\n") ?? [];
  // Long values can differ only in the part that a short text omits.
  const isAlike = before.kind === "value" && after.kind === "value" && valueText(before) === valueText(after);
  const textOf = (shown: Shown) => (isAlike && shown.kind === "value" ? wholeText(shown.value) : valueText(shown));
  const text = (shown: Shown, named: string | undefined) =>
    isSet(shown) && first !== undefined ? first : (named ?? textOf(shown));
  const isPart = field === "" || others.length > 0;
  const lines = others.length > 0 ? others.map((line) => `+ ${line}`) : changedLines(before, after);
  return {
    place: placeOfField(object, change),
    field: fieldInObject(change),
    before: before.kind === "absent" && (isPart || object.action === "create") ? undefined : text(before, beforeText),
    after: after.kind === "absent" && field === "" ? undefined : text(after, afterText),
    isPart,
    ...(lines && { lines }),
  };
}
