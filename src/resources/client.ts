import { type Clock, systemClock } from "../client/clock";
import { RemoteCollection } from "../client/collection";
import { Deployments } from "../client/deployments";
import type {
  AlertBody,
  AlertRecord,
  ApiKeyBody,
  ApiKeyPatch,
  ApiKeyRecord,
  ApiRecord,
  ChartQuery,
  ChartRow,
  ConnectionBody,
  ConnectionRecord,
  CreatedApiKey,
  DashboardBody,
  DashboardRecord,
  DashboardValidation,
  RoleBody,
  RolePatch,
  RoleRecord,
  SavedSearchBody,
  SavedSearchRecord,
  SourceBody,
  SourceRecord,
  WebhookBody,
  WebhookRecord,
} from "../client/records";
import type { Operation } from "../client/resource-api";
import type { ClientSettings, Deployment } from "../client/settings";
import { alertApi } from "./alert/api";
import { apiKeyApi } from "./api-key/api";
import { RemoteCharts } from "./chart-series/api";
import { connectionApi } from "./connection/api";
import { type AlertsMayBeGone, RemoteDashboards } from "./dashboard/api";
import { roleApi } from "./role/api";
import { RemoteSavedSearches } from "./saved-search/api";
import { sourceApi } from "./source/api";
import { webhookApi } from "./webhook/api";

/** Options of every call. An abort rejects with the signal's reason and leaves requests that others share alone. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a create. */
export interface CreateOptions<Stored> extends CallOptions {
  /** Tells of a stored object whether it may be taken instead of a new one. It is, where it is the only such object that equals the body. */
  readonly takeOver?: (record: Stored) => boolean;
}

/** The operations on one kind of object. Errors: see `errors/`; an operation that a deployment lacks is refused before any request. */
export interface Collection<Stored extends ApiRecord, Body, Patch = Body, Created = Stored> {
  /** Why the deployment in use does not offer an operation; `undefined` where it does. Sends nothing. */
  unsupported(operation: Operation): string | undefined;
  /** Everything of this kind, asked afresh, over all pages. */
  list(options?: CallOptions): Promise<readonly Stored[]>;
  /** One object asked afresh; `undefined` when it is gone. */
  get(id: string, options?: CallOptions): Promise<Stored | undefined>;
  /** One object, sharing requests with other reads of this client: a lone read is a get, reads that come together are one list. Do not modify what it returns. */
  read(id: string, options?: CallOptions): Promise<Stored | undefined>;
  /** Says that a `read` of this object will probably follow, so that it can share its request with others; nothing is asked yet. */
  expectRead(id: string): void;
  /** Everything of this kind from the shared snapshot, asked once per client. */
  readAll(options?: CallOptions): Promise<readonly Stored[]>;
  /** Lists everything once, so that the reads that follow need no request of their own. */
  holdAll(options?: CallOptions): Promise<void>;
  /** Creates one object. When the answer is lost the object is looked for before the request is repeated. */
  create(body: Body, options?: CreateOptions<Stored>): Promise<Created>;
  /** Changes one object. Throws an `ApiError` of kind `not_found` when it is gone. */
  update(id: string, body: Patch, options?: CallOptions): Promise<Stored>;
  /** Deletes one object; one that is gone already counts as done. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export interface DashboardCollection extends Collection<DashboardRecord, DashboardBody> {
  /**
   * Asks the server about a create body without storing it; `undefined` where the deployment cannot validate
   * (docs/internals/api-behavior.md 2.4).
   */
  validate(body: DashboardBody, options?: CallOptions): Promise<DashboardValidation | undefined>;
}

/** Chart queries; open source only. */
export interface Charts {
  querySeries(query: ChartQuery, options?: CallOptions): Promise<readonly ChartRow[]>;
}

/** Both deployments as one. API keys and roles are managed; everything else lives in `observability`. */
export interface Client {
  /** Deployment of dashboards, alerts and their companions; `undefined` when only API keys can be reached. */
  readonly observability: Deployment | undefined;
  readonly apiKeys: Collection<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey>;
  readonly roles: Collection<RoleRecord, RoleBody, RolePatch>;
  readonly dashboards: DashboardCollection;
  readonly alerts: Collection<AlertRecord, AlertBody>;
  readonly sources: Collection<SourceRecord, SourceBody>;
  readonly webhooks: Collection<WebhookRecord, WebhookBody>;
  readonly savedSearches: Collection<SavedSearchRecord, SavedSearchBody>;
  readonly connections: Collection<ConnectionRecord, ConnectionBody>;
  readonly charts: Charts;
  /** Now, in epoch milliseconds, by the clock of ClickHouse Cloud, which is asked once. By this machine's where it does not tell. */
  organizationTime(options?: CallOptions): Promise<number>;
  /** Whether the key that signs requests to ClickHouse Cloud ends so. Several keys can (docs/internals/api-behavior.md 1.2). */
  isSignedWith(keySuffix: string): boolean;
  /** Closes the connections. Calls after it fail. */
  close(): Promise<void>;
}

/** Opens nothing yet: connections come with the first request. */
export function createClient(settings: ClientSettings, clock: Clock = systemClock): Client {
  const deployments = new Deployments(settings, clock);
  const alerts = new RemoteCollection(alertApi, deployments);
  const apiKeys = new RemoteCollection(apiKeyApi, deployments);
  const alertsMayBeGone: AlertsMayBeGone = (isConcerned) => alerts.doubtSome(isConcerned);
  return {
    observability: deployments.observability,
    apiKeys,
    roles: new RemoteCollection(roleApi, deployments),
    dashboards: new RemoteDashboards(deployments, alertsMayBeGone),
    alerts,
    sources: new RemoteCollection(sourceApi, deployments),
    webhooks: new RemoteCollection(webhookApi, deployments),
    savedSearches: new RemoteSavedSearches(deployments, alertsMayBeGone),
    connections: new RemoteCollection(connectionApi, deployments),
    charts: new RemoteCharts(deployments),
    async organizationTime(options) {
      if (deployments.organizationTime === undefined) await apiKeys.readAll(options);
      return deployments.organizationTime ?? Date.now();
    },
    isSignedWith: (keySuffix) => deployments.isSignedWith(keySuffix),
    close: () => deployments.close(),
  };
}
