import { discriminatorsOf, readTextMap } from "../../declaration/attribute-form";
import { attributeName, DependentDefault } from "../../declaration/field";
import { semanticallyEqual, toDeclaredForm } from "../../declaration/semantic-equality";
import { serverDefaultOf, withServerDefaults } from "../../declaration/server-defaults";
import {
  type CompoundShape,
  type DeclaredField,
  kindOf,
  literalFields,
  mergeShapes,
  type ObjectShape,
  objectsOf,
  type Shape,
  type VariantsShape,
  variantOf,
} from "../../declaration/shape";
import {
  type Attribute,
  isUnknownValue,
  type ObjectValue,
  type Schema,
  type Type,
  UNKNOWN,
  type Value,
} from "../../plugin";
import { lazily } from "./lazily";
import { fromTerraform, toTerraform } from "./terraform-form";

/** Returns the Terraform schema of a declaration. Its attributes are created when they are first read. */
export function schemaOf(shape: CompoundShape, description: string): Schema {
  return lazily<Schema>({ description: () => description, attributes: () => schemaAttributesOf(shape) });
}

/** Returns the Terraform attributes of a declared object, or of all variants of a union together. */
export function schemaAttributesOf(shape: CompoundShape): Record<string, Attribute> {
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
  readonly field: DeclaredField;
}

function attributeOf(shape: CompoundShape, owners: readonly Owner[]): Attribute {
  const fields = owners.map((owner) => owner.field);
  const has = (flag: "readOnly" | "computed" | "changedByReads" | "sensitive" | "writeOnly" | "forcesReplacement") =>
    fields.some((field) => field.meta[flag]);
  const inEvery = owners.length === objectsOf(shape).length;
  const required = inEvery && fields.every((field) => field.required);
  const isTextMap = fields.every(({ meta }) => meta.textMap);
  const isJson = fields.every((field) => field.shape.kind === "json");
  return {
    ...(isTextMap ? { type: { map: "string" } as const } : typeOf(fields.map((field) => field.shape))),
    description: `${descriptionOf(shape, owners)}${isTextMap ? keysNote(fields) : ""}${isJson ? JSON_NOTE : ""}`,
    ...(required && { required: true }),
    ...(!required && !has("readOnly") && { optional: true }),
    ...((has("readOnly") || has("computed") || has("changedByReads")) && { computed: true }),
    ...(has("changedByReads") && { changedByReads: true }),
    ...(has("sensitive") && { sensitive: true }),
    deprecated: fields.find(({ meta }) => meta.deprecated)?.meta.deprecated,
    ...(has("writeOnly") && { writeOnly: true }),
    ...(has("forcesReplacement") && { requiresReplace: true }),
    ...(fields.some((field) => field.meta.serverDefault !== undefined) && { default: defaultOf(shape, owners) }),
    ...(fields.some(hasSemanticEquality) && { semanticallyEqual: semanticEqualityOf(fields) }),
    ...(fields.some(hasOwnForm) && { inFormOf: inFormOf(shape, owners) }),
  };
}

/** Returns a sentence with the keys of a map of texts, because its type does not name them. */
function keysNote(fields: readonly DeclaredField[]): string {
  const shapes = fields.map(({ shape }) => shape as CompoundShape);
  const names = Object.entries(schemaAttributesOf(mergeShapes(shapes))).map(
    ([name, { required }]) => `\`${name}\`${required ? " (required)" : ""}`,
  );
  return ` Keys: ${names.join(", ")}.`;
}

const JSON_NOTE = " A JSON object, as `jsonencode` returns it.";

function typeOf(shapes: readonly Shape[]): Pick<Attribute, "type" | "nested"> {
  const [first] = shapes as [Shape, ...Shape[]];
  if (first.kind === "list" || first.kind === "map") {
    const items = shapes.map((shape) => (shape as typeof first).item);
    const item = typeOf(items);
    if (item.nested) {
      return { nested: { nesting: first.kind, attributes: item.nested.attributes } };
    }
    return { type: { [first.kind]: item.type } as Type };
  }
  if (first.kind === "object" || first.kind === "variants") {
    return {
      nested: {
        nesting: "single",
        attributes: schemaAttributesOf(mergeShapes(shapes as CompoundShape[])),
      },
    };
  }
  return { type: first.kind === "boolean" ? "bool" : first.kind === "json" ? "string" : first.kind };
}

