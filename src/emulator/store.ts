import { hashText, ObjectIdFactory } from "./ids";
import type { Refusal } from "./refusal";
import type { State, StoredWebhook } from "./state";

/** The stored objects of one kind, in the order in which they were added. */
export class StoredCollection<T extends { id: string }> {
  constructor(
    private readonly items: T[],
    private readonly changed: () => void,
  ) {}

  all(): readonly T[] {
    return this.items;
  }

  /** Sorted by id, which is the order of creation. */
  byId(): T[] {
    return [...this.items].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Finds by id; the letter case of hex digits does not matter. */
  get(id: string): T | undefined {
    const wanted = id.toLowerCase();
    return this.items.find((item) => item.id === wanted);
  }

  /** The same, or a refusal where there is none. */
  find(id: string, refusal: Refusal): T {
    const found = this.get(id);
    if (!found) {
      throw refusal;
    }
    return found;
  }

  add(item: T): T {
    this.items.push(item);
    this.changed();
    return item;
  }

  /** Puts an item in the place of the one with its id, or adds it. */
  put(item: T): T {
    const index = this.items.findIndex((other) => other.id === item.id);
    if (index < 0) {
      return this.add(item);
    }
    this.items[index] = item;
    this.changed();
    return item;
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const found = this.get(id);
    return found !== undefined && this.removeWhere((item) => item === found) > 0;
  }

  /** How many were removed. */
  removeWhere(test: (item: T) => boolean): number {
    const kept = this.items.filter((item) => !test(item));
    const removed = this.items.length - kept.length;
    if (removed === 0) {
      return 0;
    }
    this.items.splice(0, this.items.length, ...kept);
    this.changed();
    return removed;
  }
}

/**
 * Every secret that an emulator handed out or was given since its start, for tests that look for leaks. In memory only.
 */
class SecretBook {
  private readonly clear = new Set<string>();
  private readonly hashes = new Set<string>();

  /** Takes down secrets. Empty texts are none. */
  add(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) {
      if (text) {
        this.clear.add(text);
      }
    }
  }

  /** Takes down both parts of a key, and the credentials that a request sends of them. */
  addKey(keyId: string, keySecret: string): void {
    this.add(keyId, keySecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64"));
    this.addHashes(hashText(keyId), hashText(keySecret));
  }

  /**
   * Takes down base64 SHA-256 digests of secrets that came as such (`hashData`, docs/internals/api-behavior.md 1.3).
   */
  addHashes(...digests: readonly string[]): void {
    for (const digest of digests) {
      this.hashes.add(digest);
    }
  }

  get texts(): readonly string[] {
    return [...this.clear];
  }

  /** Digests of key IDs and key secrets, also of those that were never here in clear. */
  get keyHashes(): readonly string[] {
    return [...this.hashes];
  }
}

/** The lists of stored objects in a state, by name. */
export type CollectionName = {
  [Name in keyof State]: State[Name] extends { id: string }[] ? Name : never;
}[keyof State];

type Collections = { readonly [Name in CollectionName]: StoredCollection<State[Name][number]> };

/** All stored objects of both deployments: a collection for each list of the state. */
export type Store = Collections & StoreServices;

/** @param onChange told after each batch of writes, by `flush`. */
export function openStore(state: State, now: () => Date, onChange: (state: State) => void): Store {
  const services = new StoreServices(state, now, onChange);
  const lists = Object.entries(state).filter(([, value]) => Array.isArray(value));
  const collections = lists.map(([name, items]) => [name, new StoredCollection(items, () => services.noteChange())]);
  return Object.assign(services, Object.fromEntries(collections) as Collections);
}

/** What a store does beside keeping objects: it makes ids, knows secrets, and reports changes. */
class StoreServices {
  readonly secrets = new SecretBook();
  private readonly ids: ObjectIdFactory;
  private dirty = false;

  constructor(
    readonly state: State,
    now: () => Date,
    private readonly onChange: (state: State) => void,
  ) {
    this.ids = new ObjectIdFactory(now);
    const { startKey, users, keys, webhooks, connections } = state;
    this.secrets.addKey(startKey.keyId, startKey.keySecret);
    this.secrets.addHashes(...keys.flatMap(({ keyIdHash, keySecretHash }) => [keyIdHash, keySecretHash]));
    this.secrets.add(...users.map(({ accessKey }) => accessKey), ...connections.map(({ password }) => password));
    for (const webhook of webhooks) {
      this.noteWebhookSecrets(webhook);
    }
  }

  /** Takes down what a webhook never shows again. */
  noteWebhookSecrets({ headers, queryParams }: Pick<StoredWebhook, "headers" | "queryParams">): void {
    this.secrets.add(...Object.values(headers ?? {}), ...Object.values(queryParams ?? {}));
  }

  newId(): string {
    return this.ids.next();
  }

  noteChange(): void {
    this.dirty = true;
  }

  /** Reports changes made since the last call. */
  flush(): void {
    if (!this.dirty) {
      return;
    }
    this.dirty = false;
    this.onChange(this.state);
  }
}
