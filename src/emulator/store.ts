import { StoredCollection } from "./collection";
import { hashText, ObjectIdFactory } from "./ids";
import type {
  State,
  StoredAlert,
  StoredClickStackRole,
  StoredConnection,
  StoredDashboard,
  StoredInvitation,
  StoredKey,
  StoredRole,
  StoredSavedSearch,
  StoredService,
  StoredSource,
  StoredUser,
  StoredWebhook,
} from "./state";

/** Every secret that an emulator handed out or was given since its start, for tests that look for leaks. In memory only. */
class SecretBook {
  private readonly clear = new Set<string>();
  private readonly hashes = new Set<string>();

  /** Takes down secrets. Empty texts are none. */
  add(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) if (text) this.clear.add(text);
  }

  /** Takes down both parts of a key, and the credentials that a request sends of them. */
  addKey(keyId: string, keySecret: string): void {
    this.add(keyId, keySecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64"));
    this.addHashes(hashText(keyId), hashText(keySecret));
  }

  /** Takes down base64 SHA-256 digests of secrets that came as such (`hashData`, docs/internals/api-behavior.md 1.3). */
  addHashes(...digests: readonly string[]): void {
    for (const digest of digests) this.hashes.add(digest);
  }

  get texts(): readonly string[] {
    return [...this.clear];
  }

  /** Digests of key IDs and key secrets, also of those that were never here in clear. */
  get keyHashes(): readonly string[] {
    return [...this.hashes];
  }
}

/** All stored objects of both deployments. `onChange` is told after each batch of writes, by `flush`. */
export class Store {
  readonly users: StoredCollection<StoredUser>;
  readonly invitations: StoredCollection<StoredInvitation>;
  readonly connections: StoredCollection<StoredConnection>;
  readonly sources: StoredCollection<StoredSource>;
  readonly webhooks: StoredCollection<StoredWebhook>;
  readonly savedSearches: StoredCollection<StoredSavedSearch>;
  readonly dashboards: StoredCollection<StoredDashboard>;
  readonly alerts: StoredCollection<StoredAlert>;
  readonly clickStackRoles: StoredCollection<StoredClickStackRole>;
  readonly services: StoredCollection<StoredService>;
  readonly roles: StoredCollection<StoredRole>;
  readonly keys: StoredCollection<StoredKey>;
  readonly secrets = new SecretBook();
  private readonly ids: ObjectIdFactory;
  private dirty = false;

  constructor(
    readonly state: State,
    now: () => Date,
    private readonly onChange: (state: State) => void,
  ) {
    const changed = () => {
      this.dirty = true;
    };
    this.ids = new ObjectIdFactory(now);
    this.users = new StoredCollection(state.users, changed);
    this.invitations = new StoredCollection(state.invitations, changed);
    this.connections = new StoredCollection(state.connections, changed);
    this.sources = new StoredCollection(state.sources, changed);
    this.webhooks = new StoredCollection(state.webhooks, changed);
    this.savedSearches = new StoredCollection(state.savedSearches, changed);
    this.dashboards = new StoredCollection(state.dashboards, changed);
    this.alerts = new StoredCollection(state.alerts, changed);
    this.clickStackRoles = new StoredCollection(state.clickStackRoles, changed);
    this.services = new StoredCollection(state.services, changed);
    this.roles = new StoredCollection(state.roles, changed);
    this.keys = new StoredCollection(state.keys, changed);
    this.noteSecrets();
  }

  private noteSecrets(): void {
    const { startKey, users, keys, webhooks, connections } = this.state;
    this.secrets.addKey(startKey.keyId, startKey.keySecret);
    this.secrets.addHashes(...keys.flatMap(({ keyIdHash, keySecretHash }) => [keyIdHash, keySecretHash]));
    this.secrets.add(...users.map(({ accessKey }) => accessKey), ...connections.map(({ password }) => password));
    for (const webhook of webhooks) this.noteWebhookSecrets(webhook);
  }

  /** Takes down what a webhook never shows again. */
  noteWebhookSecrets({ headers, queryParams }: Pick<StoredWebhook, "headers" | "queryParams">): void {
    this.secrets.add(...Object.values(headers ?? {}), ...Object.values(queryParams ?? {}));
  }

  newId(): string {
    return this.ids.next();
  }

  /** Reports changes made since the last call. */
  flush(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.onChange(this.state);
  }
}
