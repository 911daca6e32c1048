import type { AttributePath } from "../diagnostics/attribute-path";
import { pathText } from "../diagnostics/attribute-path";
import { type Diagnostic, problem } from "../diagnostics/diagnostic";
import { type Field, type Fields, fieldType, objectType } from "../schema/field";
import { valuesEqual } from "../values/equal";
import { isUnknown } from "../values/unknown";
import { attributeOf, containsUnknown, isList, isObject, member, type ObjectValue, type Value } from "../values/value";
import { knownMembers, unknownPaths } from "./unknown-paths";

/** A state that may be handed to the host, and what was wrong with the one that a handler returned. */
export interface CheckedState {
  readonly state: ObjectValue;
  readonly diagnostics: readonly Diagnostic[];
}

/** Takes what is still unknown out of a handler's state (null instead) and says in one diagnostic where it was. */
export function withoutUnknowns(fields: Fields, state: ObjectValue, during: string): CheckedState {
  // Nearly always so, and much cheaper to see than where they are.
  if (!containsUnknown(state)) return { state, diagnostics: [] };
  const paths = unknownPaths(objectType(fields), state);
  const [first] = paths;
  if (first === undefined) return { state, diagnostics: [] };
  const detail =
    `After ${during}, the provider still calls ${listed(paths)} unknown. The state holds null there. ` +
    "This is a defect of the provider.";
  return { state: knownMembers(state), diagnostics: [problem("The provider returned unknown values", detail, first)] };
}

/**
 * Compares what a write returned with what was planned: every known planned value must come back the same
 * (facts/terraform-protocol.md, section 5). One diagnostic names all that differ, never their values.
 */
export function differencesFromPlan(
  fields: Fields,
  plan: ObjectValue,
  state: ObjectValue,
  during: string,
): readonly Diagnostic[] {
  const paths = Object.entries(fields).flatMap(([name, field]) =>
    differences(field, attributeOf(plan, name), attributeOf(state, name), [name]),
  );
  const [first] = paths;
  if (first === undefined) return [];
  const detail =
    `After ${during}, ${listed(paths)} is not what was planned. The state holds what the provider returned, ` +
    "so that the next plan shows the difference. Most likely the server changes this value by itself: " +
    "write it as the server does, or leave it out. If that does not help, this is a defect of the provider.";
  return [problem("The result differs from the plan", detail, first)];
}

function differences(field: Field, planned: Value, actual: Value, path: AttributePath): AttributePath[] {
  if (isUnknown(planned) || valuesEqual(planned, actual, fieldType(field))) return [];
  if (!field.nested) return containsUnknown(planned) ? [] : [path];
  const { nesting, fields } = field.nested;
  if (nesting === "set") return containsUnknown(planned) && lengthOf(planned) === lengthOf(actual) ? [] : [path];
  const inside = (a: ObjectValue, b: ObjectValue, inner: AttributePath) =>
    Object.entries(fields).flatMap(([name, leaf]) =>
      differences(leaf, attributeOf(a, name), attributeOf(b, name), [...inner, name]),
    );
  const pair = (a: Value, b: Value | undefined, inner: AttributePath) => {
    if (isUnknown(a)) return [];
    return isObject(a) && isObject(b) ? inside(a, b, inner) : a === null && b === null ? [] : [inner];
  };
  if (nesting === "single") return pair(planned, actual, path);
  if (isList(planned) && isList(actual) && planned.length === actual.length) {
    return planned.flatMap((element, index) => pair(element, actual[index], [...path, index]));
  }
  if (!isObject(planned) || !isObject(actual)) return [path];
  const keys = [...new Set([...Object.keys(planned), ...Object.keys(actual)])];
  return keys.flatMap((key) => pair(member(planned, key) ?? null, member(actual, key), [...path, { key }]));
}

function lengthOf(value: Value): number {
  return isList(value) ? value.length : -1;
}

function listed(paths: readonly AttributePath[]): string {
  const shown = paths.slice(0, 5).map(pathText).join(", ");
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
