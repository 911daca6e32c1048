import { ownValue } from "../../own-values";
import { remember } from "../../remember";
import type { AttributePath } from "../diagnostics";
import { DynamicValue, ExactNumber, isList, isObject, isUnknown, type ObjectValue, type Value } from "../values/value";

/**
 * A Terraform type. `optional` names attributes of an object that a conversion may leave out; it is not part of the
 * wire type.
 */
export type Type =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | { readonly list: Type }
  | { readonly set: Type }
  | { readonly map: Type }
  | { readonly tuple: readonly Type[] }
  | { readonly object: Readonly<Record<string, Type>>; readonly optional?: readonly string[] };

/** What a resource, a data source or the provider itself can hold. */
export interface Schema {
  /** Raised with every incompatible change, together with an entry in `upgradeState`. Default 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  /** What to do instead. Marks the whole as deprecated. */
  readonly deprecated?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, Block>>;
}

/** How the objects of a nested attribute or a block are held. */
export type Nesting = "single" | "list" | "set" | "map";

/**
 * One attribute. Exactly one of `type` and `nested` is given; at least one of `required`, `optional`, `computed` or
 * `default`.
 */
export interface Attribute {
  readonly type?: Type;
  readonly nested?: { readonly nesting: Nesting; readonly attributes: Readonly<Record<string, Attribute>> };
  /** Markdown. */
  readonly description: string;
  readonly required?: true;
  readonly optional?: true;
  /** The provider sets it; together with `optional`, only where the configuration does not. */
  readonly computed?: true;
  /** Terraform hides it in its output. */
  readonly sensitive?: true;
  /** Present in the configuration alone, null in plan and state. Terraform 1.11 and later. */
  readonly writeOnly?: true;
  /** What to do instead. */
  readonly deprecated?: string;
  /**
   * Planned when the configuration leaves the attribute null; makes an optional attribute computed on the wire. A
   * function gets the planned values of the same object: configured ones (which may be unknown), computed ones and
   * defaults declared before it. It returns UNKNOWN when what it depends on is unknown, and may return null.
   */
  readonly default?: Value | ((siblings: ObjectValue) => Value);
  /**
   * A computed attribute without configuration, when an update changes anything else of the resource: keep the prior
   * value (default) or plan "known after apply".
   */
  readonly onChange?: "keep" | "recompute";
  /**
   * A computed attribute that reads alone change: null for a new object, the prior value in an update, and after a
   * write what was planned, whatever the handler returned. The configuration never sets it.
   */
  readonly changedByReads?: true;
  /** A changed value needs a new object. A function is asked only when the value differs; `planned` may be UNKNOWN. */
  readonly requiresReplace?: true | ((change: { readonly prior: Value; readonly planned: Value }) => boolean);
  /**
   * Whether a configured value means the same as the prior one. Then the prior value is planned and there is no diff.
   * Read and apply ask as well, with what the provider returned in the second place, and keep the form that was there.
   * Never asked about null or a value with unknowns.
   */
  readonly semanticallyEqual?: (prior: Value, configured: Value) => boolean;
  /**
   * What the provider returned, which may be null, in the form that was there: for values that mean the same in part,
   * and for one that means the same as none. `beside` is the object that was returned. Asked where `semanticallyEqual`
   * does not hold; `prior` is known.
   */
  readonly inFormOf?: (prior: Value, returned: Value, beside: ObjectValue) => Value;
}

/** A nested block, for what HCL wants written without `=`. Prefer nested attributes: their leaves tell more. */
export interface Block extends Omit<Schema, "version"> {
  readonly nesting: Nesting;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** An attribute or a block, in the one form that planning and completing walk over. */
export interface SchemaField extends Omit<Attribute, "nested"> {
  readonly nested?: { readonly nesting: Nesting; readonly fields: Fields };
  /** What stands for absence: null, but an empty collection for a block. */
  readonly absent: Value;
}

export type Fields = Readonly<Record<string, SchemaField>>;

type Container = Pick<Schema, "attributes" | "blocks">;

/** The fields of a schema, a block or a nested attribute. */
export const fieldsOf: (container: Container) => Fields = remember(({ attributes, blocks = {} }) => ({
  ...mapValues(attributes, attributeField),
  ...mapValues(blocks, blockField),
}));

/** The fields with their names, in a list that is made once: every call walks over it. */
export const namedFields: (fields: Fields) => readonly (readonly [string, SchemaField])[] = remember(Object.entries);

interface ObjectType {
  readonly object: Readonly<Record<string, Type>>;
}

/** The type of the objects that have these fields, with its attributes in the order in which hosts write them. */
export const objectType: (fields: Fields) => ObjectType = remember((fields) => {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: mapValues(Object.fromEntries(sorted), fieldType) };
});

