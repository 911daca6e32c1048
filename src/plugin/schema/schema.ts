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
  /** The alternative to use. Marks the schema as deprecated. */
  readonly deprecated?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, SchemaBlock>>;
}

/** Collection of the objects of a nested attribute or a block. */
export type Nesting = "single" | "list" | "set" | "map";

/**
 * One attribute. It has exactly one of `type` and `nested`, and at least one of `required`, `optional`, `computed` or
 * `default`.
 */
export interface Attribute {
  readonly type?: Type;
  readonly nested?: { readonly nesting: Nesting; readonly attributes: Readonly<Record<string, Attribute>> };
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
  /** The alternative to use. */
  readonly deprecated?: string;
  /**
   * Planned value if the configuration leaves the attribute null. It makes an optional attribute computed on the wire.
   * A function receives the planned values of the same object: configured values (possibly unknown), computed values
   * and defaults declared before it. It returns UNKNOWN if a value that it needs is unknown. It may return null.
   */
  readonly default?: Value | ((siblings: ObjectValue) => Value);
  /**
   * For a computed attribute without configuration when an update changes another attribute: keep the prior value
   * (default) or plan "known after apply".
   */
  readonly onChange?: "keep" | "recompute";
  /**
   * A computed attribute that only reads change: null for a new object and the prior value in an update. After a write
   * it has the planned value, also if the handler returns another one. A configured value is planned instead.
   */
  readonly changedByReads?: true;
  /**
   * A changed value forces replacement. The runtime calls a function only if the value differs. `planned` may be
   * UNKNOWN.
   */
  readonly requiresReplace?: true | ((change: { readonly prior: Value; readonly planned: Value }) => boolean);
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

/** A nested block, which HCL writes without `=`. Prefer nested attributes: they support more settings per attribute. */
export interface SchemaBlock extends Omit<Schema, "version"> {
  readonly nesting: Nesting;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An attribute or a block, in one form for planning and completing. */
export interface SchemaField extends Omit<Attribute, "nested"> {
  readonly nested?: { readonly nesting: Nesting; readonly fields: SchemaFields };
  /** The value of an absent field: null for an attribute, an empty collection for a block. */
  readonly absent: Value;
}

export type SchemaFields = Readonly<Record<string, SchemaField>>;

type Container = Pick<Schema, "attributes" | "blocks">;

/** Returns the fields of a schema, a block or a nested attribute. */
export const schemaFieldsOf: (container: Container) => SchemaFields = remember(({ attributes, blocks = {} }) => ({
  ...mapValues(attributes, attributeField),
  ...mapValues(blocks, blockField),
}));

/** Returns the fields with their names. The list is computed once, because every call iterates over it. */
export const namedFields: (fields: SchemaFields) => readonly (readonly [string, SchemaField])[] = remember(
  Object.entries,
);

interface ObjectType {
  readonly object: Readonly<Record<string, Type>>;
}

/**
 * Returns the type of the objects that have these fields. Its attributes are in the order in which hosts write them.
 */
export const objectType: (fields: SchemaFields) => ObjectType = remember((fields) => {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: mapValues(Object.fromEntries(sorted), fieldType) };
});

/** Returns the type of a field's value. */
export function fieldType(field: SchemaField): Type {
  if (!field.nested) {
    return field.type ?? "dynamic";
  }
  const element = objectType(field.nested.fields);
  if (field.nested.nesting === "list") {
    return { list: element };
  }
  if (field.nested.nesting === "set") {
    return { set: element };
  }
  return field.nested.nesting === "map" ? { map: element } : element;
}

/** Returns the type of the objects that a schema describes. */
export function schemaType(schema: Container): Type {
  return objectType(schemaFieldsOf(schema));
}

/**
 * Returns true if the attribute is computed for Terraform. This includes an attribute with a default, because the
 * provider sets it.
 */
export function isComputed(attribute: Pick<Attribute, "computed" | "default">): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

function attributeField(attribute: Attribute): SchemaField {
  const { nested, ...own } = attribute;
  if (!nested) {
    return { ...own, absent: null };
  }
  return { ...own, nested: { nesting: nested.nesting, fields: schemaFieldsOf(nested) }, absent: null };
}

function blockField(block: SchemaBlock): SchemaField {
  const empty = { single: null, list: [], set: [], map: {} };
  const nested = { nesting: block.nesting, fields: schemaFieldsOf(block) };
  return { description: block.description, optional: true, nested, absent: empty[block.nesting] };
}

/** Returns the texts in sensitive and write-only attributes of an object. */
export function collectSensitiveTexts(fields: SchemaFields, object: ObjectValue): string[] {
  if (!holdSecrets(fields)) {
    return [];
  }
  return Object.entries(fields).flatMap(([name, { sensitive, writeOnly, nested }]) => {
    const value = ownValue(object, name) ?? null;
    if (sensitive || writeOnly) {
      return textsIn(value);
    }
    return nested
      ? objectsIn(nested.nesting, value).flatMap(([, inner]) => collectSensitiveTexts(nested.fields, inner))
      : [];
  });
}

/** Returns true if a field, at any depth, is sensitive or write-only. */
const holdSecrets: (fields: SchemaFields) => boolean = remember((fields) =>
  Object.values(fields).some(
    ({ sensitive, writeOnly, nested }) =>
      sensitive || writeOnly || (nested !== undefined && holdSecrets(nested.fields)),
  ),
);

/**
 * Returns the objects in a nested value with their relative paths. The path of a single object is empty. Null and
 * unknown values are omitted.
 */
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
