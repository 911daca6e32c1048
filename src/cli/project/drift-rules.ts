import * as z from "zod";
import type { DeclaredFields } from "../../declaration/field";
import { resourceTypes } from "../../resources/registry";
import type { ResourceType } from "../../resources/resource-type";
import type { ResourceChange } from "../engine/read-plan";
import type { UnmanagedObject } from "./reported-types";
import { parseYamlSettings, readSettings, validSettings } from "./settings-file";

export const DEFAULT_RULES_FILE = ".clickstack-drift.yaml";

/** The resource types that a rule can name, without their prefix. */
export const RULE_TYPES = (resourceTypes as readonly ResourceType[])
  .filter(({ resource }) => resource)
  .map(({ type }) => type.replace(/^clickstack_/, ""));

const ruleSchema = z
  .strictObject({
    type: z.enum(RULE_TYPES).optional(),
    /** The former name of `type`. */
    kind: z.enum(RULE_TYPES).optional(),
    name: z.string().min(1).optional(),
    tag: z.string().min(1).optional(),
    field: z.string().min(1).optional(),
    what: z.enum(["changed", "gone", "unmanaged"]).optional(),
    reason: z.string().optional(),
  })
  .refine(
    ({ reason: _, ...conditions }) => Object.keys(conditions).length > 0,
    "A rule without a condition would ignore all changes. Fix: Set at least one of type, name, tag, field and what.",
  )
  .refine(
    ({ field, what }) => field === undefined || what === undefined || what === "changed",
    "A rule for a field is about changed objects. Leave out what, or the field.",
  )
  .transform(({ kind, type = kind, ...rule }) => ({ ...(type !== undefined && { type }), ...rule }));

/** An empty file contains no rules. */
const rulesSchema = z.strictObject({ ignore: z.array(ruleSchema) }).nullable();

/** Drift that reports leave out. All conditions of a rule must be true. */
export type DriftRule = z.output<typeof ruleSchema>;

/** Reads the rules of a file, or of an existing default file. Throws a `CommandError` with the line and the fix. */
export function readDriftRules(file: string | undefined): readonly DriftRule[] {
  return readSettings(file, DEFAULT_RULES_FILE, parseDriftRules) ?? [];
}

export function parseDriftRules(text: string, file: string): readonly DriftRule[] {
  return validSettings(rulesSchema, parseYamlSettings(text, file))?.ignore ?? [];
}

/** Returns true if a text matches a pattern in which `*` matches any characters. Case-sensitive. */
export function matchesText(pattern: string, text: string): boolean {
  const [begin = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) {
    return text === pattern;
  }
  if (!text.startsWith(begin)) {
    return false;
  }
  let from = begin.length;
  // The first match of a part leaves the most text for the next parts.
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) {
      return false;
    }
    from = at + part.length;
  }
  return text.length - end.length >= from && text.endsWith(end);
}

/**
 * Returns true if a field's path matches a pattern or is below a match. Dots separate steps: `tiles.*.x` is the column
 * of every tile. `*` matches any characters within a step, `**` any number of steps.
 */
export function matchesField(pattern: string, path: readonly (string | number)[]): boolean {
  const steps = pattern.split(".");
  /** Numbers of steps of the path that the pattern can match so far. */
  let ends: readonly number[] = [0];
  for (const [index, step] of steps.entries()) {
    const first = ends[0];
    if (first === undefined) {
      return false;
    }
    if (step === "**" && index === steps.length - 1) {
      return true;
    }
    ends =
      step === "**"
        ? path.slice(first).map((_, further) => first + further)
        : ends.filter((end) => end < path.length && matchesText(step, String(path[end]))).map((end) => end + 1);
  }
  return ends.length > 0;
}

/** Facts of an object that a rule can test. */
interface Subject {
  readonly type: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly what: DriftRule["what"];
}

/** A change of an object, as reports describe it. */
interface DescribedChange extends Pick<Subject, "type" | "name"> {
  readonly action: string;
  readonly fields: readonly { readonly path: readonly (string | number)[] }[];
  readonly risks: readonly unknown[];
}

/** Returns a drifted object without the ignored changes, or undefined if no change remains. */
export function withoutIgnored<Change extends DescribedChange>(
  rules: readonly DriftRule[],
  change: Change,
  { change: { before, after } }: ResourceChange,
): Change | undefined {
  const subject: Subject = {
    type: change.type,
    name: change.name,
    tags: [...tagsOf(before), ...tagsOf(after)],
    what: change.action === "delete" ? "gone" : "changed",
  };
  const applying = rules.filter((rule) => applies(rule, subject));
  if (applying.some(({ field }) => field === undefined)) {
    return undefined;
  }
  const patterns = applying.flatMap(({ field }) => field ?? []);
  if (patterns.length === 0 || subject.what === "gone") {
    return change;
  }
  const fields = change.fields.filter(({ path }) => !patterns.some((pattern) => matchesField(pattern, path)));
  if (fields.length === 0) {
    return undefined;
  }
  // A risk may concern an ignored field. It is reported only if no field of the object is ignored.
  return fields.length === change.fields.length ? change : { ...change, fields, risks: [] };
}

export function isIgnoredUnmanaged(
  rules: readonly DriftRule[],
  { type, name }: UnmanagedObject,
  tags: readonly string[],
): boolean {
  return rules.some((rule) => rule.field === undefined && applies(rule, { type, name, tags, what: "unmanaged" }));
}

/** Returns true if rules ignore every unmanaged object of a type, so that no request is necessary. */
export function ignoresAllUnmanaged(rules: readonly DriftRule[], type: string): boolean {
  return rules.some(({ name, tag, field, ...rule }) => {
    const isGeneral = [name, tag, field].every((each) => each === undefined);
    return isGeneral && applies(rule, { type, name: "", tags: [], what: "unmanaged" });
  });
}

function applies({ type, name, tag, what }: DriftRule, subject: Subject): boolean {
  return (
    (type === undefined || `clickstack_${type}` === subject.type) &&
    (name === undefined || matchesText(name, subject.name)) &&
    (tag === undefined || subject.tags.some((each) => matchesText(tag, each))) &&
    (what === undefined || what === subject.what)
  );
}

function tagsOf(value: unknown): readonly string[] {
  const { tags } = (value ?? {}) as DeclaredFields;
  return Array.isArray(tags) ? tags.map(String) : [];
}
