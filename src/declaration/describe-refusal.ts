import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import { ownValue } from "../own-values";
import { VERSION } from "../version";
import { attributeName, type DeclaredFields, type FieldMeta, isPresent } from "./field";
import type { IssuePath } from "./rules";
import {
  type DeclaredField,
  isSelectedBy,
  type LeafShape,
  literalFields,
  type ObjectShape,
  type VariantsShape,
} from "./shape";

const EMPTY: ObjectShape = { kind: "object", fields: {}, rules: [], synonyms: {} };

/** Returns the author's name of a field; empty if the author cannot name it. */
export type NameOf = (field: DeclaredField) => string;

/** Returns a sentence that suggests the nearest candidate, or "" when no candidate is near. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = candidates
    .map((candidate) => ({ candidate, edits: distance(written.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0];
  if (!nearest || nearest.edits >= written.length || nearest.edits > Math.max(2, written.length / 3)) {
    return "";
  }
  return ` Did you mean "${nearest.candidate}"?`;
}

/** Maximum length of a value that a message quotes. */
const MAX_QUOTE_LENGTH = 80;

/** Describes why the schema refused a value and suggests a correction. Never shows a value that may be secret. */
export function describeRefusal(issue: z.core.$ZodIssue, value: unknown, meta: FieldMeta | undefined): string {
  if (meta?.sensitive || meta?.refusedUnseen) {
    return `${requirementOf(issue)}.`;
  }
  return `${requirementOf(issue)}${valueNote(issue, value)}.${hint(issue, value, meta)}`;
}

function requirementOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${article(issue.expected)}`;
    case "invalid_value":
      return `Must be one of ${issue.values.map(quote).join(", ")}`;
    case "too_big":
      return `Must be at most ${amount(issue.maximum, issue.origin)}`;
    case "too_small":
      return `Must be ${issue.inclusive ? "at least" : "more than"} ${amount(issue.minimum, issue.origin)}`;
    default:
      return issue.message.replace(/\.$/, "");
  }
}

function valueNote(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "too_big" || issue.code === "too_small") {
    return typeof value === "string" || Array.isArray(value) ? `; it has ${value.length}` : `; it is ${String(value)}`;
  }
  if (issue.code === "invalid_type" || (typeof value === "object" && value !== null)) {
    return `, not ${typeName(value)}`;
  }
  const text = quote(value);
  return text.length > MAX_QUOTE_LENGTH ? "" : `; it is ${text}`;
}

function hint(issue: z.core.$ZodIssue, value: unknown, meta: FieldMeta | undefined): string {
  if (meta?.suggest) {
    const suggestion = meta.suggest(value);
    return suggestion === undefined ? "" : ` Write ${quote(suggestion)} instead.`;
  }
  if (issue.code !== "invalid_value" || typeof value !== "string") {
    return "";
  }
  return didYouMean(
    value,
    issue.values.filter((each) => typeof each === "string"),
  );
}

function amount(limit: number | bigint, origin: string): string {
  const unit = origin === "string" ? "character" : origin === "array" ? "element" : undefined;
  return unit === undefined ? String(limit) : `${limit} ${unit}${limit === 1 ? "" : "s"} long`;
}

function article(type: string): string {
  if (type === "int") {
    return "a whole number";
  }
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeName(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "number") {
    return `the number ${value}`;
  }
  return article(typeof value);
}

function quote(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Describes a refused value of an open enumeration. */
export function describeOtherValue({ values = [] }: LeafShape, input: unknown, meta: FieldMeta | undefined): string {
  return describeRefusal({ code: "invalid_value", values: [...values], input, path: [], message: "" }, input, meta);
}

/** Describes a value of an open enumeration that this version does not know. */
export function describeUnknownValue(known: readonly unknown[], value: unknown, meta: FieldMeta | undefined): string {
  const hint = typeof value === "string" && !meta?.suggest ? didYouMean(value, known.map(String)) : "";
  const text = quote(value);
  return `${text.length > MAX_QUOTE_LENGTH ? "The value" : text} is not known to ${VERSION}; the server decides. Known values: ${known.map(quote).join(", ")}.${hint}`;
}

export function describeMissing({ meta }: DeclaredField): string {
  const [purpose = ""] = meta.description.split(/[.:](?: |$)/);
  return `Must be given: ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}.`;
}

/** Describes the discriminators of a value that matches no variant. Returns the message and its path. */
export function describeMisfit(
  shape: VariantsShape,
  value: DeclaredFields,
  nameOf: NameOf,
): readonly [message: string, path: IssuePath] {
  const { field, fitting } = firstMisfit(shape, value);
  const allowed = [...new Set(fitting.map((variant) => literalFields(variant)[field]))].filter(isPresent);
  const given = value[field];
  if (allowed.length === 0) {
    return [describeUnsupported(field, fitting[0] ?? EMPTY, shape.variants, nameOf), [field]];
  }
  const choice = `${allowed.length > 1 ? "one of " : ""}${allowed.map((each) => JSON.stringify(each)).join(", ")}${fitting.some((variant) => isSelectedBy(variant, field, undefined)) ? ", or left out" : ""}`;
  if (!isPresent(given)) {
    return [`Must be given, as ${choice}.`, [field]];
  }
  const reason = shape.variants.map(({ fields }) => fields[field]?.meta.refusals?.[String(given)]).find(isPresent);
  const hint = reason ? ` ${reason}` : typeof given === "string" ? didYouMean(given, allowed.map(String)) : "";
  return [`Must be ${choice}; it is ${JSON.stringify(given)}.${hint}`, [field]];
}

/** Returns the first discriminator whose value no remaining variant has, and the variants that match up to it. */
function firstMisfit({ discriminators, variants }: VariantsShape, value: DeclaredFields) {
  let fitting = variants;
  for (const field of discriminators) {
    const left = fitting.filter((variant) => isSelectedBy(variant, field, value[field]));
    if (left.length === 0) {
      return { field, fitting };
    }
    fitting = left;
  }
  return { field: "", fitting };
}

/** @param siblings the other kinds that the object could have */
export function describeUnsupported(
  name: string,
  shape: ObjectShape,
  siblings: readonly ObjectShape[],
  nameOf: NameOf,
): string {
  const kind = quotedKind(shape);
  const refusal = kind ? `${kind} has no such field` : "Unknown field";
  const instead = ownValue(shape.synonyms, name);
  if (instead !== undefined) {
    return `${refusal}. Use ${instead}.`;
  }
  const owners = siblings.filter((sibling) =>
    Object.values(sibling.fields).some((field) => field.name === name || attributeName(field) === name),
  );
  if (owners.length > 0) {
    return `${refusal}, only ${owners.map(quotedKind).join(", ")}. Leave it out.`;
  }
  return `${refusal}.${didYouMean(name, Object.values(shape.fields).map(nameOf).filter(Boolean))}`;
}

/** Returns the discriminators of a variant in quotes, such as `"line"`; empty for an object without variants. */
function quotedKind(shape: ObjectShape): string {
  const literals = Object.values(literalFields(shape));
  return literals.map((literal) => JSON.stringify(literal)).join(" + ");
}
