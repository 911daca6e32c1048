import { Collection } from "./collection";
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
  readonly users: Collection<StoredUser>;
  readonly invitations: Collection<StoredInvitation>;
  readonly connections: Collection<StoredConnection>;
  readonly sources: Collection<StoredSource>;
  readonly webhooks: Collection<StoredWebhook>;
  readonly savedSearches: Collection<StoredSavedSearch>;
  readonly dashboards: Collection<StoredDashboard>;
  readonly alerts: Collection<StoredAlert>;
  readonly clickStackRoles: Collection<StoredClickStackRole>;
  readonly services: Collection<StoredService>;
  readonly roles: Collection<StoredRole>;
  readonly keys: Collection<StoredKey>;
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
    this.users = new Collection(state.users, changed);
    this.invitations = new Collection(state.invitations, changed);
    this.connections = new Collection(state.connections, changed);
    this.sources = new Collection(state.sources, changed);
    this.webhooks = new Collection(state.webhooks, changed);
    this.savedSearches = new Collection(state.savedSearches, changed);
    this.dashboards = new Collection(state.dashboards, changed);
    this.alerts = new Collection(state.alerts, changed);
    this.clickStackRoles = new Collection(state.clickStackRoles, changed);
    this.services = new Collection(state.services, changed);
    this.roles = new Collection(state.roles, changed);
    this.keys = new Collection(state.keys, changed);
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
