import type { MessageInit } from "../protocol/message-types";
import { enums } from "../protocol/tables";
import { type Attribute, type Block, isComputed, mapValues, type Schema, type Type } from "./schema";

/** JSON form of a type: `"string"`, `["list","string"]`, `["object",{...}]`. */
type TypeJson = string | readonly [string, ...unknown[]];

/** Returns the JSON form of a type (docs/internals/terraform-protocol.md 4). */
export function typeToJson(type: Type): TypeJson {
  if (typeof type === "string") {
    return type;
  }
  if ("list" in type) {
    return ["list", typeToJson(type.list)];
  }
  if ("set" in type) {
    return ["set", typeToJson(type.set)];
  }
  if ("map" in type) {
    return ["map", typeToJson(type.map)];
  }
  if ("tuple" in type) {
    return ["tuple", type.tuple.map(typeToJson)];
  }
  return ["object", mapValues(type.object, typeToJson)];
}

/**
 * Maximum nesting of types and values, because each level needs stack space. Real types and values are not nested this
 * deep. A type limits the depth of its values, but a dynamic value contains its own type, which may again be dynamic.
 */
export const MAX_VALUE_DEPTH = 500;

/** Returns the type of a JSON form. Returns undefined if the form is invalid or nested too deep. */
export function typeFromJson(json: unknown, levels = MAX_VALUE_DEPTH): Type | undefined {
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") {
    return json;
  }
  if (!Array.isArray(json) || levels === 0) {
    return undefined;
  }
  const [kind, inner] = json as unknown[];
  const read = (each: unknown) => typeFromJson(each, levels - 1);
  if (kind === "list" || kind === "set" || kind === "map") {
    return collectionType(kind, read(inner));
  }
  if (kind === "tuple" && Array.isArray(inner)) {
    const tuple = inner.map(read);
    return tuple.every((each) => each !== undefined) ? { tuple } : undefined;
  }
  if (kind !== "object" || typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    return undefined;
  }
  const members = Object.entries(inner).map(([name, each]) => [name, read(each)] as const);
  return members.every((member): member is readonly [string, Type] => member[1] !== undefined)
    ? { object: Object.fromEntries(members) }
    : undefined;
}

function collectionType(kind: "list" | "set" | "map", inner: Type | undefined): Type | undefined {
  return inner && { list: { list: inner }, set: { set: inner }, map: { map: inner } }[kind];
}

/** Returns the JSON form as UTF-8 bytes, as in schema messages and dynamic values. */
export function typeToBytes(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(typeToJson(type)));
}

/** Nested attributes and blocks use the same numbers. */
const { SINGLE, LIST, SET, MAP } = enums["tfplugin6.Schema.NestedBlock.NestingMode"];
const nestings = { single: SINGLE, list: LIST, set: SET, map: MAP };

/** Returns the schema as a message. */
export function schemaMessage(schema: Schema): MessageInit<"tfplugin6.Schema"> {
  const version = BigInt(schema.version ?? 0);
  return { version, block: { ...blockMessage(schema), version } };
}

function blockMessage(block: Schema | Block): MessageInit<"tfplugin6.Schema.Block"> {
  return {
    attributes: Object.entries(block.attributes).map(([name, attribute]) => attributeMessage(name, attribute)),
    blockTypes: Object.entries(block.blocks ?? {}).map(([name, inner]) => nestedBlockMessage(name, inner)),
    ...wordsOf(block),
  };
}

function nestedBlockMessage(typeName: string, block: Block): MessageInit<"tfplugin6.Schema.NestedBlock"> {
  return {
    typeName,
    block: blockMessage(block),
    nesting: nestings[block.nesting],
    minItems: BigInt(block.minItems ?? 0),
    maxItems: BigInt(block.maxItems ?? 0),
  };
}

function attributeMessage(name: string, attribute: Attribute): MessageInit<"tfplugin6.Schema.Attribute"> {
  return {
    name,
    ...shapeOf(attribute),
    required: attribute.required ?? false,
    optional: attribute.optional ?? false,
    computed: isComputed(attribute),
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
    ...wordsOf(attribute),
  };
}

function shapeOf({ type, nested }: Attribute): Pick<MessageInit<"tfplugin6.Schema.Attribute">, "type" | "nestedType"> {
  if (!nested) {
    return { type: typeToBytes(type ?? "dynamic") };
  }
  const attributes = Object.entries(nested.attributes).map(([name, inner]) => attributeMessage(name, inner));
  return { nestedType: { attributes, nesting: nestings[nested.nesting] } };
}

function wordsOf({ description, deprecated }: Pick<Attribute, "description" | "deprecated">) {
  return {
    description,
    descriptionKind: enums["tfplugin6.StringKind"].MARKDOWN,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? "",
  };
}
