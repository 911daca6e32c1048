import type { FaultSpec } from "./faults";

/** One rate limit: at most `max` requests in `windowMs` milliseconds. */
export interface Limit {
  max: number;
  windowMs: number;
}

/** Rate limits of both deployments (docs/internals/api-behavior.md 1.6, 3.3). */
export interface Limits {
  /** Fixed window per bearer token. Default 100 per 60,000 ms. */
  openSource: Limit;
  /** Sliding window per API key. Default 10 per 10,000 ms. */
  managed: Limit;
}

/**
 * Deviations of older or differently configured servers (docs/internals/api-behavior.md 7). Default: off, unless stated
 * otherwise.
 */
export interface Switches {
  /** A PUT of an alert without `groupBy` keeps it, and null is rejected (older servers). */
  groupBySticky: boolean;
  /** Behaves as the managed gateway of July 2026, which does not know `channels`, `formulas` and other newer fields. */
  gatewayOfJuly: boolean;
  /** Responses to reads of a dashboard have an `ETag`, and updates follow `If-Match` (docs/internals/api-behavior.md 6.7). */
  etags: boolean;
  /** `POST dashboards/validate` does not exist and returns an HTML 404. */
  validateMissing: boolean;
  /** `DELETE` of a missing dashboard returns 404 instead of 200. */
  absentDashboardDelete404: boolean;
  /** Select items are returned as stored, with a `level` or `valueExpression` that the write schema rejects. */
  legacyLeftovers: boolean;
  /** The managed deployment accepts the interval `30s` (September 2026, a feature per team). */
  interval30s: boolean;
  /** The server cannot reach its database: chart queries return 500 with the connection error. */
  databaseUnreachable: boolean;
  /** The open-source server has roles of team members (docs/internals/api-behavior.md 3.17). */
  teamRoles: boolean;
  /** The user belongs to no team: every resource returns 403. */
  userWithoutTeam: boolean;
  /** PATCH of `roles` on an API key changes its `roles` (an organization without custom roles). */
  rolesNotFrozen: boolean;
  /**
   * Sources return "" for each optional text that is not set (docs/internals/api-behavior.md 3.13). Default: only in
   * the managed deployment.
   */
  emptySourceTexts: boolean;
  /** The server adds permissions to written roles (docs/internals/api-behavior.md 1.5, 2.4). Default: true. */
  impliedPermissions: boolean;
}

/**
 * Releases of the open-source server that the emulator simulates. 2.36 is of August 2026. Each of the others also has
 * the changes of the release before it (docs/internals/api-behavior.md 6).
 */
export const EMULATED_VERSIONS = ["2.36", "2.38", "2.40"] as const;

export type EmulatedVersion = (typeof EMULATED_VERSIONS)[number];

export const NEWEST_VERSION: EmulatedVersion = "2.40";

/** Returns a value for each version. */
export function perVersion<T>(make: (version: EmulatedVersion) => T): Readonly<Record<EmulatedVersion, T>> {
  return Object.fromEntries(EMULATED_VERSIONS.map((version) => [version, make(version)])) as Record<EmulatedVersion, T>;
}

/**
 * Response to an unsupported key operation: a status with a JSON body, or `html-404`, the page of a path that the
 * server does not serve (docs/internals/api-behavior.md 1.7).
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
   * Host names of the page and the UI endpoints, such as the name of a container. Default: loopback names and the
   * listen address. API requests are accepted under every name.
   */
  allowedHosts?: readonly string[];
  /** Rate limits, or false for none. Default: the limits of the real servers. */
  limits?: false | Partial<Limits>;
  /** Delay of each API request in milliseconds. Default 0. */
  latencyMs?: number;
  /** Faults to apply, by request number or by method and path. */
  faults?: readonly FaultSpec[];
  /** JSON file with the whole state. It is read at start if it exists, and replaced after each write. */
  stateFile?: string;
  /** Release of the open-source server. The managed deployment does not depend on it. Default: the newest, 2.40. */
  serverVersion?: EmulatedVersion;
  switches?: Partial<Switches>;
  /**
   * Operations on API keys of the managed deployment. With `get-and-update` it rejects listing, creating and deleting
   * keys and all operations on organization roles. Default `all`.
   */
  keyOperations?: "all" | "get-and-update";
  /** Response to the operations that `keyOperations` excludes. Default `403`. */
  keyRefusal?: KeyRefusal;
  /** Milliseconds in which calls that name a new API key fail. Default 0. */
  keyPropagationMs?: number;
  /** Number of calls that name a new API key and fail, after `keyPropagationMs`. Default 0. */
  keyPropagationRequests?: number;
  /** Private hosts that a webhook URL may name. */
  webhookAllowList?: readonly string[];
  seed?: SeedOptions;
  /** Returns the current time. Default: the system clock. */
  now?: () => Date;
}

/** Addresses and credentials of the emulator. Both endpoints are base addresses without a path. */
export interface Endpoints {
  openSource: { endpoint: string; accessKey: string };
  managed: { endpoint: string; organizationId: string; serviceId: string; keyId: string; keySecret: string };
}

export const defaultLimits: Limits = {
  openSource: { max: 100, windowMs: 60_000 },
  managed: { max: 10, windowMs: 10_000 },
};

/**
 * Returns the environment variables that connect the provider and other programs to both deployments of an emulator.
 * Dashboards and alerts use the open-source deployment, or the managed one with `CLICKSTACK_DEPLOYMENT=managed`.
 */
export function environmentOf({ openSource, managed }: Endpoints) {
  return {
    CLICKSTACK_ENDPOINT: openSource.endpoint,
    CLICKSTACK_API_KEY: openSource.accessKey,
    CLICKSTACK_UI_ENDPOINT: openSource.endpoint,
    CLICKHOUSE_CLOUD_ENDPOINT: managed.endpoint,
    CLICKHOUSE_CLOUD_API_KEY: managed.keyId,
    CLICKHOUSE_CLOUD_API_SECRET: managed.keySecret,
    CLICKHOUSE_ORGANIZATION_ID: managed.organizationId,
    CLICKSTACK_SERVICE_ID: managed.serviceId,
    CLICKSTACK_DEPLOYMENT: "open_source",
  };
}
