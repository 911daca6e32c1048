import { diffLists } from "./field-changes";
import type { Action, FieldChange, ObjectChange, Shown } from "./report-model";
import { valueText, wholeText } from "./wording";

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

export interface FieldLine {
  /** Place of the field, such as `Checkout > tile errors: where`. */
  readonly place: string;
  /** The place below the title of the object, such as `tile errors: where`. */
  readonly field: string;
  /** `value`: a field of a new object. `added` and `removed`: a whole part. `lines`: only the lines that differ. */
  readonly form: "value" | "added" | "removed" | "changed" | "lines";
  /** The text before the change; undefined for a new field. */
  readonly before: string | undefined;
  /** The text after the change; undefined for a removed part. */
  readonly after: string | undefined;
  /** The lines that differ, for multi-line values. */
  readonly lines: readonly string[];
  /** Follows the values; empty for most fields. */
  readonly remark: string;
}

/** Returns the risks and the fields of a change as texts, for formats without markup. */
export function changeLines(object: ObjectChange): readonly string[] {
  const fields = fieldLines(object).map(({ place, form, before = "(nothing)", after = "(nothing)", lines, remark }) =>
    [`${form === "lines" ? place : `${place} ${before} -> ${after}`}${remark}`, ...lines].join("\n"),
  );
  return [...object.risks.map(({ message }) => `! ${message}`), ...fields];
}

/**
 * Returns the changed fields. For a new object, leaves out values that are known only after the apply, and the name,
 * which is in the title.
 */
export function fieldLines(object: ObjectChange): readonly FieldLine[] {
  const isInformative = ({ after, afterText, field, part }: FieldChange) => {
    const isTitle = part === undefined && field === "name" && stringOf(after) === object.name;
    return object.action !== "create" || (!isTitle && (after.kind !== "unknown" || afterText !== undefined));
  };
  return object.fields.filter(isInformative).map((change) => fieldLine(object, change));
}

function fieldLine({ action, name }: ObjectChange, change: FieldChange): FieldLine {
  const { before, after, part, field, path, summary } = change;
  const [first, ...others] = summary?.split("\n") ?? [];
  const isPart = field === "" || others.length > 0 || typeof path.at(-1) === "number";
  const lines = others.length > 0 ? others.map((line) => `+ ${line}`) : changedLines(before, after);
  const form = formOf(change, action, isPart, lines !== undefined);
  const inObject = part === undefined || field === "" ? (part ?? field) : `${part}: ${field}`;
  const [beforeText, afterText] = textsOf(change, first);
  return {
    place: `${name}${part === undefined ? ": " : " > "}${inObject}`,
    field: inObject,
    form,
    before: form === "added" || form === "value" ? undefined : beforeText,
    after: form === "removed" ? undefined : afterText,
    lines: lines ?? [],
    remark: change.elsewhere === "overwritten" ? " (changed elsewhere too)" : "",
  };
}

function formOf({ before, after, field }: FieldChange, action: Action, isPart: boolean, hasLines: boolean) {
  if (!isPart && hasLines) {
    return "lines";
  }
  if (action === "create") {
    return "value";
  }
  if (isPart && before.kind === "absent") {
    return "added";
  }
  return after.kind === "absent" && field === "" ? "removed" : "changed";
}

/** @param summary text in place of a value that is set */
function textsOf({ before, after, beforeText, afterText }: FieldChange, summary: string | undefined) {
  // Long values can differ only in the part that a short text omits.
  const isAlike = before.kind === "value" && after.kind === "value" && valueText(before) === valueText(after);
  const text = (shown: Shown, named: string | undefined) => {
    const isSet = shown.kind === "value" || shown.kind === "sensitive";
    const value = isAlike && shown.kind === "value" ? wholeText(shown.value) : valueText(shown);
    return (isSet ? summary : undefined) ?? named ?? value;
  };
  return [text(before, beforeText), text(after, afterText)] as const;
}
