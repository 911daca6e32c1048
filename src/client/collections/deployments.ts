import { UnsupportedOperationError } from "../http/errors";
import { HttpLink } from "../http/http-exchange";
import { type ApiRequest, SecretMask, unexpectedValue } from "../http/request";
import { isJsonObject, type JsonObject } from "../json";
import { FixedWindowSchedule, SlidingWindowSchedule } from "../limits/rate-limit-windows";
import { sharedRateLimiter } from "../limits/rate-limiter";
import { Sender } from "../limits/sender";
import type { ApiOperation, Capability } from "../reads/resource-api";
import { ApiServer } from "../retry/api-server";
import type { ClientSettings, CreateJournal, Deployment, ManagedSettings, OpenSourceSettings } from "../settings";
import type { Clock } from "../waiting";

/** See docs/internals/api-behavior.md 1.6. */
const MANAGED_REQUESTS = 10;
const MANAGED_WINDOW_SECONDS = 10;

/**
 * Opens the open-source server: bearer token, paced by the headers of its responses
 * (docs/internals/api-behavior.md 3.2, 3.3).
 */
function openSourceServer(own: OpenSourceSettings, settings: ClientSettings, clock: Clock): ApiServer {
  const link = openLink(own.endpoint, settings, clock);
  const sender = new Sender({
    deployment: "open_source",
    link,
    rateLimiter: sharedRateLimiter(link.origin, own.accessKey, clock, () => new FixedWindowSchedule()),
    ...sharedAccess(settings, clock),
    headers: headersOf(own, settings),
  });
  return new ApiServer(sender, settings.signal);
}

/** Opens ClickHouse Cloud: Basic authentication, paced by the documented limit (docs/internals/api-behavior.md 1.6). */
function managedServer(own: ManagedSettings, settings: ClientSettings, clock: Clock): ApiServer {
  const link = openLink(own.endpoint, settings, clock);
  const requests = own.requestsPerWindow ?? MANAGED_REQUESTS;
  const windowMs = (own.windowSeconds ?? MANAGED_WINDOW_SECONDS) * 1000;
  const sender = new Sender({
    deployment: "managed",
    link,
    rateLimiter: sharedRateLimiter(
      link.origin,
      `${own.keyId} ${requests}/${windowMs}`,
      clock,
      () => new SlidingWindowSchedule(requests, windowMs),
    ),
    ...sharedAccess(settings, clock),
    headers: headersOf(own, settings),
  });
  return new ApiServer(sender, settings.signal);
}

/** Returns the headers of every request: those of the author for an open-source server, and the credentials. */
export function headersOf(
  own: OpenSourceSettings | ManagedSettings,
  { userAgent }: ClientSettings,
): Readonly<Record<string, string>> {
  if (!("accessKey" in own)) {
    return { authorization: `Basic ${basicOf(own)}`, "user-agent": userAgent };
  }
  return {
    ...own.headers,
    authorization: `Bearer ${own.accessKey}`,
    "user-agent": userAgent,
    ...(own.team !== undefined && { "x-hdx-team": own.team }),
  };
}

function sharedAccess({ log, warn, ...settings }: ClientSettings, clock: Clock) {
  return { clock, mask: maskOf(settings), log, warn };
}

/** Masks the credentials of both deployments, because one proxy may serve both and repeat the other's headers. */
function maskOf({ openSource, managed }: Pick<ClientSettings, "openSource" | "managed">): SecretMask {
  const ofCloud = managed && [managed.keySecret, basicOf(managed), managed.keyId];
  return new SecretMask([openSource?.accessKey, ...secretsOfHeaders(openSource?.headers), ...(ofCloud ?? [])]);
}

/**
 * Returns the texts of headers that no message may contain: the values, and the parts after a word such as `Bearer`.
 */
function secretsOfHeaders(headers: NonNullable<OpenSourceSettings["headers"]> = {}): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/[\s;,=]+/)]);
}

function basicOf({ keyId, keySecret }: ManagedSettings): string {
  return Buffer.from(`${keyId}:${keySecret}`, "utf8").toString("base64");
}

export function openLink(endpoint: string, settings: ClientSettings, clock: Clock): HttpLink {
  return new HttpLink({
    endpoint,
    allowInsecureHttp: settings.allowInsecureHttp ?? false,
    timeouts: settings.timeouts,
    environment: settings.environment ?? process.env,
    clock,
  });
}

/** Location of the objects of one resource type. */
export interface ResourceLocation {
  readonly server: ApiServer;
  /** Path segments before the collection. */
  readonly root: readonly string[];
  readonly capability: Capability;
}

/** Properties of a resource type that determine its location. */
export interface DeployedResource {
  readonly plural: string;
  readonly scope: "organization" | "observability";
  readonly capabilities: Readonly<Partial<Record<Deployment, Capability>>>;
}

/**
 * Scope in which an id identifies one object. The address is not part of it: a server keeps its objects when it moves.
 */
