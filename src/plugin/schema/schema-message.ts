import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  Schema_NestedBlock_NestingMode as BlockNesting,
  Schema_Object_NestingMode as ObjectNesting,
  type Schema_AttributeSchema,
  type Schema_BlockSchema,
  type Schema_NestedBlockSchema,
  type SchemaSchema,
  StringKind,
} from "../protocol/tfplugin6_pb";
import { typeToBytes } from "../types/type-json";
import { isComputed } from "./field";
import type { Attribute, Block, Schema } from "./schema";

const objectNesting = {
  single: ObjectNesting.SINGLE,
  list: ObjectNesting.LIST,
  set: ObjectNesting.SET,
  map: ObjectNesting.MAP,
};

const blockNesting = {
  single: BlockNesting.SINGLE,
  list: BlockNesting.LIST,
  set: BlockNesting.SET,
  map: BlockNesting.MAP,
};

/** The schema as the host reads it. */
export function schemaMessage(schema: Schema): MessageInitShape<typeof SchemaSchema> {
  const version = BigInt(schema.version ?? 0);
  return { version, block: { ...blockMessage(schema), version } };
}

function blockMessage(block: Schema | Block): MessageInitShape<typeof Schema_BlockSchema> {
  return {
    attributes: Object.entries(block.attributes).map(([name, attribute]) => attributeMessage(name, attribute)),
    blockTypes: Object.entries(block.blocks ?? {}).map(([name, inner]) => nestedBlockMessage(name, inner)),
    ...wordsOf(block),
  };
}

function nestedBlockMessage(typeName: string, block: Block): MessageInitShape<typeof Schema_NestedBlockSchema> {
  return {
    typeName,
    block: blockMessage(block),
    nesting: blockNesting[block.nesting],
    minItems: BigInt(block.minItems ?? 0),
    maxItems: BigInt(block.maxItems ?? 0),
  };
}

function attributeMessage(name: string, attribute: Attribute): MessageInitShape<typeof Schema_AttributeSchema> {
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

function shapeOf({
  type,
  nested,
}: Attribute): Pick<MessageInitShape<typeof Schema_AttributeSchema>, "type" | "nestedType"> {
  if (!nested) return { type: typeToBytes(type ?? "dynamic") };
  const attributes = Object.entries(nested.attributes).map(([name, inner]) => attributeMessage(name, inner));
  return { nestedType: { attributes, nesting: objectNesting[nested.nesting] } };
}

function wordsOf({ description, deprecated }: Pick<Attribute, "description" | "deprecated">) {
  return {
    description,
    descriptionKind: StringKind.MARKDOWN,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? "",
  };
}
