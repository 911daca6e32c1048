import { type DescField, type DescFile, type DescMessage, type DescService, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { FieldType, MessageField, Messages } from "../../src/plugin/protocol/message-types";

const SCALARS: Partial<Record<ScalarType, FieldType>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "bytes",
  [ScalarType.BOOL]: "bool",
  [ScalarType.INT64]: "int64",
  [ScalarType.INT32]: "int32",
};

/** Returns the name of a message or an enumeration without the name of the protocol. */
export function shortName(typeName: string): string {
  return typeName.replace(/^tfplugin6\./, "");
}

/** Returns the messages of protocol files and the messages in their fields, without messages that only group others. */
export function messagesOf(files: readonly DescFile[]): Messages {
  const described = allMessages(files).filter(
    ({ fields, nestedMessages }) => fields.length > 0 || nestedMessages.length === 0,
  );
  return Object.fromEntries(
    described.map(({ typeName, fields }) => [
      shortName(typeName),
      Object.fromEntries(inOrder(fields).map((field) => [field.localName, fieldOf(field)])),
    ]),
  );
}

/** Returns the enumerations of the fields of those messages. */
export function enumsOf(files: readonly DescFile[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const used = allMessages(files).flatMap(({ fields }) => inOrder(fields).flatMap((field) => field.enum ?? []));
  return Object.fromEntries(
    used.map(({ typeName, values }) => [
      shortName(typeName),
      Object.fromEntries(values.map(({ localName, number }) => [localName, number])),
    ]),
  );
}

function allMessages(files: readonly DescFile[]): readonly DescMessage[] {
  const found = new Set<DescMessage>();
  const visit = (message: DescMessage): void => {
    if (found.has(message)) {
      return;
    }
    found.add(message);
    for (const field of inOrder(message.fields)) {
      if (field.message) {
        visit(field.message);
      }
    }
    for (const nested of message.nestedMessages) {
      visit(nested);
    }
  };
  for (const message of files.flatMap((file) => file.messages)) {
    visit(message);
  }
  return [...found];
}

function inOrder(fields: readonly DescField[]): readonly DescField[] {
  return [...fields].sort((a, b) => a.number - b.number);
}

/** Returns the calls of a service. Throws for a call whose requests are streamed. */
export function callsOf({ methods }: DescService) {
  return methods.map(({ name, localName, input, output, methodKind }) => {
    if (methodKind !== "unary" && methodKind !== "server_streaming") {
      throw new Error(`${name} streams its requests.`);
    }
    return {
      name,
      localName,
      input: shortName(input.typeName),
      output: shortName(output.typeName),
      streams: methodKind === "server_streaming",
    };
  });
}

function fieldOf(field: DescField): MessageField {
  const explicit = field.presence === FeatureSet_FieldPresence.EXPLICIT;
  return {
    no: field.number,
    type: typeOf(field),
    ...(field.message && { message: shortName(field.message.typeName) }),
    ...(field.enum && { enum: shortName(field.enum.typeName) }),
    ...(field.fieldKind === "list" && { many: "list" }),
    ...(field.fieldKind === "map" && { many: "map" }),
    ...(field.fieldKind === "scalar" && explicit && !field.oneof && { optional: true }),
    ...(field.oneof && { oneof: field.oneof.localName }),
  };
}

/** Throws for types that the runtime's codec does not support. The protocols do not use these types. */
function typeOf(field: DescField): FieldType {
  if (field.fieldKind === "map" && field.mapKey !== ScalarType.STRING) {
    throw new Error(`${field}: a key that is not a text`);
  }
  if (field.message) {
    return "message";
  }
  if (field.fieldKind === "list") {
    throw new Error(`${field}: a list of scalars`);
  }
  if (field.fieldKind === "enum") {
    return "int32";
  }
  const type = field.scalar === undefined ? undefined : SCALARS[field.scalar];
  if (!type) {
    throw new Error(`${field}: a type that the codec does not know`);
  }
  return type;
}
