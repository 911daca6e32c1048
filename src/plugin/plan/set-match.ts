import { type Field, type Fields, fieldType, isComputed } from "../schema/field";
import { valuesEqual } from "../values/equal";
import { attributeOf, isList, isObject, member, type ObjectValue, type Value } from "../values/value";
import type { SetMatch } from "./nested";
import { meansTheSame } from "./same-meaning";

/**
 * Finds the prior element of a set that a configured one was: all it configures is equal or means the same,
 * and what it leaves out is computed or was null.
 */
export function matchConfigured(fields: Fields): SetMatch {
  return (element, candidates) => candidates.find((candidate) => couldBe(fields, element, candidate));
}

function couldBe(fields: Fields, element: ObjectValue, candidate: ObjectValue): boolean {
  return Object.entries(fields).every(([name, field]) =>
    couldHaveBeen(field, attributeOf(element, name), attributeOf(candidate, name)),
  );
}

function couldHaveBeen(field: Field, configured: Value, prior: Value): boolean {
  if (field.writeOnly || (configured === null && isComputed(field))) return true;
  if (meansTheSame(field, prior, configured)) return true;
  if (!field.nested) return valuesEqual(prior, configured, fieldType(field));
  return nestedCouldHaveBeen(field.nested, configured, prior);
}

function nestedCouldHaveBeen(
  { nesting, fields }: NonNullable<Field["nested"]>,
  configured: Value,
  prior: Value,
): boolean {
  const pair = (a: Value, b: Value | undefined) => isObject(a) && isObject(b) && couldBe(fields, a, b);
  if (configured === prior) return true;
  if (nesting === "single") return pair(configured, prior);
  if (isList(configured) && isList(prior)) {
    if (configured.length !== prior.length) return false;
    if (nesting === "list") return configured.every((element, index) => pair(element, prior[index]));
    return configured.every((element) => prior.some((candidate) => pair(element, candidate)));
  }
  if (!isObject(configured) || !isObject(prior)) return false;
  const keys = Object.keys(configured);
  return (
    keys.length === Object.keys(prior).length &&
    keys.every((key) => pair(attributeOf(configured, key), member(prior, key)))
  );
}
