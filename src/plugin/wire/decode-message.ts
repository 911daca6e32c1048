import { BinaryReader } from "@bufbuild/protobuf/wire";
import { setOwn } from "../../own-values";
import { errorOf } from "../log/errors";
import type { FieldType, MessageField, MessageName, Messages } from "../protocol/message-types";
import { messages } from "../protocol/tables";

const fieldsOf: Messages = messages;

type Members = Record<string, unknown>;

/** Thrown for bytes that are not the expected message. */
export class MessageError extends Error {
  override readonly name = "MessageError";
}

/** Decoding uses stack space for each level. */
const MAX_MESSAGE_DEPTH = 100;

/**
 * Decodes a message. Absent fields have their defaults, and absent optional fields are missing. Unknown fields are
 * skipped. `bytes` members are views into the given bytes. Throws a MessageError for invalid bytes.
 */
export function decodeMessage(name: MessageName, bytes: Uint8Array): object {
  try {
    return new Decoder(new BinaryReader(bytes)).message(name, bytes.byteLength, MAX_MESSAGE_DEPTH);
  } catch (error) {
    throw new MessageError(`the bytes are not a valid ${name}: ${errorOf(error).message}`);
  }
}

class Decoder {
  constructor(private readonly reader: BinaryReader) {}

  message(name: string, length: number, levels: number, before?: Members): Members {
    if (levels === 0) {
      throw new MessageError(`messages are nested more than ${MAX_MESSAGE_DEPTH} levels deep`);
    }
    const fields = fieldsOf[name] ?? [];
    const end = this.reader.pos + length;
    const message = before ?? empty(name);
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

  #into(message: Members, field: MessageField, levels: number): void {
    const { name, many, oneof } = field;
    if (many === "list") {
      (message[name] as unknown[]).push(this.#value(field, levels));
    } else if (many === "map") {
      this.#entry(message[name] as Members, field, levels);
    } else if (oneof !== undefined) {
      message[oneof] = { case: name, value: this.#value(field, levels) };
    } else {
      message[name] = this.#value(field, levels, message[name] as Members | undefined);
    }
  }

  /** A map is encoded as a list of messages with a key and a value. */
  #entry(map: Members, field: MessageField, levels: number): void {
    const end = this.reader.uint32() + this.reader.pos;
    let key = "";
    let value: unknown;
    while (this.reader.pos < end) {
      const [no, wireType] = this.reader.tag();
      if (no === 1) {
        key = this.reader.string();
      } else if (no === 2) {
        value = this.#value(field, levels);
      } else {
        this.reader.skip(wireType, no);
      }
    }
    if (this.reader.pos !== end) {
      throw new MessageError("a field continues after its map entry");
    }
    value ??= field.type === "message" ? empty(field.message) : zeros[field.type];
    setOwn(map, key, value);
  }

  /** @param before the earlier parts of a message that is sent in parts, which the format requires to merge */
  #value({ type, message = "" }: MessageField, levels: number, before?: Members): unknown {
    if (type === "message") {
      return this.message(message, this.reader.uint32(), levels - 1, before);
    }
    if (type === "string") {
      return this.reader.string();
    }
    if (type === "bytes") {
      return this.reader.bytes();
    }
    if (type === "bool") {
      return this.reader.bool();
    }
    return type === "int64" ? BigInt(this.reader.int64()) : this.reader.int32();
  }
}

function empty(name = ""): Members {
  const message: Members = {};
  for (const { name: member, type, many, optional, oneof } of fieldsOf[name] ?? []) {
    if (oneof !== undefined) {
      message[oneof] = { case: undefined };
    } else if (many) {
      message[member] = many === "list" ? [] : {};
    } else if (type !== "message" && !optional) {
      message[member] = zeros[type];
    }
  }
  return message;
}

const zeros: Readonly<Record<Exclude<FieldType, "message">, unknown>> = {
  string: "",
  bytes: new Uint8Array(),
  bool: false,
  int64: 0n,
  int32: 0,
};
