import { getHeapStatistics } from "node:v8";

/** A case needs much less memory than this, because its input has only some kilobytes. */
const MAX_BYTES = 128 * 1024 * 1024;

const PROTOTYPES = { Object, Array, Function, String, Number, Boolean, Map, Set, Promise } as const;

/** Watches forbidden effects of a case: changed built-in prototypes, high use of memory, and unhandled rejections. */
export class Guards implements Disposable {
  readonly #before = keysOfPrototypes();
  readonly #unhandled: unknown[] = [];
  readonly #note = (thrown: unknown) => void this.#unhandled.push(thrown);
  #bytes = bytesInUse();

  constructor() {
    process.on("unhandledRejection", this.#note).on("uncaughtException", this.#note);
  }

  /** Call before a case. */
  begin(): void {
    this.#bytes = bytesInUse();
  }

  /** Call after a case. Throws for each forbidden effect of the case. */
  check(): void {
    const taken = bytesInUse() - this.#bytes;
    if (taken > MAX_BYTES) {
      throw new Error(`One case took ${Math.round(taken / 1024 / 1024)} MB of memory.`);
    }
    const changed = this.#changedPrototype();
    if (changed !== undefined) {
      throw new Error(`The prototype of ${changed} was changed.`);
    }
    const [unhandled] = this.#unhandled.splice(0);
    if (unhandled !== undefined) {
      throw new Error(`A rejection was not handled: ${String(unhandled)}`);
    }
  }

  [Symbol.dispose](): void {
    process.off("unhandledRejection", this.#note).off("uncaughtException", this.#note);
  }

  /**
   * Returns the name of a prototype that has gained or lost a member. It also restores the prototype, so that the next
   * case is not blamed.
   */
  #changedPrototype(): string | undefined {
    for (const [name, { prototype }] of Object.entries(PROTOTYPES)) {
      const known = this.#before.get(name) ?? new Set();
      const keys = Reflect.ownKeys(prototype);
      if (keys.length === known.size && keys.every((key) => known.has(key))) {
        continue;
      }
      for (const key of keys) {
        if (!known.has(key)) {
          Reflect.deleteProperty(prototype, key);
        }
      }
      return name;
    }
    return undefined;
  }
}

function keysOfPrototypes(): ReadonlyMap<string, ReadonlySet<PropertyKey>> {
  return new Map(
    Object.entries(PROTOTYPES).map(([name, { prototype }]) => [name, new Set(Reflect.ownKeys(prototype))] as const),
  );
}

function bytesInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
