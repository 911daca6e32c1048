import { ownValue } from "../../own-values";
import type { Type } from "../schema/schema";

/**
 * The value of an attribute of type "dynamic", with the type that it was written in. A handler may also return a plain
 * value there: the runtime infers its type (arrays become tuples).
 */
export class DynamicValue {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}

/**
 * A number that neither a JS number nor a bigint holds exactly, as decimal text ("0.1000000000000000000001", "1e-400").
 * Terraform's numbers are of arbitrary precision (docs/internals/terraform-protocol.md 4).
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

class Unknown {
  // Without a member of its own every object would pass for an Unknown in the type checker.
  protected readonly kind = "unknown";

  /** The words Terraform uses for it. */
  toString(): string {
    return "(known after apply)";
  }
}

/** The one value that is known only after an apply. What a host says about it beyond that (refinements) is dropped. */
export const UNKNOWN = Object.freeze(new Unknown()) as Unknown;

/** Whether the value itself is unknown. For unknowns inside a value see `containsUnknown`. */
export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/**
 * A Terraform value. Lists, sets and tuples are arrays, objects and maps are plain objects. A number is a JS number
 * where its shortest decimal text is the value, a bigint for integers beyond 2^53, else an ExactNumber.
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

export function isObject(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isUnknown(value) &&
    !(value instanceof ExactNumber) &&
    !(value instanceof DynamicValue)
  );
}

/** The attribute of that name, null where there is none. */
export function attributeOf(object: ObjectValue, name: string): Value {
  return ownValue(object, name) ?? null;
}

/** Whether the value or anything inside it is unknown. */
export function containsUnknown(value: Value): boolean {
  if (isUnknown(value)) {
    return true;
  }
  if (value instanceof DynamicValue) {
    return containsUnknown(value.value);
  }
  if (isList(value)) {
    return value.some(containsUnknown);
  }
  return isObject(value) && Object.values(value).some(containsUnknown);
}
