import { type DescField, type DescFile, type DescMessage, type DescService, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { FieldType, MessageField, Messages, Service } from "../../src/plugin/wire/decode-message";

const SCALARS: Partial<Record<ScalarType, FieldType>> = {
  [ScalarType.STRING]: "string",
  [ScalarType.BYTES]: "bytes",
  [ScalarType.BOOL]: "bool",
  [ScalarType.INT64]: "int64",
  [ScalarType.INT32]: "int32",
};

/** The messages of protocol files, those that they use of other files included. */
export function messagesOf(files: readonly DescFile[]): Messages {
  const found = new Map<string, readonly MessageField[]>();
  const visit = (message: DescMessage): void => {
    if (found.has(message.typeName)) return;
    const fields = [...message.fields].sort((a, b) => a.number - b.number);
    found.set(message.typeName, fields.map(fieldOf));
    for (const field of fields) if (field.message) visit(field.message);
    for (const nested of message.nestedMessages) visit(nested);
  };
  for (const message of files.flatMap((file) => file.messages)) visit(message);
  return Object.fromEntries(found);
}

export function serviceOf({ typeName, methods }: DescService): Service {
  return {
    name: typeName,
    methods: methods.map(({ name, localName, input, output, methodKind }) => {
      if (methodKind !== "unary" && methodKind !== "server_streaming") throw new Error(`${name} streams its requests.`);
      return {
        name,
        localName,
        input: input.typeName,
        output: output.typeName,
        streams: methodKind === "server_streaming",
      };
    }),
  };
}

function fieldOf(field: DescField): MessageField {
  const explicit = field.presence === FeatureSet_FieldPresence.EXPLICIT;
  return {
    no: field.number,
    name: field.localName,
    type: typeOf(field),
    ...(field.message && { message: field.message.typeName }),
    ...(field.fieldKind === "list" && { many: "list" }),
    ...(field.fieldKind === "map" && { many: "map" }),
    ...(field.fieldKind === "scalar" && explicit && !field.oneof && { optional: true }),
    ...(field.oneof && { oneof: field.oneof.localName }),
  };
}

/** Throws for what the runtime's codec does not know, and these protocols do not use. */
function typeOf(field: DescField): FieldType {
  if (field.fieldKind === "map" && field.mapKey !== ScalarType.STRING)
    throw new Error(`${field}: a key that is no text`);
  if (field.message) return "message";
  if (field.fieldKind === "list") throw new Error(`${field}: a list of scalars`);
  if (field.fieldKind === "enum") return "int32";
  const type = field.scalar === undefined ? undefined : SCALARS[field.scalar];
  if (!type) throw new Error(`${field}: a type that the codec does not know`);
  return type;
}
