import type { FieldType, MessageField } from "../../src/plugin/protocol/message-types";
import { file_tfplugin6 } from "../../test/support/plugin/protocol/tfplugin6_pb";
import { enumsOf, messagesOf } from "./describe";

const FILES = [file_tfplugin6];

/**
 * Returns the unformatted text of src/plugin/protocol/tables.ts. It contains the protocol's messages as plain data, so
 * that a provider's start does not wait for descriptors. The types of the messages are derived from it.
 */
export function tablesText(): string {
  const messages = Object.entries(messagesOf(FILES)).map(([name, fields]) => {
    const members = Object.entries(fields).map(([member, field]) => `${member}: ${fieldText(field)}`);
    return `${JSON.stringify(name)}: {${members.join(", ")}},`;
  });
  return `// Made by "npm run protocol" from the .proto file next to it.
import { bool, bytes, enumeration, int32, int64, map, message, oneof, optionalField, repeated, string } from "./fields";
import type { Messages } from "./message-types";

export const messages = {
${messages.join("\n")}
} as const satisfies Messages;

export const enums = ${JSON.stringify(enumsOf(FILES))} as const;
`;
}

function fieldText({ many, optional, oneof, ...field }: MessageField): string {
  const value = valueText(field);
  if (many) {
    return `${many === "list" ? "repeated" : many}(${value})`;
  }
  if (oneof !== undefined) {
    return `oneof(${JSON.stringify(oneof)}, ${value})`;
  }
  return optional ? `optionalField(${value})` : value;
}

function valueText({ no, type, message, enum: numbers }: MessageField): string {
  if (message !== undefined) {
    return `message(${no}, ${JSON.stringify(message)})`;
  }
  return numbers === undefined
    ? `${type satisfies FieldType}(${no})`
    : `enumeration(${no}, ${JSON.stringify(numbers)})`;
}
