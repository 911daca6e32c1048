import { ownValue } from "../../own-values";
import { remember } from "../../remember";
import type { AttributePath } from "../values/path";
import { mapValues, type Type } from "../values/type";
import { isList, isObjectValue, type ObjectValue, type Value } from "../values/value";

/** Schema of a resource, a data source or the provider itself. */
export interface Schema {
  /** Increased with every incompatible change, together with an entry in `upgradeState`. Default 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** Collection of the objects of a nested attribute. Sets of objects are not supported. */
export type Nesting = "single" | "list" | "map";

/**
 * One attribute. It has exactly one of `type` and `nested`, and at least one of `required`, `optional`, `computed` or
 * `default`.
 */
export interface Attribute {
  readonly type?: Type;
  readonly nested?: { readonly nesting: Nesting; readonly attributes: Attributes };
  /** Markdown. */
  readonly description: string;
  readonly required?: true;
  readonly optional?: true;
  /** The provider sets the value. Together with `optional`, it does so only if the configuration does not. */
  readonly computed?: true;
  /** Terraform hides the value in its output. */
  readonly sensitive?: true;
  /** The value exists only in the configuration and is null in plan and state. Requires Terraform 1.11. */
  readonly writeOnly?: true;
  /** Set for a deprecated attribute: the alternative to it. */
  readonly deprecated?: string;
  /**
   * Planned value if the configuration leaves the attribute null. It makes an optional attribute computed on the wire.
   * A function receives the planned values of the same object: configured values (possibly unknown), computed values
   * and defaults declared before it. It returns UNKNOWN if a value that it needs is unknown. It may return null.
   */
  readonly default?: Value | ((siblings: ObjectValue) => Value);
  /**
   * True for a computed attribute that only reads change. The plan contains the configured value, else the prior value,
   * or null for a new object. After a write it has the planned value, even if the handler returns another one.
   */
  readonly changedByReads?: true;
  /** A changed value forces replacement. Has no effect in a nested object. */
  readonly requiresReplace?: true;
  /**
   * Returns true if a configured value is semantically equal to the prior one. The prior value is then planned, without
   * a diff. Read and apply pass the provider's value as the second argument and keep the prior form. Never called with
   * null or with a value that contains unknowns.
   */
  readonly semanticallyEqual?: (prior: Value, configured: Value) => boolean;
  /**
   * Returns the provider's value, which may be null, in the prior form. Use it for values that are equal in part, and
   * for a value that is equal to null. `siblings` is the returned object. Called if `semanticallyEqual` returns false.
   * `prior` is known.
   */
  readonly inFormOf?: (prior: Value, returned: Value, siblings: ObjectValue) => Value;
}

/** Returns the attributes with their names. The list is computed once, because every call iterates over it. */
export const namedAttributes: (attributes: Attributes) => readonly (readonly [string, Attribute])[] = remember(
  Object.entries,
);

/** Orders the attributes as hosts write them. */
export const objectType: (fields: Attributes) => Extract<Type, { readonly object: unknown }> = remember((fields) => {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: mapValues(Object.fromEntries(sorted), fieldType) };
});

export function fieldType(field: Attribute): Type {
  if (!field.nested) {
    return field.type ?? "dynamic";
  }
  const element = objectType(field.nested.attributes);
  if (field.nested.nesting === "list") {
    return { list: element };
  }
  return field.nested.nesting === "map" ? { map: element } : element;
}

export function schemaType(schema: Pick<Schema, "attributes">): Type {
  return objectType(schema.attributes);
}

/** Includes an attribute with a default, because the provider sets it. */
export function isComputed(attribute: Pick<Attribute, "computed" | "default">): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

/** Returns the texts in sensitive and write-only attributes of an object. */
export function collectSensitiveTexts(fields: Attributes, object: ObjectValue): string[] {
  if (!holdSecrets(fields)) {
    return [];
  }
  return Object.entries(fields).flatMap(([name, { sensitive, writeOnly, nested }]) => {
    const value = ownValue(object, name) ?? null;
    if (sensitive || writeOnly) {
      return textsIn(value);
    }
    return nested
      ? objectsIn(nested.nesting, value).flatMap(([, inner]) => collectSensitiveTexts(nested.attributes, inner))
      : [];
  });
}

/** Returns true if a field, at any depth, is sensitive or write-only. */
const holdSecrets: (fields: Attributes) => boolean = remember((fields) =>
  Object.values(fields).some(
    ({ sensitive, writeOnly, nested }) =>
      sensitive || writeOnly || (nested !== undefined && holdSecrets(nested.attributes)),
  ),
);

/** Returns relative paths. The path of a single object is empty. Null and unknown values are omitted. */
export function objectsIn(nesting: Nesting, value: Value): readonly (readonly [AttributePath, ObjectValue])[] {
  if (nesting === "single") {
    return isObjectValue(value) ? [[[], value]] : [];
  }
  const parts: readonly (readonly [AttributePath, Value])[] = isList(value)
    ? value.map((inner, index) => [[index], inner])
    : Object.entries(isObjectValue(value) ? value : {}).map(([key, inner]) => [[{ key }], inner]);
  return parts.filter((part): part is readonly [AttributePath, ObjectValue] => isObjectValue(part[1]));
}

function textsIn(value: Value): string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (isList(value)) {
    return value.flatMap(textsIn);
  }
  return isObjectValue(value) ? Object.values(value).flatMap(textsIn) : [];
}