function descriptionOf(shape: CompoundShape, owners: readonly Owner[]): string {
  if (shape.kind === "object") {
    return owners[0]?.field.meta.description ?? "";
  }
  const isInEvery = owners.length === shape.variants.length;
  const { name = "" } = owners[0]?.field ?? {};
  if (isInEvery && shape.discriminators.includes(name)) {
    const kinds = new Set(shape.variants.map((variant) => literalFields(variant)[name]));
    const listed = [...kinds].filter((kind) => kind !== undefined).map((kind) => `\`${String(kind)}\``);
    return `Selects the kind, and with it the other attributes that apply: ${listed.join(", ")}.`;
  }
  const kindsOf = new Map<string, string[]>();
  for (const { object, field } of owners) {
    const kind = kindOf(object);
    const { description } = field.meta;
    kindsOf.set(description, [...(kindsOf.get(description) ?? []), ...(kind === undefined ? [] : [`\`${kind}\``])]);
  }
  const [[text, kinds] = ["", []]] = kindsOf;
  if (kindsOf.size === 1) {
    return isInEvery || kinds.length === 0 ? text : `${text} For ${kinds.join(", ")}.`;
  }
  if (kinds.length === 0) {
    return [...kindsOf.keys()].join(" Or: ");
  }
  return [...kindsOf].map(([each, names]) => `For ${names.join(", ")}: ${each}`).join(" ");
}

/** Returns the server default of the field that applies, which may depend on other attributes of the object. */
function defaultOf(shape: CompoundShape, owners: readonly Owner[]): (siblings: ObjectValue) => Value {
  return (siblings) => {
    const object = objectBeside(shape, siblings);
    if (isUnknownValue(object)) {
      return UNKNOWN;
    }
    const owner = owners.find((each) => each.object === object);
    return owner ? defaultBeside(owner, siblings) : null;
  };
}

/** Returns unknown while a discriminator is unknown, undefined when no variant matches. */
function objectBeside(shape: CompoundShape, siblings: ObjectValue) {
  if (shape.kind === "object") {
    return shape;
  }
  if (shape.discriminators.length === 0) {
    return variantByFields(shape, siblings);
  }
  const discriminators = discriminatorsOf(shape, siblings);
  return shape.discriminators.some((name) => isUnknownValue(discriminators[name]))
    ? UNKNOWN
    : variantOf(shape, discriminators);
}

/** The variant must have every given attribute, and all its required attributes must be given. */
function variantByFields(shape: VariantsShape, siblings: ObjectValue): ObjectShape | undefined {
  const given = Object.keys(siblings).filter((name) => siblings[name] !== null && siblings[name] !== undefined);
  return shape.variants.find((variant) => {
    const fields = Object.values(variant.fields);
    const names = fields.map(attributeName);
    const needed = fields.filter((field) => field.required).map(attributeName);
    return given.every((name) => names.includes(name)) && needed.every((name) => given.includes(name));
  });
}

function defaultBeside({ object, field }: Owner, siblings: ObjectValue): Value {
  const { serverDefault } = field.meta;
  const reads = serverDefault instanceof DependentDefault ? serverDefault.reads : [];
  const readValues = Object.fromEntries(reads.map((name) => [name, valueBeside(object, name, siblings)]));
  if (reads.some((name) => isUnknownValue(readValues[name]))) {
    return UNKNOWN;
  }
  return toTerraform(field.shape, serverDefaultOf(field, readValues));
}

/** Returns the value of another field of the same object. Undefined if the object does not declare the field. */
function valueBeside(object: ObjectShape, name: string, siblings: ObjectValue): unknown {
  const field = object.fields[name];
  return field && fromTerraform(field.shape, siblings[attributeName(field)] ?? null);
}

/**
 * Returns true for a field whose values can have two equivalent forms: instants, canonical texts, unordered lists,
 * numbers with more digits than a double, JSON, and maps of texts such as "2" and "2.0".
 */
function hasSemanticEquality({ meta, shape }: DeclaredField): boolean {
  const { instant, unordered, canonical, textMap } = meta;
  return (
    [instant, unordered, textMap].includes(true) || canonical !== undefined || ["number", "json"].includes(shape.kind)
  );
}

function semanticEqualityOf(fields: readonly DeclaredField[]): (prior: Value, configured: Value) => boolean {
  return (prior, configured) =>
    fields.some((field) =>
      semanticallyEqual(field.shape, comparable(field, configured), comparable(field, prior), field.meta),
    );
}

/** Compares elements of an unordered list as the server stores them, because an author may leave out their defaults. */
function comparable({ shape, meta }: DeclaredField, value: Value): unknown {
  const declared = fromTerraform(shape, meta.textMap ? (readTextMap(shape, value) as Value) : value);
  const isSetOfObjects = meta.unordered === true && shape.kind === "list" && shape.item.kind === "object";
  return isSetOfObjects ? withServerDefaults(shape, declared) : declared;
}

/**
 * Returns true if a value is stored in the form of the prior value, even if both differ or the prior value is absent.
 */
function hasOwnForm({ meta }: DeclaredField): boolean {
  return meta.unordered === true || meta.emptyIsAbsent === true;
}

function inFormOf(shape: CompoundShape, owners: readonly Owner[]): Attribute["inFormOf"] {
  return (prior, returned, siblings) => {
    const field = owners.find(({ object }) => object === objectBeside(shape, siblings))?.field;
    if (!field || !hasOwnForm(field)) {
      return returned;
    }
    const [before, observed] = [prior, returned].map((value) => fromTerraform(field.shape, value));
    return toTerraform(field.shape, toDeclaredForm(field.shape, before, observed, field.meta));
  };
}
