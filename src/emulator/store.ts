import { StoredCollection } from "./collection";
import { ObjectIdFactory } from "./ids";
import { SecretBook } from "./secret-book";
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

  /** A new object id. */
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
