import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { FieldType, MessageField, MessageName, Messages } from "../protocol/message-types";
import { messages } from "../protocol/tables";

const fieldsOf: Messages = messages;

type Members = Readonly<Record<string, unknown>>;

/**
 * Encodes a message with its fields in the order of their numbers. Missing fields have their defaults, which are not
 * written.
 */
export function encodeMessage(name: MessageName, message: object): Uint8Array {
  const writer = new BinaryWriter();
  new Encoder(writer).message(name, message as Members);
  return writer.finish();
}

class Encoder {
  constructor(private readonly writer: BinaryWriter) {}

  message(name: string, message: Members): void {
    for (const field of fieldsOf[name] ?? []) {
      const value = field.oneof === undefined ? message[field.name] : chosen(message[field.oneof], field.name);
      if (value !== undefined) {
        this.#field(field, value);
      }
    }
  }

  #field(field: MessageField, value: unknown): void {
    if (field.many === "list") {
      for (const element of value as readonly unknown[]) {
        this.#tagged(field, element);
      }
    } else if (field.many === "map") {
      this.#map(field, value as Members);
    } else if (tellsAbsence(field) || !isDefault(value)) {
      this.#tagged(field, value);
    }
  }

  /** A map is encoded as a list of messages with a key and a value. */
  #map(field: MessageField, entries: Members): void {
    for (const [key, value] of Object.entries(entries)) {
      this.writer.tag(field.no, WireType.LengthDelimited).fork();
      this.writer.tag(1, WireType.LengthDelimited).string(key);
      this.#tagged({ ...field, no: 2 }, value);
      this.writer.join();
    }
  }

  #tagged({ no, type, message = "" }: MessageField, value: unknown): void {
    this.writer.tag(no, wireTypes[type]);
    if (type === "message") {
      this.writer.fork();
      this.message(message, value as Members);
      this.writer.join();
    } else {
      this.#scalar(type, value);
    }
  }

  #scalar(type: Exclude<FieldType, "message">, value: unknown): void {
    if (type === "string") {
      this.writer.string(value as string);
    } else if (type === "bytes") {
      this.writer.bytes(value as Uint8Array);
    } else if (type === "bool") {
      this.writer.bool(value as boolean);
    } else if (type === "int64") {
      this.writer.int64(value as bigint);
    } else {
      this.writer.int32(value as number);
    }
  }
}

const wireTypes: Readonly<Record<FieldType, WireType>> = {
  string: WireType.LengthDelimited,
  bytes: WireType.LengthDelimited,
  message: WireType.LengthDelimited,
  bool: WireType.Varint,
  int64: WireType.Varint,
  int32: WireType.Varint,
};

function chosen(group: unknown, name: string): unknown {
  const { case: present, value } = (group ?? {}) as { readonly case?: string; readonly value?: unknown };
  return present === name ? value : undefined;
}

function tellsAbsence({ type, optional, oneof }: MessageField): boolean {
  return type === "message" || optional === true || oneof !== undefined;
}

function isDefault(value: unknown): boolean {
  return value === "" || value === false || value === 0 || value === 0n || (value as Uint8Array).byteLength === 0;
}
