import { ownValue } from "../../own-values";
import { ExactNumber } from "../wire/numbers";
import { mapValues, type Type } from "./type";

/**
 * The value of an attribute of type "dynamic", with its written type. A handler may also return a plain value: the
 * runtime infers its type (arrays become tuples).
 */
export class DynamicValue {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

class Unknown {
  // Without a protected member, the type checker would accept every object as an Unknown.
  protected readonly kind = "unknown";

  /** Returns the words that Terraform uses. */
  toString(): string {
    return "(known after apply)";
  }
}

/** A value that is known only after an apply. Refinements that a host sends are dropped. */
export const UNKNOWN = Object.freeze(new Unknown()) as Unknown;

/** Returns true if the value itself is unknown. For unknowns inside a value see `containsUnknown`. */
export function isUnknownValue(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/**
 * A Terraform value. Lists, sets and tuples are arrays, objects and maps are plain objects. A number is a JS number if
 * its shortest decimal text is the value, a bigint for integers beyond 2^53, and otherwise an ExactNumber.
 */
export type Value =
  | null
  | boolean
  | string
  | number
  | bigint
  | ExactNumber
  | Unknown
  | DynamicValue
  | readonly Value[]
  | ObjectValue;

export interface ObjectValue {
  readonly [attribute: string]: Value;
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isObjectValue(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isUnknownValue(value) &&
    !(value instanceof ExactNumber) &&
    !(value instanceof DynamicValue)
  );
}

/** Returns the attribute, or null if it is missing. */
export function attributeOf(object: ObjectValue, name: string): Value {
  return ownValue(object, name) ?? null;
}

/** Returns true if the value or a value inside it is unknown. */
export function containsUnknown(value: Value): boolean {
  if (isUnknownValue(value)) {
    return true;
  }
  if (value instanceof DynamicValue) {
    return containsUnknown(value.value);
  }
  if (isList(value)) {
    return value.some(containsUnknown);
  }
  return isObjectValue(value) && Object.values(value).some(containsUnknown);
}

/** Arrays become tuples, objects stay objects, and null and unknown values stay dynamic. */
export function inferType(value: Value): Type {
  if (value === null || isUnknownValue(value)) {
    return "dynamic";
  }
  if (value instanceof DynamicValue) {
    return value.type;
  }
  if (value instanceof ExactNumber) {
    return "number";
  }
  if (isList(value)) {
    return { tuple: value.map(inferType) };
  }
  if (typeof value === "object") {
    return { object: mapValues(value, inferType) };
  }
  if (typeof value === "string") {
    return "string";
  }
  return typeof value === "boolean" ? "bool" : "number";
}
