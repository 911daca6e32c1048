import type { Type } from "../types/type";
import type { Value } from "../values/value";
import type { Attribute, Block, Nesting, Schema } from "./schema";

/** An attribute or a block, in the one form that planning and completing walk over. */
export interface Field extends Omit<Attribute, "nested"> {
  readonly nested?: { readonly nesting: Nesting; readonly fields: Fields };
  /** What stands for absence: null, but an empty collection for a block. */
  readonly absent: Value;
}

export type Fields = Readonly<Record<string, Field>>;

type Container = Pick<Schema, "attributes" | "blocks">;

const known = new WeakMap<Container, Fields>();

/** The fields of a schema, a block or a nested attribute. */
export function fieldsOf(container: Container): Fields {
  const before = known.get(container);
  if (before) return before;
  const fields = {
    ...mapValues(container.attributes, attributeField),
    ...mapValues(container.blocks ?? {}, blockField),
  };
  known.set(container, fields);
  return fields;
}

const objectTypes = new WeakMap<Fields, ObjectType>();

interface ObjectType {
  readonly object: Readonly<Record<string, Type>>;
}

/** The type of one object with these fields. */
export function objectType(fields: Fields): ObjectType {
  const before = objectTypes.get(fields);
  if (before) return before;
  const type = { object: mapValues(fields, fieldType) };
  objectTypes.set(fields, type);
  return type;
}

/** The type of a field's value. */
export function fieldType(field: Field): Type {
  if (!field.nested) return field.type ?? "dynamic";
  const element = objectType(field.nested.fields);
  if (field.nested.nesting === "list") return { list: element };
  if (field.nested.nesting === "set") return { set: element };
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

function attributeField(attribute: Attribute): Field {
  const { nested, ...own } = attribute;
  if (!nested) return { ...own, absent: null };
  return { ...own, nested: { nesting: nested.nesting, fields: fieldsOf(nested) }, absent: null };
}

function blockField(block: Block): Field {
  const empty = { single: null, list: [], set: [], map: {} };
  const nested = { nesting: block.nesting, fields: fieldsOf(block) };
  return { description: block.description, optional: true, nested, absent: empty[block.nesting] };
}

function mapValues<A, B>(members: Readonly<Record<string, A>>, change: (member: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner)]));
}
