import type { DynamicValue } from "../protocol/tfplugin6_pb";
import type { Schema } from "../schema/schema";
import type { ObjectValue } from "../values/value";
import type { Plain } from "../wire/plain";

/** Several resources are worked on at once, each with a state and a configuration. */
const MOST_OBJECTS = 64;

/** Longer messages are not worth the memory. */
const MOST_BYTES = 1024 * 1024;

/**
 * Objects that were read from messages lately. A host sends the same bytes again and again: a configuration to be checked and to be
 * planned, a state to be read and to be planned from. The calls share the objects, which no handler may change: values are read-only.
 */
export class ReadObjects {
  readonly #bySchema = new WeakMap<Schema, Map<string, ObjectValue>>();

  /** The object in a message, or null; `read` is asked for one that was not read lately. */
  get(schema: Schema, message: Plain<DynamicValue> | undefined, read: () => ObjectValue | null): ObjectValue | null {
    const bytes = message?.msgpack;
    if (!bytes || bytes.byteLength === 0 || bytes.byteLength > MOST_BYTES) return read();
    const objects = this.#objects(schema);
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const known = objects.get(key);
    if (known) return known;
    const object = read();
    if (object) keep(objects, key, object);
    return object;
  }

  #objects(schema: Schema): Map<string, ObjectValue> {
    const known = this.#bySchema.get(schema);
    if (known) return known;
    const objects = new Map<string, ObjectValue>();
    this.#bySchema.set(schema, objects);
    return objects;
  }
}

/** The oldest makes room. */
function keep(objects: Map<string, ObjectValue>, key: string, object: ObjectValue): void {
  const [oldest] = objects.keys();
  if (oldest !== undefined && objects.size >= MOST_OBJECTS) objects.delete(oldest);
  objects.set(key, object);
}
