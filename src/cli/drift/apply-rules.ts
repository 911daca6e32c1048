import type { Fields } from "../../schema/field";
import type { ObjectChange, UnmanagedObject } from "../report/model";
import type { ResourceChange } from "../stacks/plan-json";
import type { DriftRule } from "./drift-rules";
import { matchesField, matchesText } from "./pattern";

/** What a rule can look at. */
interface Subject {
  readonly type: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly what: DriftRule["what"];
}

/** A drifted object without what rules ignore; undefined where nothing is left. */
export function withoutIgnored(
  rules: readonly DriftRule[],
  change: ObjectChange,
  { change: { before, after } }: ResourceChange,
): ObjectChange | undefined {
  const subject: Subject = {
    type: change.type,
    name: change.name,
    tags: [...tagsOf(before), ...tagsOf(after)],
    what: change.action === "delete" ? "gone" : "changed",
  };
  const applying = rules.filter((rule) => applies(rule, subject));
  if (applying.some(({ field }) => field === undefined)) return undefined;
  const patterns = applying.flatMap(({ field }) => field ?? []);
  if (patterns.length === 0 || subject.what === "gone") return change;
  const fields = change.fields.filter(({ path }) => !patterns.some((pattern) => matchesField(pattern, path)));
  if (fields.length === 0) return undefined;
  // What a danger is about may be among the ignored fields, so it is told only of an object that is told whole.
  return fields.length === change.fields.length ? change : { ...change, fields, dangers: [] };
}

/** Whether rules ignore an object that is in no state. */
export function isIgnoredStranger(
  rules: readonly DriftRule[],
  { type, name }: UnmanagedObject,
  tags: readonly string[],
): boolean {
  return rules.some((rule) => rule.field === undefined && applies(rule, { type, name, tags, what: "unmanaged" }));
}

/** Whether rules ignore every object of a type that is in no state, so that nobody needs to ask for them. */
export function ignoresAllStrangers(rules: readonly DriftRule[], type: string): boolean {
  return rules.some(
    ({ kind, name, tag, field, what }) =>
      name === undefined &&
      tag === undefined &&
      field === undefined &&
      (kind === undefined || typeOf(kind) === type) &&
      (what === undefined || what === "unmanaged"),
  );
}

function applies({ kind, name, tag, what }: DriftRule, subject: Subject): boolean {
  return (
    (kind === undefined || typeOf(kind) === subject.type) &&
    (name === undefined || matchesText(name, subject.name)) &&
    (tag === undefined || subject.tags.some((each) => matchesText(tag, each))) &&
    (what === undefined || what === subject.what)
  );
}

function typeOf(kind: string): string {
  return `clickstack_${kind}`;
}

function tagsOf(value: unknown): readonly string[] {
  const { tags } = (value ?? {}) as Fields;
  return Array.isArray(tags) ? tags.map(String) : [];
}
