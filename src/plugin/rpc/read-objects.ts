import { remember } from "../../remember";
import type { Message } from "../protocol/message-types";
import type { Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";

/** The host processes several resources at the same time, each with a state and a configuration. */
const MAX_OBJECTS = 64;

/** Longer messages need too much memory. */
const MAX_BYTES = 1024 * 1024;

/**
 * Cache of objects that were recently read from messages. A host sends the same bytes repeatedly: a configuration to
 * validate and to plan, a state to read and to plan from. Calls share the objects, which are read-only.
 */
export class ReadObjects {
  readonly #objectsOf = remember((_: Schema) => new Map<string, ObjectValue>());

  /** Returns the object in a message, or null. Calls `read` if the object is not in the cache. */
  get(
    schema: Schema,
    message: Message<"DynamicValue"> | undefined,
    read: () => ObjectValue | null,
  ): ObjectValue | null {
    const key = keyOf(message?.msgpack);
    const known = key === undefined ? undefined : this.#objectsOf(schema).get(key);
    const object = known ?? read();
    if (object && !known && message) {
      this.keep(schema, message.msgpack, object);
    }
    return object;
  }

  /** The oldest entry is removed first. */
  keep(schema: Schema, bytes: Uint8Array, object: ObjectValue): void {
    const key = keyOf(bytes);
    if (key === undefined) {
      return;
    }
    const objects = this.#objectsOf(schema);
    const [oldest] = objects.keys();
    if (oldest !== undefined && objects.size >= MAX_OBJECTS) {
      objects.delete(oldest);
    }
    objects.set(key, object);
  }
}

/** Returns undefined for bytes that the cache does not keep. */
function keyOf(bytes: Uint8Array = new Uint8Array()): string | undefined {
  const { buffer, byteOffset, byteLength } = bytes;
  const isKept = byteLength > 0 && byteLength <= MAX_BYTES;
  return isKept ? Buffer.from(buffer, byteOffset, byteLength).toString("latin1") : undefined;
}
