import type { MessageInit } from "../protocol/message-types";
import { enums } from "../protocol/tables";
import { typeToBytes } from "../values/type";
import { type Attribute, isComputed, type Schema, type SchemaBlock } from "./schema";

/** Nested attributes and blocks use the same numbers. */
const { SINGLE, LIST, SET, MAP } = enums["tfplugin6.Schema.NestedBlock.NestingMode"];
const nestings = { single: SINGLE, list: LIST, set: SET, map: MAP };

/** Returns the schema as a message. */
export function toSchemaMessage(schema: Schema): MessageInit<"tfplugin6.Schema"> {
  const version = BigInt(schema.version ?? 0);
  return { version, block: { ...blockMessage(schema), version } };
}

function blockMessage(block: Schema | SchemaBlock): MessageInit<"tfplugin6.Schema.Block"> {
  return {
    attributes: Object.entries(block.attributes).map(([name, attribute]) => attributeMessage(name, attribute)),
    blockTypes: Object.entries(block.blocks ?? {}).map(([name, inner]) => nestedBlockMessage(name, inner)),
    ...wordsOf(block),
  };
}

function nestedBlockMessage(typeName: string, block: SchemaBlock): MessageInit<"tfplugin6.Schema.NestedBlock"> {
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
