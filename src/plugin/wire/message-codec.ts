import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { setOwn } from "../../own-values";
import { remember } from "../../remember";
import { errorOf } from "../log/log";
import type { FieldType, MessageField, MessageName, Messages } from "../protocol/message-types";
import { messages } from "../protocol/tables";

type Members = Record<string, unknown>;

interface NamedField extends MessageField {
  readonly name: string;
}

type Fields = readonly NamedField[];

const tables: Messages = messages;

const namedFields = remember(
  (fields: Messages[string]): Fields => Object.entries(fields).map(([name, field]) => ({ ...field, name })),
);

function fieldsOf(message = ""): Fields {
  return namedFields(tables[message] ?? {});
}

/** Returns the fields of an entry of a map, which is encoded as a message. Key and value are always written. */
const entryFields = remember(({ type, message }: MessageField): Fields => {
  const value = { no: 2, name: "value", type, optional: true, ...(message !== undefined && { message }) } as const;
  return [{ no: 1, name: "key", type: "string", optional: true }, value];
});

/** Thrown for bytes that are not the expected message. */
export class MessageError extends Error {
  override readonly name = "MessageError";
}

/** Decoding uses stack space for each level. */
const MAX_MESSAGE_DEPTH = 100;

/**
 * Decodes a message. An absent field has its default value. An absent optional field or message is undefined. Unknown
 * fields are skipped. `bytes` members are views into the given bytes. Throws a MessageError for invalid bytes.
 */
export function decodeMessage(name: MessageName, bytes: Uint8Array): object {
  try {
    return new Decoder(new BinaryReader(bytes)).message(fieldsOf(name), bytes.byteLength, MAX_MESSAGE_DEPTH);
  } catch (error) {
    throw new MessageError(`the bytes are not a valid tfplugin6.${name}: ${errorOf(error).message}`);
  }
}

class Decoder {
  constructor(private readonly reader: BinaryReader) {}

  /** @param message the parts that are already decoded. A decoder must merge a message that is sent in parts. */
  message(fields: Fields, length: number, levels: number, message = empty(fields)): Members {
    if (levels === 0) {
      throw new MessageError(`messages are nested more than ${MAX_MESSAGE_DEPTH} levels deep`);
    }
    const end = this.reader.pos + length;
    while (this.reader.pos < end) {
      const [no, wireType] = this.reader.tag();
      const field = fields.find((each) => each.no === no);
      if (field) {
        this.#into(message, field, levels);
      } else {
        this.reader.skip(wireType, no);
      }
    }
    if (this.reader.pos !== end) {
      throw new MessageError("a field continues after its message");
    }
    return message;
  }

  #into(message: Members, field: NamedField, levels: number): void {
    const { name, many, oneof } = field;
    if (many === "list") {
      (message[name] as unknown[]).push(this.#value(field, levels));
    } else if (many === "map") {
      const { key = "", value = zeroOf(field) } = this.message(entryFields(field), this.reader.uint32(), levels);
      setOwn(message[name] as Members, key as string, value);
    } else if (oneof !== undefined) {
      message[oneof] = { case: name, value: this.#value(field, levels) };
    } else {
      message[name] = this.#value(field, levels, message[name] as Members | undefined);
    }
  }

  #value({ type, message }: MessageField, levels: number, before?: Members): unknown {
    if (type === "message") {
      return this.message(fieldsOf(message), this.reader.uint32(), levels - 1, before);
    }
    return type === "int64" ? BigInt(this.reader.int64()) : this.reader[type]();
  }
}

function empty(fields: Fields): Members {
  const message: Members = {};
  for (const field of fields) {
    const { name, type, many, optional, oneof } = field;
    if (oneof !== undefined) {
      message[oneof] = { case: undefined };
    } else if (many) {
      message[name] = many === "list" ? [] : {};
    } else if (type !== "message" && !optional) {
      message[name] = zeroOf(field);
    }
  }
  return message;
}

function zeroOf({ type, message }: MessageField): unknown {
  return type === "message" ? empty(fieldsOf(message)) : zeros[type];
}

const zeros: Readonly<Record<Exclude<FieldType, "message">, unknown>> = {
  string: "",
  bytes: new Uint8Array(),
  bool: false,
  int64: 0n,
  int32: 0,
};

/** Writes fields in the order of their numbers. Missing fields have their defaults, which are not written. */
export function encodeMessage(name: MessageName, message: object): Uint8Array {
  const writer = new BinaryWriter();
  new Encoder(writer).message(fieldsOf(name), message as Members);
  return writer.finish();
}

class Encoder {
  constructor(private readonly writer: BinaryWriter) {}

  message(fields: Fields, message: Members): void {
    for (const field of fields) {
      const value = field.oneof === undefined ? message[field.name] : chosen(message[field.oneof], field.name);
      if (value !== undefined) {
        this.#field(field, value);
      }
    }
  }

  #field(field: NamedField, value: unknown): void {
    if (field.many === "list") {
      for (const element of value as readonly unknown[]) {
        this.#value(field, element);
      }
    } else if (field.many === "map") {
      for (const [key, entry] of Object.entries(value as Members)) {
        this.#nested(field.no, entryFields(field), { key, value: entry });
      }
    } else if (showsAbsence(field) || !isDefault(value)) {
      this.#value(field, value);
    }
  }

  #value({ no, type, message }: MessageField, value: unknown): void {
    if (type === "message") {
      this.#nested(no, fieldsOf(message), value as Members);
    } else {
      const hasLength = type === "string" || type === "bytes";
      this.writer.tag(no, hasLength ? WireType.LengthDelimited : WireType.Varint)[type](value as never);
    }
  }

  #nested(no: number, fields: Fields, message: Members): void {
    this.writer.tag(no, WireType.LengthDelimited).fork();
    this.message(fields, message);
    this.writer.join();
  }
}

function chosen(group: unknown, name: string): unknown {
  const { case: present, value } = (group ?? {}) as { readonly case?: string; readonly value?: unknown };
  return present === name ? value : undefined;
}

function showsAbsence({ type, optional, oneof }: MessageField): boolean {
  return type === "message" || optional === true || oneof !== undefined;
}

function isDefault(value: unknown): boolean {
  return value === "" || value === false || value === 0 || value === 0n || (value as Uint8Array).byteLength === 0;
}
