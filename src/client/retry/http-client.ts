import { abandonable, withAnySignal } from "../abort";
import type { Clock } from "../clock";
import { ApiError, ConnectionError, waitText } from "../http/errors";
import type { HttpLink } from "../http/http-exchange";
import { type LimitSignals, limitSignals, refusalWait } from "../http/rate-limit-headers";
import { forbiddenHint, forbiddenReason, isOfService } from "../http/refusal";
import { readResponse } from "../http/response";
import type { JsonObject } from "../json";
import type { Permit, RateLimiter } from "../limits/rate-limiter";
import { type ClientWarning, type Deployment, isLoopback, type LogLine } from "../settings";
import { type ApiCall, OperationRun } from "./retry";
import { classify } from "./retry-policy";
import { ServerTime } from "./server-time";

/**
 * Where the value of a good response is found: inside the deployment's envelope (`data` or `result`), the bare body on
 * open source (validate), or nowhere (delete).
 */
export type ResponseForm = "enveloped" | "bare_on_open_source" | "none";

/**
 * How the open-source server says that an object is not there: `{"message": <text>}`, or the plain text `Not Found`
 * (docs/internals/api-behavior.md 3.4). Managed says it in one way for everything; `managed` is for what only managed
 * has.
 */
export type NotFoundForm = { readonly message: string } | "plain_text" | "managed";

/** One operation in terms of HTTP. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path segments below the base, not yet encoded. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: JsonObject;
  readonly form: ResponseForm;
  /** Texts of the body that must not show in any message. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** Used instead of every other signal, by what finishes a write after a stop. */
  readonly afterStop?: AbortSignal;
  /**
   * What the request changes, for messages: `create the dashboard "Checkout"`. Once such a request is on its way an
   * abort does not cut it off, because its response says what is there now.
   */
  readonly change?: string;
  /** Whether a 500 is reported at once: the server fails the same way again. Default: it is repeated like any fault. */
  readonly faultIsFinal?: boolean;
  /** How the server says that the object of this path is not there. Absent for requests about no single object. */
  readonly notFound?: NotFoundForm;
}

/** A good response, taken out of its envelope. */
export interface ApiResponse {
  readonly value: unknown;
  /** Fields beside the value: `meta`, `requestId`, `totalCount`. */
  readonly envelope: JsonObject;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** When the headers had arrived, on the client's clock. */
  readonly headersAt: number;
}

