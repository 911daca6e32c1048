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

  /** The oldest entry is removed first. */
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
