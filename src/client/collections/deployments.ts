import { UnsupportedOperationError } from "../http/errors";
import { HttpLink } from "../http/http-exchange";
import { type ApiRequest, SecretMask, unexpectedValue } from "../http/request";
import { type ApiRecord, isJsonObject, type JsonObject } from "../json";
import { FixedWindowSchedule, SlidingWindowSchedule } from "../limits/rate-limit-windows";
import { sharedRateLimiter } from "../limits/rate-limiter";
import { Sender } from "../limits/sender";
import type { ApiOperation, Capability, ResourceApi } from "../reads/resource-api";
import { ApiServer } from "../retry/api-server";
import type { ClientSettings, CreateJournal, Deployment, ManagedSettings, OpenSourceSettings } from "../settings";
import type { Clock } from "../waiting";

/** Documented limit (docs/internals/api-behavior.md 1.6). */
const MANAGED_REQUESTS = 10;
const MANAGED_WINDOW_SECONDS = 10;

/**
 * Opens one server. The open-source server is paced by the headers of its responses (docs/internals/api-behavior.md 3.3),
 * ClickHouse Cloud by the documented limit (docs/internals/api-behavior.md 1.6).
 */
function openServer(own: OpenSourceSettings | ManagedSettings, settings: ClientSettings, clock: Clock): ApiServer {
  const { log, warn, signal } = settings;
  const link = openLink(own.endpoint, settings, clock);
  const access = { link, clock, headers: headersOf(own, settings), mask: maskOf(settings), log, warn };
  if ("accessKey" in own) {
    const schedule = () => new FixedWindowSchedule();
    const rateLimiter = sharedRateLimiter(link.origin, own.accessKey, clock, schedule);
    return new ApiServer(new Sender({ ...access, deployment: "open_source", rateLimiter }), signal);
  }
  const requests = own.requestsPerWindow ?? MANAGED_REQUESTS;
  const windowMs = (own.windowSeconds ?? MANAGED_WINDOW_SECONDS) * 1000;
  const schedule = () => new SlidingWindowSchedule(requests, windowMs);
  const rateLimiter = sharedRateLimiter(link.origin, `${own.keyId} ${requests}/${windowMs}`, clock, schedule);
  return new ApiServer(new Sender({ ...access, deployment: "managed", rateLimiter }), signal);
}

/** Returns the headers of every request: the author's headers for an open-source server, and the credentials. */
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

/** Masks the credentials of both deployments, because one proxy may serve both and repeat the other's headers. */
function maskOf({ openSource, managed }: Pick<ClientSettings, "openSource" | "managed">): SecretMask {
  const cloudSecrets = managed ? [managed.keySecret, basicOf(managed), managed.keyId] : [];
  // The values of headers, and their parts after a word such as `Bearer`.
  const headerSecrets = Object.values(openSource?.headers ?? {}).flatMap((value) => [
    value,
    ...value.split(/[\s;,=]+/),
  ]);
  return new SecretMask([openSource?.accessKey, ...headerSecrets, ...cloudSecrets]);
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

export interface ResourceLocation {
  readonly server: ApiServer;
  /** Path segments before the collection. */
  readonly root: readonly string[];
  readonly capability: Capability;
}

/** Properties of a resource type that determine its location. */
export type DeployedResource = Pick<ResourceApi<ApiRecord, never, never, unknown>, "plural" | "scope" | "capabilities">;

/**
 * Scope in which an id identifies one object. The address is excluded, because a server may move and keep its objects.
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
  readonly journal: CreateJournal | undefined;
  #openSource: ApiServer | undefined;
  #managed: ApiServer | undefined;

  constructor(
    private readonly settings: ClientSettings,
    readonly clock: Clock,
  ) {
    this.journal = settings.journal;
    const { openSource, managed } = settings;
    const configured = openSource ? "open_source" : managed?.serviceId === undefined ? undefined : "managed";
    this.observability = settings.observability ?? configured;
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
    const { managed } = this.settings;
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
    return this.settings.managed?.keyId.endsWith(keySuffix) ?? false;
  }

  async close(): Promise<void> {
    await Promise.all([this.#openSource?.sender.close(), this.#managed?.sender.close()]);
  }

  #organization({ plural }: DeployedResource): Omit<ResourceLocation, "capability"> {
    const { managed } = this.settings;
    if (managed === undefined) {
      throw new UnsupportedOperationError(
        `${capital(plural)} require ClickHouse Cloud, and its credentials are not set: ` +
          "cloud_api_key, cloud_api_secret and organization_id.",
      );
    }
    this.#managed ??= openServer(managed, this.settings, this.clock);
    return { server: this.#managed, root: ["v1", "organizations", managed.organizationId] };
  }

  #observability(resource: DeployedResource): Omit<ResourceLocation, "capability"> {
    const { openSource, managed } = this.settings;
    if (this.observability === "open_source" && openSource !== undefined) {
      this.#openSource ??= openServer(openSource, this.settings, this.clock);
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
