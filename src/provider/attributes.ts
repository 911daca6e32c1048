import { type Attribute, isUnknown, type ObjectValue, type Schema, type Type, UNKNOWN, type Value } from "../plugin";
import { attributeName } from "../schema/attribute-name";
import { DependentDefault, type Fields } from "../schema/field";
import { sameMeaning } from "../schema/meaning";
import { serverDefaultOf } from "../schema/server-defaults";
import {
  type Field,
  literalFields,
  type ObjectShape,
  objectsOf,
  type Shape,
  type VariantsShape,
  variantOf,
} from "../schema/shape";
import { fromTerraform, toTerraform } from "./terraform-form";

/** The Terraform schema of a declaration. */
export function schemaOf(shape: ObjectShape | VariantsShape, description: string): Schema {
  return { description, attributes: attributesOf(shape) };
}

/** The Terraform attributes of a declared object, or of all variants of a union together. */
export function attributesOf(shape: ObjectShape | VariantsShape): Record<string, Attribute> {
  const owners = new Map<string, Owner[]>();
  for (const object of objectsOf(shape)) {
    for (const field of Object.values(object.fields)) {
      const name = attributeName(field);
      owners.set(name, [...(owners.get(name) ?? []), { object, field }]);
    }
  }
  return Object.fromEntries([...owners].map(([name, list]) => [name, attributeOf(shape, list)]));
}

/** A field, and the object or variant that has it. */
interface Owner {
  readonly object: ObjectShape;
  readonly field: Field;
}

function attributeOf(shape: ObjectShape | VariantsShape, owners: readonly Owner[]): Attribute {
  const fields = owners.map((owner) => owner.field);
  const has = (flag: "readOnly" | "computed" | "sensitive" | "writeOnly" | "forcesReplacement") =>
    fields.some((field) => field.meta[flag]);
  const inEvery = owners.length === objectsOf(shape).length;
  const required = inEvery && fields.every((field) => field.required);
  return {
    ...typeOf(fields.map((field) => field.shape)),
    description: descriptionOf(shape, owners),
    ...(required && { required: true }),
    ...(!required && !has("readOnly") && { optional: true }),
    ...((has("readOnly") || has("computed")) && { computed: true }),
    ...(has("sensitive") && { sensitive: true }),
    ...(has("writeOnly") && { writeOnly: true }),
    ...(has("forcesReplacement") && { requiresReplace: true }),
    ...(fields.some((field) => field.meta.serverDefault !== undefined) && { default: defaultOf(shape, owners) }),
    ...(fields.some((field) => field.meta.instant || field.meta.unordered) && { sameMeaning: sameMeaningOf(fields) }),
  };
}

function typeOf(shapes: readonly Shape[]): Pick<Attribute, "type" | "nested"> {
  const [first] = shapes;
  if (!first) throw new Error("An attribute needs a shape.");
  if (first.kind === "list" || first.kind === "map") {
    const items = shapes.map((shape) => (shape as typeof first).item);
    const item = typeOf(items);
    return item.nested
      ? { nested: { nesting: first.kind, attributes: item.nested.attributes } }
      : { type: collectionOf(first.kind, item.type) };
  }
  if (first.kind === "object" || first.kind === "variants") {
    return {
      nested: { nesting: "single", attributes: attributesOf(mergedShape(shapes as (ObjectShape | VariantsShape)[])) },
    };
  }
  return { type: first.kind === "boolean" ? "bool" : first.kind };
}

function collectionOf(kind: "list" | "map", item: Type | undefined): Type {
  if (!item) throw new Error("A collection needs an element type.");
  return kind === "list" ? { list: item } : { map: item };
}

function mergedShape(shapes: readonly (ObjectShape | VariantsShape)[]): ObjectShape | VariantsShape {
  const distinct = [...new Set(shapes)];
  const [only] = distinct;
  if (only && distinct.length === 1) return only;
  return { kind: "variants", discriminators: [], variants: distinct.flatMap(objectsOf) };
}

function descriptionOf(shape: ObjectShape | VariantsShape, owners: readonly Owner[]): string {
  if (shape.kind === "object") return owners[0]?.field.meta.description ?? "";
  if (shape.discriminators.includes(owners[0]?.field.name ?? "")) return discriminatorDescription(shape, owners);
  const texts = [...new Set(owners.map((owner) => owner.field.meta.description))].join(" ");
  const kinds = owners
    .flatMap(({ object }) => Object.values(literalFields(object)))
    .map((kind) => `\`${String(kind)}\``);
  return owners.length === shape.variants.length ? texts : `${texts} For ${[...new Set(kinds)].join(", ")}.`;
}

function discriminatorDescription(shape: VariantsShape, owners: readonly Owner[]): string {
  const name = owners[0]?.field.name ?? "";
  const kinds = [...new Set(shape.variants.map((variant) => literalFields(variant)[name]))].filter(
    (kind) => kind !== undefined,
  );
  return `What this is, and so which other attributes apply: ${kinds.map((kind) => `\`${String(kind)}\``).join(", ")}.`;
}

/** The server default of the field that applies, which may depend on attributes beside it. */
function defaultOf(shape: ObjectShape | VariantsShape, owners: readonly Owner[]): (siblings: ObjectValue) => Value {
  return (siblings) => {
    const beside = fromTerraform(shape, siblings) as Fields;
    if (shape.kind === "variants" && shape.discriminators.some((name) => isUnknown(beside[name]))) return UNKNOWN;
    const variant = shape.kind === "variants" && shape.discriminators.length > 0 ? variantOf(shape, beside) : undefined;
    const owner = variant
      ? owners.find((each) => each.object === variant)
      : shape.kind === "object"
        ? owners[0]
        : undefined;
    return owner ? defaultBeside(owner.field, beside) : null;
  };
}

function defaultBeside(field: Field, beside: Fields): Value {
  const { serverDefault } = field.meta;
  if (serverDefault instanceof DependentDefault && serverDefault.reads.some((name) => isUnknown(beside[name])))
    return UNKNOWN;
  return toTerraform(field.shape, serverDefaultOf(field, beside));
}

function sameMeaningOf(fields: readonly Field[]): (prior: Value, configured: Value) => boolean {
  return (prior, configured) =>
    fields.some(({ shape, meta }) =>
      sameMeaning(shape, fromTerraform(shape, configured), fromTerraform(shape, prior), meta),
    );
}
