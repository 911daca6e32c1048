import type { MessageInit } from "../protocol/message-types";
import { enums } from "../protocol/tables";
import { typeToBytes } from "../values/type";
import { type Attribute, isComputed, type Schema } from "./schema";

const { SINGLE, LIST, MAP } = enums["Schema.Object.NestingMode"];
const nestings = { single: SINGLE, list: LIST, map: MAP };

/** Returns the schema as a message. */
export function toSchemaMessage(schema: Schema): MessageInit<"Schema"> {
  const version = BigInt(schema.version ?? 0);
  return { version, block: { version, attributes: attributeMessages(schema), ...wordsOf(schema) } };
}

function attributeMessages({ attributes }: Pick<Schema, "attributes">): MessageInit<"Schema.Attribute">[] {
  return Object.entries(attributes).map(([name, attribute]) => attributeMessage(name, attribute));
}

function attributeMessage(name: string, attribute: Attribute): MessageInit<"Schema.Attribute"> {
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

function shapeOf({ type, nested }: Attribute): Pick<MessageInit<"Schema.Attribute">, "type" | "nestedType"> {
  if (!nested) {
    return { type: typeToBytes(type ?? "dynamic") };
  }
  return { nestedType: { attributes: attributeMessages(nested), nesting: nestings[nested.nesting] } };
}

function wordsOf({ description, deprecated }: Pick<Attribute, "description" | "deprecated">) {
  return {
    description,
    descriptionKind: enums.StringKind.MARKDOWN,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated ?? "",
  };
}