export interface ObjectScope {
  readonly deployment: Deployment;
  readonly organizationId?: string;
  /** Set for objects of a service. */
  readonly serviceId?: string;
}

const WORDS: Readonly<Record<Deployment, string>> = { open_source: "open-source", managed: "managed" };

/** Finds the server for each resource type, and refuses unsupported operations before any request. */
export class Deployments {
  readonly observability: Deployment | undefined;
  readonly clock: Clock;
  readonly journal: CreateJournal | undefined;
  readonly #settings: ClientSettings;
  #openSource: ApiServer | undefined;
  #managed: ApiServer | undefined;

  constructor(settings: ClientSettings, clock: Clock) {
    this.#settings = settings;
    this.clock = clock;
    this.journal = settings.journal;
    this.observability = settings.observability ?? defaultObservability(settings);
  }

  /** Returns the location of a resource type and its capability there. Throws an `UnsupportedOperationError`. */
  of(resource: DeployedResource, operation: ApiOperation): ResourceLocation {
    const location = resource.scope === "organization" ? this.#organization(resource) : this.#observability(resource);
    const { deployment } = location.server.sender;
    const capability = resource.capabilities[deployment];
    if (capability === undefined) {
      const elsewhere = Object.keys(resource.capabilities)[0] as Deployment | undefined;
      throw new UnsupportedOperationError(
        `The ${WORDS[deployment]} deployment does not offer ${resource.plural}` +
          (elsewhere === undefined ? "." : `; the ${WORDS[elsewhere]} one does.`),
      );
    }
    if (!capability.operations.includes(operation)) {
      throw new UnsupportedOperationError(
        `The ${WORDS[deployment]} deployment does not offer to ${operation} ${resource.plural}.`,
      );
    }
    return { ...location, capability };
  }

  /** Sends a POST that only reads, and returns its list of objects. */
  async query(
    resource: DeployedResource,
    path: readonly string[],
    body: JsonObject,
    options: Pick<ApiRequest, "signal" | "faultIsFinal"> = {},
  ): Promise<readonly JsonObject[]> {
    const { server, root } = this.of(resource, "list");
    const request: ApiRequest = { method: "POST", segments: [...root, ...path], body, form: "enveloped", ...options };
    const { value } = await server.call(request);
    if (Array.isArray(value) && value.every(isJsonObject)) {
      return value;
    }
    throw unexpectedValue(request, "a result that is not a list of objects");
  }

  /** Returns the scope of a resource type. Throws an `UnsupportedOperationError` if no deployment has it. */
  scopeOf(resource: DeployedResource): ObjectScope {
    const { deployment } = this.of(resource, "list").server.sender;
    const { managed } = this.#settings;
    if (deployment === "open_source" || managed === undefined) {
      return { deployment };
    }
    const { organizationId, serviceId } = managed;
    const isOfService = resource.scope === "observability" && serviceId !== undefined;
    return { deployment, organizationId, ...(isOfService && { serviceId }) };
  }

  /** Returns the time of ClickHouse Cloud in epoch milliseconds; undefined before its first response. */
  organizationTime(): number | undefined {
    return this.#managed?.sender.time.now();
  }

  /** Returns true if the ID of the key that signs requests to ClickHouse Cloud ends with the suffix. */
  isSignedWith(keySuffix: string): boolean {
    return this.#settings.managed?.keyId.endsWith(keySuffix) ?? false;
  }

  async close(): Promise<void> {
    await Promise.all([this.#openSource?.sender.close(), this.#managed?.sender.close()]);
  }

  #organization({ plural }: DeployedResource): Omit<ResourceLocation, "capability"> {
    const { managed } = this.#settings;
    if (managed === undefined) {
      throw new UnsupportedOperationError(
        `${capital(plural)} require ClickHouse Cloud, and its credentials are not set: ` +
          "cloud_api_key, cloud_api_secret and organization_id.",
      );
    }
    this.#managed ??= managedServer(managed, this.#settings, this.clock);
    return { server: this.#managed, root: ["v1", "organizations", managed.organizationId] };
  }

  #observability(resource: DeployedResource): Omit<ResourceLocation, "capability"> {
    const { openSource, managed } = this.#settings;
    if (this.observability === "open_source" && openSource !== undefined) {
      this.#openSource ??= openSourceServer(openSource, this.#settings, this.clock);
      return { server: this.#openSource, root: ["api", "v2"] };
    }
    if (this.observability === "managed" && managed?.serviceId !== undefined) {
      const { server, root } = this.#organization(resource);
      return { server, root: [...root, "services", managed.serviceId, managed.product] };
    }
    throw new UnsupportedOperationError(
      `${capital(resource.plural)} require a deployment of ClickStack, and none is configured: ` +
        "set api_key for an open-source server, or service_id for a managed one.",
    );
  }
}

function defaultObservability(settings: ClientSettings): Deployment | undefined {
  if (settings.openSource !== undefined) {
    return "open_source";
  }
  return settings.managed?.serviceId === undefined ? undefined : "managed";
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
