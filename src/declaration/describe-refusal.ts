import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import type { FieldMeta } from "./field";

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

/** Returns the requirement without the value. */
function requirementOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `Must be ${article(issue.expected)}`;
    case "invalid_value":
      return `Must be one of ${issue.values.map(quote).join(", ")}`;
    case "too_big":
      return `Must be at most ${amount(issue.maximum, issue.origin)}`;
    case "too_small":
      return `Must be at least ${amount(issue.minimum, issue.origin)}`;
    default:
      return issue.message.replace(/\.$/, "");
  }
}

function valueNote(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "too_big" || issue.code === "too_small") {
    return `; it ${sizeNote(value)}`;
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
  if (origin === "string") {
    return `${limit} ${limit === 1 ? "character" : "characters"} long`;
  }
  if (origin === "array") {
    return `${limit} ${limit === 1 ? "element" : "elements"} long`;
  }
  return String(limit);
}

function sizeNote(value: unknown): string {
  if (typeof value === "string" || Array.isArray(value)) {
    return `has ${value.length}`;
  }
  return `is ${String(value)}`;
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