/** Path and query of a request below the base address. Throws a `RangeError` for an id that would name another path. */
export function requestPath(prefix: string, request: Pick<ApiRequest, "segments" | "query">): string {
  const path = `${prefix}/${request.segments.map(encodeSegment).join("/")}`;
  const query = Object.entries(request.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

function encodeSegment(segment: string): string {
  if (segment === "" || segment === "." || segment === "..") {
    throw new RangeError(`"${segment}" is not an id`);
  }
  return encodeURIComponent(segment);
}

/** Shorter texts are no secrets and would tear holes into ordinary words. */
const SHORTEST = 6;

/** Replaces secrets in texts that people will read. */
export class SecretMask {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const long = secrets.filter((secret) => secret !== undefined).filter((secret) => secret.length >= SHORTEST);
    // Longest first: one secret may be a part of another.
    this.#secrets = [...new Set(long.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  }

  with(more: readonly string[]): SecretMask {
    return more.length === 0 ? this : new SecretMask([...this.#secrets, ...more]);
  }

  apply(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

/** A secret as it is, inside a JSON text, and percent-encoded: a server or gateway may repeat any of these. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURI(secret.toWellFormed()),
  ];
}

/** What one deployment's server is reached with. */
interface ServerAccess {
  readonly deployment: Deployment;
  readonly link: HttpLink;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** Sent with every request; holds the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mask: SecretMask;
  readonly log: ((line: LogLine) => void) | undefined;
  /** Called with what a user should know although nothing failed. */
  readonly warn: ((warning: ClientWarning) => void) | undefined;
  /** Aborts everything. */
  readonly signal: AbortSignal | undefined;
}

/** For this long after an operation gave up, other reads do not retry either. */
const DOWN_MS = 30_000;

/** How one try ended. */
type Attempt = { readonly response: ApiResponse; readonly tookMs: number } | FailedAttempt;

export interface FailedAttempt {
  readonly error: unknown;
  /** Time from sending to the failure, without the rate limiter's queue. */
  readonly tookMs: number;
  /** Time in the rate limiter's queue. */
  readonly waitedMs: number;
  /** What the server asked to wait. */
  readonly requestedWaitMs?: number;
}

/** What the headers said, known before the body is there. */
interface Reception {
  signals?: LimitSignals;
}

/** The form of request ids. Other texts of a server are not logged. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

function logged(attempt: { response: ApiResponse } | { error: unknown }, reception: Reception): Partial<LogLine> {
  const status = reception.signals?.status;
  if ("response" in attempt) {
    const { requestId } = attempt.response.envelope;
    return { status, ...(typeof requestId === "string" && REQUEST_ID.test(requestId) && { requestId }) };
  }
  const { error } = attempt;
  if (error instanceof ApiError) {
    return { status, ...(REQUEST_ID.test(error.requestId ?? "") && { requestId: error.requestId }) };
  }
  const failure = error instanceof ConnectionError ? error.code : error instanceof Error ? error.name : "aborted";
  return { ...(status !== undefined && { status }), failure };
}

function requestedWait(signals: LimitSignals): number | undefined {
  // On success `RateLimit-Reset` only describes the window.
  const seconds = signals.status === 429 ? refusalWait(signals) : signals.retryAfter;
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * One deployment's server: requests in, responses or errors out, held to its rate limit, and repeated where that is
 * safe.
 */
export class ApiServer {
  readonly #access: ServerAccess;
  readonly #serverTime: ServerTime;
  /** Until when, on the client's clock, users know of a wait. */
  #warnedUntil = Number.NEGATIVE_INFINITY;
  /** When an operation last gave up because the server could not be reached, on the client's clock. */
  #unreachedAt = Number.NEGATIVE_INFINITY;
  /** Has carried out a request of this key: organization and address are right. */
  #hasAdmitted = false;
  /** Whether the organization itself can be read, asked once. */
  #organizationIsOpen: Promise<boolean> | undefined;

  constructor(access: ServerAccess) {
    this.#access = access;
    const { link, clock, warn } = access;
    const isLocal = isLoopback(new URL(link.origin).hostname);
    this.#serverTime = new ServerTime({ clock, origin: link.origin, isLocal, warn });
  }

  get deployment(): Deployment {
    return this.#access.deployment;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#access.link.origin;
  }

  get clock(): Clock {
    return this.#access.clock;
  }

  /** For everything that may be sent twice. Throws what the last try ended with. */
  call(request: ApiRequest): Promise<ApiResponse> {
    return this.perform({ request, decode: (response) => response });
  }

  /**
   * Carries an operation out. Throws what its last try ended with, or the reason of an abort before anything was
   * changed.
   */
  perform<T>(operation: ApiCall<T>): Promise<T> {
    const { afterStop, signal } = operation.request;
    const signals = afterStop === undefined ? [signal, this.#access.signal] : [afterStop];
    return withAnySignal(signals, async (stop) => {
      try {
        return await new OperationRun(this, operation, stop).run();
      } catch (error) {
        if (classify(error) === "unreached") {
          this.#unreachedAt = this.clock.now();
        }
        throw await this.#explained(error, operation.request, stop);
      }
    });
  }

  /**
   * Sends a request once, when the rate limiter lets it. Throws only for an abort before it was sent or while it only
   * reads, an insecure address, an impossible id, or a rate limit that nobody waits for.
   */
  async attempt(request: ApiRequest, number: number, signal: AbortSignal | undefined): Promise<Attempt> {
    const { deployment, link, rateLimiter, clock, log } = this.#access;
    link.assertSafe();
    const path = requestPath(link.prefix, request);
    const permit = await (number === 1
      ? rateLimiter.enter(signal, this.onLongWait)
      : rateLimiter.reenter(signal, this.onLongWait));
    const sentAt = clock.now();
    const reception: Reception = {};
    const outcome = await this.#exchange(request, path, permit, reception, signal).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
    const tookMs = clock.now() - sentAt;
    const { waitedMs } = permit;
    log?.({
      deployment,
      method: request.method,
      path,
      durationMs: Math.round(tookMs),
      waitedMs: Math.round(waitedMs),
      attempt: number,
      ...logged(outcome, reception),
    });
    if (reception.signals !== undefined) {
      this.#unreachedAt = Number.NEGATIVE_INFINITY;
    }
    if ("response" in outcome) {
      this.#hasAdmitted = true;
      this.#serverTime.listenTo(outcome.response.headers, outcome.response.headersAt);
      return { response: outcome.response, tookMs };
    }
    if (signal?.aborted && outcome.error === signal.reason) {
      throw outcome.error;
    }
    const requestedWaitMs = reception.signals && requestedWait(reception.signals);
    return { error: outcome.error, tookMs, waitedMs, ...(requestedWaitMs !== undefined && { requestedWaitMs }) };
  }

  async #exchange(
    request: ApiRequest,
    path: string,
    permit: Permit,
    reception: Reception,
    signal: AbortSignal | undefined,
  ): Promise<ApiResponse> {
    const { deployment, link, mask } = this.#access;
    const { method, form, secrets = [], notFound, change } = request;
    const body = request.body && JSON.stringify(request.body);
    const headers = {
      accept: "application/json",
      ...this.#access.headers,
      ...(body && { "content-type": "application/json" }),
    };
    const sent = { method, path, headers, body, signal, finishOnceSent: change !== undefined };
    try {
      const received = await link.send(sent, (head) => {
        reception.signals = limitSignals(head);
        permit.onResponse(reception.signals);
      });
      return readResponse(received, { deployment, method, path, form, notFound, mask: mask.with(secrets) });
    } finally {
      if (reception.signals === undefined) {
        permit.onFailure();
      }
    }
  }

  /** Now, in epoch milliseconds, by the server's clock; undefined until the server has sent a date. */
  now(): number | undefined {
    return this.#serverTime.now();
  }

  /** Whether the server could not be reached a moment ago, with all retries. */
  isDown(): boolean {
    return this.clock.now() - this.#unreachedAt < DOWN_MS;
  }

  close(): Promise<void> {
    return this.#access.link.close();
  }

  /**
   * A 403 that does not say why: what the key may do elsewhere tells a missing permission from a wrong organization or
   * address.
   */
  async #explained(error: unknown, request: ApiRequest, stop: AbortSignal | undefined): Promise<unknown> {
    const isOpen = error instanceof ApiError && error.kind === "forbidden" && this.deployment === "managed";
    if (!isOpen || forbiddenReason(error.text) !== undefined) {
      return error;
    }
    const secondLook = () => abandonable(this.#canReadOrganization(request), stop).catch(() => false);
    const admitted = this.#hasAdmitted || (isOfService(error.path) && (await secondLook()));
    return admitted ? error.withHint(forbiddenHint("managed", error.path, "permission")) : error;
  }

  /** Asked once for everybody who is refused, so no caller's signal ends it. */
  #canReadOrganization({ segments }: ApiRequest): Promise<boolean> {
    const keys: ApiRequest = { method: "GET", segments: [...segments.slice(0, 3), "keys"], form: "enveloped" };
    this.#organizationIsOpen ??= this.attempt(keys, 1, this.#access.signal).then(
      (attempt) => "response" in attempt,
      () => false,
    );
    return this.#organizationIsOpen;
  }

  /** Requests wait together: one warning speaks for all of them. */
  private readonly onLongWait = (ms: number): void => {
    const until = this.clock.now() + ms;
    if (until <= this.#warnedUntil + 1000) {
      return;
    }
    this.#warnedUntil = until;
    this.#access.warn?.({
      summary: "The server's rate limit makes the provider wait",
      detail:
        `${this.#access.link.origin} admits the next request in ${waitText(ms)}. Requests wait until then. ` +
        "The limit is counted per key, so everything else that uses the same key shares it.",
    });
  };
}

/** What a response is judged by. */
export interface ResponseContext {
  readonly deployment: Deployment;
  readonly method: string;
  readonly path: string;
  readonly form: ResponseForm;
  readonly mask: SecretMask;
  readonly notFound?: NotFoundForm | undefined;
}