/** The type of a field's value. */
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

/** The type of the objects that a schema describes. */
export function schemaType(schema: Container): Type {
  return objectType(fieldsOf(schema));
}

/** Whether the attribute is computed for Terraform: also one with a default, since the provider sets that. */
export function isComputed(attribute: Pick<Attribute, "computed" | "default">): boolean {
  return attribute.computed === true || attribute.default !== undefined;
}

function attributeField(attribute: Attribute): SchemaField {
  const { nested, ...own } = attribute;
  if (!nested) {
    return { ...own, absent: null };
  }
  return { ...own, nested: { nesting: nested.nesting, fields: fieldsOf(nested) }, absent: null };
}

function blockField(block: Block): SchemaField {
  const empty = { single: null, list: [], set: [], map: {} };
  const nested = { nesting: block.nesting, fields: fieldsOf(block) };
  return { description: block.description, optional: true, nested, absent: empty[block.nesting] };
}

/** The same members, each changed. */
export function mapValues<A, B>(members: Readonly<Record<string, A>>, change: (member: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner)]));
}

/** The texts that stand in sensitive and write-only attributes of an object. */
export function sensitiveTexts(fields: Fields, object: ObjectValue): string[] {
  if (!holdSecrets(fields)) {
    return [];
  }
  return Object.entries(fields).flatMap(([name, { sensitive, writeOnly, nested }]) => {
    const value = ownValue(object, name) ?? null;
    if (sensitive || writeOnly) {
      return textsIn(value);
    }
    return nested ? objectsIn(nested.nesting, value).flatMap(([, inner]) => sensitiveTexts(nested.fields, inner)) : [];
  });
}

/** Whether any of the fields, at any depth, is sensitive or write-only. */
const holdSecrets: (fields: Fields) => boolean = remember((fields) =>
  Object.values(fields).some(
    ({ sensitive, writeOnly, nested }) =>
      sensitive || writeOnly || (nested !== undefined && holdSecrets(nested.fields)),
  ),
);

/**
 * The objects in a nested value, each with the way to it: none for a single one. What is null or unknown is left out.
 */
export function objectsIn(nesting: Nesting, value: Value): readonly (readonly [AttributePath, ObjectValue])[] {
  if (nesting === "single") {
    return isObject(value) ? [[[], value]] : [];
  }
  const parts: readonly (readonly [AttributePath, Value])[] = isList(value)
    ? value.map((inner, index) => [[index], inner])
    : Object.entries(isObject(value) ? value : {}).map(([key, inner]) => [[{ key }], inner]);
  return parts.filter((part): part is readonly [AttributePath, ObjectValue] => isObject(part[1]));
}

function textsIn(value: Value): string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (isList(value)) {
    return value.flatMap(textsIn);
  }
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The type of an attribute, an element or an entry of a value; undefined where the type has none of them. */
export function typeAt(type: Type | undefined, step: string | number): Type | undefined {
  if (typeof type !== "object") {
    return undefined;
  }
  if ("list" in type) {
    return type.list;
  }
  if ("set" in type) {
    return type.set;
  }
  if ("map" in type) {
    return type.map;
  }
  return "tuple" in type ? type.tuple[Number(step)] : ownValue(type.object, String(step));
}

/**
 * The type of a plain value in a dynamic place: arrays are tuples, objects are objects, null and unknown stay dynamic.
 */
export function inferType(value: Value): Type {
  if (value === null || isUnknown(value)) {
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
    return { object: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inferType(inner)])) };
  }
  if (typeof value === "string") {
    return "string";
  }
  return typeof value === "boolean" ? "bool" : "number";
}
