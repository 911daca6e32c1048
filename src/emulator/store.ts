import { type KeyHashes, type KeyTexts, keyHashesOf, objectIds } from "./ids";
import { found, type Refusal } from "./refusal";
import type { State, StoredWebhook } from "./state";

/** Stored objects of one kind, in the order in which they were added. */
export class StoredCollection<T extends { id: string }> {
  constructor(
    private readonly items: T[],
    private readonly changed: (written?: string) => void,
  ) {}

  all(): readonly T[] {
    return this.items;
  }

  /** Returns the objects sorted by id, which is the order of creation. */
  byId(): T[] {
    return [...this.items].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Finds an object by id. The letter case of hex digits is ignored. */
  get(id: string): T | undefined {
    const wanted = id.toLowerCase();
    return this.items.find((item) => item.id === wanted);
  }

  /** Finds an object by id, or throws the refusal. */
  find(id: string, refusal: Refusal): T {
    return found(this.get(id), refusal);
  }

  add(item: T): T {
    this.items.push(item);
    this.changed(item.id);
    return item;
  }

  /** Replaces the object with the same id, or adds the object. */
  put(item: T): T {
    const index = this.items.findIndex((other) => other.id === item.id);
    if (index < 0) {
      return this.add(item);
    }
    this.items[index] = item;
    this.changed(item.id);
    return item;
  }

  /** Returns true if the object existed. */
  remove(id: string): boolean {
    const found = this.get(id);
    return this.removeWhere((item) => item === found);
  }

  /** Returns true if an object was removed. */
  removeWhere(test: (item: T) => boolean): boolean {
    const kept = this.items.filter((item) => !test(item));
    const isChanged = kept.length < this.items.length;
    if (isChanged) {
      this.items.splice(0, this.items.length, ...kept);
      this.changed();
    }
    return isChanged;
  }
}

/** Secrets received or created since the start, for tests that search for leaks. They are only in memory. */
class SecretBook {
  readonly #texts = new Set<string>();
  readonly #keyHashes = new Set<string>();

  /** Records secrets. Empty texts are ignored. */
  add(...texts: readonly (string | undefined)[]): void {
    for (const text of texts.filter(Boolean)) {
      this.#texts.add(String(text));
    }
  }

  /** Records both parts of a key, and the credentials that a request with this key sends. */
  addKey({ keyId, keySecret }: KeyTexts): void {
    this.add(keyId, keySecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64"));
    this.addHashes(keyHashesOf({ keyId, keySecret }));
  }

  /** Records digests of a key, also if the texts of the key were never sent (docs/internals/api-behavior.md 1.3). */
  addHashes({ keyIdHash, keySecretHash }: KeyHashes): void {
    this.#keyHashes.add(keyIdHash).add(keySecretHash);
  }

  toJSON() {
    return { texts: [...this.#texts], keyHashes: [...this.#keyHashes] };
  }
}

/** Names of the lists of stored objects in a state. */
export type CollectionName = {
  [Name in keyof State]-?: State[Name] extends { id: string }[] ? Name : never;
}[keyof State];

type Collections = { readonly [Name in CollectionName]: StoredCollection<State[Name][number]> };

/** Stored objects of both deployments: one collection for each list of the state. */
export type Store = Collections & StoreServices;

/** @param onChange called by `flush` after each batch of writes */
export function openStore(state: State, now: () => Date, onChange: (state: State) => void): Store {
  const services = new StoreServices(state, now, onChange);
  const lists = Object.entries(state).filter(([, value]) => Array.isArray(value));
  const collections = lists.map(([name, items]) => [
    name,
    new StoredCollection(items, (id) => services.noteChange(id)),
  ]);
  return Object.assign(services, Object.fromEntries(collections) as Collections);
}

/** Services of a store: it creates ids, records secrets and reports changes. */
class StoreServices {
  readonly secrets = new SecretBook();
  readonly newId: () => string;
  #isChanged = false;

  constructor(
    readonly state: State,
    now: () => Date,
    private readonly onChange: (state: State) => void,
  ) {
    this.newId = objectIds(now);
    const { startKey, users, keys, webhooks, connections } = state;
    this.secrets.addKey(startKey);
    for (const key of keys) {
      this.secrets.addHashes(key);
    }
    this.secrets.add(...users.map(({ accessKey }) => accessKey), ...connections.map(({ password }) => password));
    for (const webhook of webhooks) {
      this.noteWebhookSecrets(webhook);
    }
  }

  /** Records the values that a webhook never returns. */
  noteWebhookSecrets({ headers, queryParams }: Pick<StoredWebhook, "headers" | "queryParams">): void {
    this.secrets.add(...Object.values(headers ?? {}), ...Object.values(queryParams ?? {}));
  }

  /** Returns the objects of a resource type that has no objects at the first start. */
  list<T extends { id: string }>(name: string): StoredCollection<T> {
    const lists = this.state as unknown as Record<string, T[]>;
    lists[name] ??= [];
    return new StoredCollection(lists[name], (id) => this.noteChange(id));
  }

  /** @param written id of an object that was added or replaced */
  noteChange(written?: string): void {
    this.#isChanged = true;
    if (written !== undefined) {
      this.state.revisions ??= {};
      this.state.revisions[written] = this.revisionOf(written) + 1;
    }
  }

  /** Returns the number of writes of an object. */
  revisionOf(id: string): number {
    return this.state.revisions?.[id] ?? 0;
  }

  /** Reports the changes since the last call. */
  flush(): void {
    if (this.#isChanged) {
      this.#isChanged = false;
      this.onChange(this.state);
    }
  }
}
