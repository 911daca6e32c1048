import { remember } from "../../remember";
import type { Message } from "../protocol/message-types";
import type { Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";

/** Several resources are worked on at once, each with a state and a configuration. */
const MAX_OBJECTS = 64;

/** Longer messages are not worth the memory. */
const MAX_BYTES = 1024 * 1024;

/**
 * Objects that were read from messages lately. A host sends the same bytes again and again: a configuration to be
 * checked and to be planned, a state to be read and to be planned from. The calls share the objects, which no handler
 * may change: values are read-only.
 */
export class ReadObjects {
  readonly #objectsOf = remember((_: Schema) => new Map<string, ObjectValue>());

  /** The object in a message, or null; `read` is asked for one that was not read lately. */
  get(
    schema: Schema,
    message: Message<"tfplugin6.DynamicValue"> | undefined,
    read: () => ObjectValue | null,
  ): ObjectValue | null {
    const bytes = message?.msgpack;
    if (!bytes || !isWorthKeeping(bytes)) {
      return read();
    }
    const known = this.#objectsOf(schema).get(keyOf(bytes));
    if (known) {
      return known;
    }
    const object = read();
    if (object) {
      this.keep(schema, bytes, object);
    }
    return object;
  }

  /** The oldest makes room. */
  keep(schema: Schema, bytes: Uint8Array, object: ObjectValue): void {
    if (!isWorthKeeping(bytes)) {
      return;
    }
    const objects = this.#objectsOf(schema);
    const [oldest] = objects.keys();
    if (oldest !== undefined && objects.size >= MAX_OBJECTS) {
      objects.delete(oldest);
    }
    objects.set(keyOf(bytes), object);
  }
}

function isWorthKeeping({ byteLength }: Uint8Array): boolean {
  return byteLength > 0 && byteLength <= MAX_BYTES;
}

function keyOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
