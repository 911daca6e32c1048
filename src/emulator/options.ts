import type { FaultSpec } from "./faults";

/** One limiter: at most `max` requests in `windowMs` milliseconds. */
export interface Limit {
  max: number;
  windowMs: number;
}

/** Limiters of both deployments (docs/internals/api-behavior.md 1.6, 3.3). */
export interface Limits {
  /** Fixed window per bearer token. Default 100 per 60 000 ms. */
  openSource: Limit;
  /** Sliding window per API key. Default 10 per 10 000 ms. */
  managed: Limit;
}

/**
 * Deviations of older or differently configured servers (docs/internals/api-behavior.md 7). They are off by default,
 * unless they say otherwise.
 */
export interface Switches {
  /** A PUT of an alert that omits `groupBy` keeps it, and null is refused (older servers). */
  groupBySticky: boolean;
  /** The managed gateway of July 2026: `channels`, `formulas` and the other later fields are not known. */
  gatewayOfJuly: boolean;
  /** The open-source server of August 2026: alerts have no names, tags and charts of their own. */
  serverOfAugust: boolean;
  /** `POST dashboards/validate` is not offered: HTML 404. */
  validateMissing: boolean;
  /** `DELETE` of a dashboard that is not there returns 404 instead of 200. */
  absentDashboardDelete404: boolean;
  /** Select items are returned as stored, with `level` or `valueExpression` the write schema refuses. */
  legacyLeftovers: boolean;
  /** The managed deployment takes the interval `30s` (September 2026, a feature per team). */
  interval30s: boolean;
  /** The server cannot reach its database: chart queries return 500 with the error of the connection. */
  databaseUnreachable: boolean;
  /** The user belongs to no team: every resource returns 403. */
  userWithoutTeam: boolean;
  /** PATCH of `roles` on an API key shows in its `roles` (an organization not migrated to custom roles). */
  rolesNotFrozen: boolean;
  /**
   * Sources return "" for each optional text that is not set (docs/internals/api-behavior.md 3.13). Default: in the
   * managed deployment only.
   */
  emptySourceTexts: boolean;
  /** The server adds permissions to roles that are written (docs/internals/api-behavior.md 1.5, 2.4). Default: true. */
  impliedPermissions: boolean;
}

/**
 * Answer to a key operation that the server does not offer: a status of the API with its JSON body, or `html-404`, the
 * page of a path that the server does not serve (docs/internals/api-behavior.md 1.7).
 */
export type KeyRefusal = "400" | "403" | "404" | "405" | "html-404";

/** Fixed credentials instead of random ones. */
export interface SeedOptions {
  accessKey?: string;
  keyId?: string;
  keySecret?: string;
  organizationId?: string;
  serviceId?: string;
}

export interface EmulatorOptions {
  /** TCP port, 0 for a free one. Default 0. */
  port?: number;
  /** Address to listen on. Default 127.0.0.1. */
  host?: string;
  /**
   * Names under which its page and its UI endpoints may be reached, such as the name of a container. Default: none but
   * loopback names and the address that it listens on. API requests are accepted under every name.
   */
  allowedHosts?: readonly string[];
  /** Rate limits; false for none. Default: those of the real servers. */
  limits?: false | Partial<Limits>;
  /** Milliseconds each API request waits before it is handled. Default 0. */
  latencyMs?: number;
  /** Faults to play, by request number or by method and path. */
  faults?: readonly FaultSpec[];
  /** JSON file with the whole state: read at start when it exists, replaced after each write. */
  stateFile?: string;
  switches?: Partial<Switches>;
  /**
   * Operations on API keys that the managed deployment offers. With `get-and-update` it refuses to list, create and
   * delete keys and everything about organization roles. Default `all`.
   */
  keyOperations?: "all" | "get-and-update";
  /** Answer to the operations that `keyOperations` leaves out. Default `403`. */
  keyRefusal?: KeyRefusal;
  /** Milliseconds a fresh API key takes to be known to calls that name it. Default 0. */
  keyPropagationMs?: number;
  /** How many calls that name a fresh API key are refused before it is known, after `keyPropagationMs`. Default 0. */
  keyPropagationRequests?: number;
  /** Private hosts a webhook URL may name all the same. */
  webhookAllowList?: readonly string[];
  seed?: SeedOptions;
  /** The clock. Default: the system's. */
  now?: () => Date;
}

/** Where and how to reach the emulator. Both endpoints are base addresses without a path. */
export interface Endpoints {
  openSource: { endpoint: string; accessKey: string };
  managed: { endpoint: string; organizationId: string; serviceId: string; keyId: string; keySecret: string };
}

export const defaultLimits: Limits = {
  openSource: { max: 100, windowMs: 60_000 },
  managed: { max: 10, windowMs: 10_000 },
};

/**
 * The environment variables that let the provider, and anything else that reads them, reach both deployments of an
 * emulator. Dashboards and alerts are in the open-source one; with `CLICKSTACK_DEPLOYMENT=managed` in the managed one.
 */
export function environmentOf({ openSource, managed }: Endpoints) {
  return {
    CLICKSTACK_ENDPOINT: openSource.endpoint,
    CLICKSTACK_API_KEY: openSource.accessKey,
    CLICKHOUSE_CLOUD_ENDPOINT: managed.endpoint,
    CLICKHOUSE_CLOUD_API_KEY: managed.keyId,
    CLICKHOUSE_CLOUD_API_SECRET: managed.keySecret,
    CLICKHOUSE_ORGANIZATION_ID: managed.organizationId,
    CLICKSTACK_SERVICE_ID: managed.serviceId,
    CLICKSTACK_DEPLOYMENT: "open_source",
  };
}
