import {
  type Attribute,
  type Attributes,
  fieldType,
  isComputed,
  namedAttributes,
  objectsIn,
  objectType,
  type Schema,
  schemaType,
} from "../schema/schema";
import { type Diagnostic, problem } from "../values/diagnostics";
import { valuesEqual } from "../values/equal";
import { type AttributePath, pathText } from "../values/path";
import { mapValues, type Type, typeAt } from "../values/type";
import {
  attributeOf,
  containsUnknown,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../values/value";
import { walkNested } from "./nested";
import { fillFrom, findChangedPaths, findReplacePaths, meansTheSame } from "./prior-form";

/**
 * Returns the planned values of one object. These are the configured values (or semantically equal prior values) and
 * the defaults. Other computed attributes keep the prior value, and are unknown for a new object. An unchanged object
 * is the prior object, at any depth, so that a later comparison is cheap.
 */
function planFields(fields: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const planned: Record<string, Value> = {};
  const dependent: [string, (siblings: ObjectValue) => Value][] = [];
  for (const [name, field] of namedAttributes(fields)) {
    const configured = attributeOf(config, name);
    const { default: fallback } = field;
    if (configured === null && typeof fallback === "function") {
      dependent.push([name, fallback]);
    }
    planned[name] = planField(field, configured, prior ? attributeOf(prior, name) : undefined);
  }
  // A dependent default receives the planned values of the other attributes, never its own.
  for (const [name] of dependent) {
    planned[name] = null;
  }
  for (const [name, fallback] of dependent) {
    planned[name] = fallback(planned) ?? null;
  }
  return prior && isAsBefore(fields, planned, prior) ? prior : planned;
}

function isAsBefore(fields: Attributes, planned: ObjectValue, prior: ObjectValue): boolean {
  return namedAttributes(fields).every(([name, field]) => {
    const [value, before] = [attributeOf(planned, name), attributeOf(prior, name)];
    return value === before || (!field.nested && valuesEqual(value, before, fieldType(field)));
  });
}

function planField(field: Attribute, configured: Value, prior: Value | undefined): Value {
  if (field.writeOnly) {
    return null;
  }
  if (configured === null) {
    return planLeftOut(field, prior);
  }
  if (isUnknownValue(configured)) {
    return configured;
  }
  if (prior !== undefined && meansTheSame(field, prior, configured)) {
    return prior;
  }
  if (!field.nested) {
    return configured;
  }
  const { nesting, attributes } = field.nested;
  return walkNested(nesting, configured, prior ?? null, (object, before) => planFields(attributes, object, before));
}

function planLeftOut(field: Attribute, prior: Value | undefined): Value {
  if (field.default !== undefined && typeof field.default !== "function") {
    return field.default;
  }
  if (!isComputed(field)) {
    return null;
  }
  if (prior !== undefined) {
    return prior;
  }
  return field.changedByReads ? null : UNKNOWN;
}

export interface PlannedChange {
  readonly plan: ObjectValue;
  readonly requiresReplace: readonly AttributePath[];
}

/**
 * Plans a create (`prior` is null) or an update. The host's own proposal is ignored: it merges the same configuration
 * and prior state, without defaults and semantic equality (docs/internals/terraform-protocol.md 5).
 */
export function planChange(schema: Schema, config: ObjectValue, prior: ObjectValue | null): PlannedChange {
  const planned = planFields(schema.attributes, config, prior);
  // Returns the prior object itself, so that a comparison of the two is cheap.
  const plan = prior && valuesEqual(planned, prior, schemaType(schema)) ? prior : planned;
  return { plan, requiresReplace: prior && plan !== prior ? findReplacePaths(schema.attributes, prior, plan) : [] };
}

/** Returns the object with configured values and declared defaults for its missing attributes. */
export function fillFromConfig(fields: Attributes, config: ObjectValue, object: ObjectValue): ObjectValue {
  const planned = Object.entries(planFields(fields, config, null));
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...planned.filter(([, value]) => !isUnknownValue(value)), ...given]);
}

function unknownPaths(type: Type, value: Value): readonly AttributePath[] {
  if (isUnknownValue(value)) {
    return [[]];
  }
  if (typeof type === "string") {
    return containsUnknown(value) ? [[]] : [];
  }
  const inside = (step: string | number, inner: Value) => {
    const shown = typeof step === "string" && "map" in type ? { key: step } : step;
    return unknownPaths(typeAt(type, step) ?? "dynamic", inner).map((rest) => [shown, ...rest]);
  };
  if (isObjectValue(value)) {
    return Object.entries(value).flatMap(([name, inner]) => inside(name, inner));
  }
  return isList(value) ? value.flatMap((element, index) => inside(index, element)) : [];
}

export function findWriteOnlyPaths(fields: Attributes, config: ObjectValue): readonly AttributePath[] {
  return namedAttributes(fields).flatMap(([name, { writeOnly, nested }]): readonly AttributePath[] => {
    const value = attributeOf(config, name);
    if (writeOnly) {
      return value === null ? [] : [[name]];
    }
    if (!nested) {
      return [];
    }
    return objectsIn(nested.nesting, value).flatMap(([way, object]) =>
      findWriteOnlyPaths(nested.attributes, object).map((rest) => [name, ...way, ...rest]),
    );
  });
}

/** Replaces the unknown values in a handler's state by null. One diagnostic lists their paths. */
export function withoutUnknowns(fields: Attributes, state: ObjectValue, during: string) {
  // Most states contain no unknowns, and this check is much cheaper than finding their paths.
  const paths = containsUnknown(state) ? unknownPaths(objectType(fields), state) : [];
  const [first] = paths;
  if (first === undefined) {
    return { state, diagnostics: [] };
  }
  const detail =
    `After ${during}, the value of ${listed(paths)} is still unknown. The state contains null instead. ` +
    "This is a defect of the provider.";
  return {
    state: mapValues(state, (value) => fillFrom(null, value)),
    diagnostics: [problem("The provider returned unknown values", detail, first)],
  };
}

/**
 * Compares the result of a write with the plan: every known planned value must be returned unchanged
 * (docs/internals/terraform-protocol.md 5). One warning names all attributes that differ, never their values.
 */
export function findDifferencesFromPlan(
  fields: Attributes,
  plan: ObjectValue,
  state: ObjectValue,
  during: string,
): readonly Diagnostic[] {
  const paths = findChangedPaths(fields, plan, state);
  const [first] = paths;
  if (first === undefined) {
    return [];
  }
  const detail =
    `After ${during}, the server's value of ${listed(paths)} differs from the plan. The state keeps the planned value, and the object is ` +
    "not replaced. The next plan shows the server's value as a change.\n" +
    "Fix: Write the value as the server stores it, or remove the attribute from the configuration.";
  return [{ severity: "warning", summary: "The server stored another value than planned", detail, path: first }];
}

function listed(paths: readonly AttributePath[]): string {
  const shown = paths.slice(0, 5).map(pathText).join(", ");
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown;
}
