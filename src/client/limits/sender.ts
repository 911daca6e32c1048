import { ApiError, ConnectionError, waitText } from "../http/errors";
import type { HttpLink } from "../http/http-exchange";
import { type LimitSignals, limitSignals, refusalWait } from "../http/rate-limit-headers";
import { type ApiRequest, type ApiResponse, requestPath, type SecretMask } from "../http/request";
import { readResponse } from "../http/response";
import { ServerTime } from "../http/server-time";
import type { ClientWarning, Deployment, LogLine } from "../settings";
import type { Clock } from "../waiting";
import type { RateLimiter } from "./rate-limiter";

/** Connection, rate limit and credentials of one deployment's server. */
interface SenderSettings {
  readonly deployment: Deployment;
  readonly link: HttpLink;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** Headers of every request, with the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mask: SecretMask;
  readonly log: ((line: LogLine) => void) | undefined;
  readonly warn: ((warning: ClientWarning) => void) | undefined;
}

/** Reads are not retried for this long after an operation gave up because the server could not be reached. */
const DOWN_MS = 30_000;

type Outcome =
  | { readonly response: ApiResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

type Attempt = { readonly response: ApiResponse; readonly tookMs: number } | FailedAttempt;

export interface FailedAttempt {
  readonly error: unknown;
  /** Time from sending to the failure, without the time in the rate limiter's queue. */
  readonly tookMs: number;
  /** Time in the rate limiter's queue. */
  readonly waitedMs: number;
  readonly requestedWaitMs?: number;
}

/** Form of request ids. Other texts of a server are not logged. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

function logged(outcome: Outcome, status: number | undefined): Partial<LogLine> {
  const { error } = outcome;
  const requestId = error instanceof ApiError ? error.requestId : outcome.response?.envelope.requestId;
  if (outcome.response || error instanceof ApiError) {
    return { status, ...(typeof requestId === "string" && REQUEST_ID.test(requestId) && { requestId }) };
  }
  const failure = error instanceof ConnectionError ? error.code : error instanceof Error ? error.name : "aborted";
  return { ...(status !== undefined && { status }), failure };
}

/** Sends single requests to one deployment's server, at the pace of its rate limit. */
export class Sender {
  readonly deployment: Deployment;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly clock: Clock;
  readonly time: ServerTime;
  /** End of the last wait that users were warned about, on the client's clock. */
  #warnedUntil = Number.NEGATIVE_INFINITY;
  /** Time at which an operation last gave up because the server could not be reached, on the client's clock. */
  #unreachedAt = Number.NEGATIVE_INFINITY;
  /** True once the server has carried out a request of this key, so organization and address are right. */
  hasAdmitted = false;

  constructor(private readonly settings: SenderSettings) {
    const { deployment, link, clock, warn } = settings;
    this.deployment = deployment;
    this.origin = link.origin;
    this.clock = clock;
    this.time = new ServerTime(link.origin, clock, warn);
  }

  /** True for a while after an operation gave up because the server could not be reached. */
  isDown(): boolean {
    return this.clock.now() - this.#unreachedAt < DOWN_MS;
  }

  markUnreached(): void {
    this.#unreachedAt = this.clock.now();
  }

  close(): Promise<void> {
    return this.settings.link.close();
  }

  /**
   * Sends a request once, when the rate limiter admits it, and returns the response or the failure. Throws for an
   * abort before the request was sent or while it only reads, an insecure address, an invalid id, or a rate limit wait
   * that is too long.
   */
  async send(request: ApiRequest, number: number, signal: AbortSignal | undefined): Promise<Attempt> {
    const { deployment, link, rateLimiter, clock, log } = this.settings;
    link.assertSafe();
    const path = requestPath(link.prefix, request);
    const permit = await rateLimiter.enter(signal, this.onLongWait, number > 1);
    const sentAt = clock.now();
    // The limits are read from the headers, which arrive before the body.
    const received: { limits?: LimitSignals } = {};
    const outcome = await this.#exchange(request, path, signal, (head) => {
      received.limits = limitSignals(head);
      permit.onResponse(received.limits);
    });
    const { limits } = received;
    if (limits === undefined) {
      permit.onFailure();
    } else {
      this.#unreachedAt = Number.NEGATIVE_INFINITY;
    }
    const tookMs = clock.now() - sentAt;
    const { waitedMs } = permit;
    log?.({
      deployment,
      method: request.method,
      path,
      durationMs: Math.round(tookMs),
      waitedMs: Math.round(waitedMs),
      attempt: number,
      ...logged(outcome, limits?.status),
    });
    if (outcome.response) {
      this.hasAdmitted = true;
      this.time.listenTo(outcome.response.headers, outcome.response.headersAt);
      return { response: outcome.response, tookMs };
    }
    if (signal?.aborted && outcome.error === signal.reason) {
      throw outcome.error;
    }
    // `RateLimit-Reset` of other responses only describes the window.
    const seconds = limits?.status === 429 ? refusalWait(limits) : limits?.retryAfter;
    return {
      error: outcome.error,
      tookMs,
      waitedMs,
      ...(seconds !== undefined && { requestedWaitMs: seconds * 1000 }),
    };
  }

  async #exchange(
    request: ApiRequest,
    path: string,
    signal: AbortSignal | undefined,
    announce: Parameters<HttpLink["send"]>[1],
  ): Promise<Outcome> {
    const { deployment, link, mask } = this.settings;
    const { method, form, secrets = [], notFound, change, ifMatch } = request;
    const body = request.body && JSON.stringify(request.body);
    const headers = {
      accept: "application/json",
      ...this.settings.headers,
      ...(body && { "content-type": "application/json" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    };
    try {
      const sent = { method, path, headers, body, signal, finishOnceSent: change !== undefined };
      const context = { deployment, method, path, form, notFound, mask: mask.with(secrets) };
      return { response: readResponse(await link.send(sent, announce), context) };
    } catch (error) {
      return { error };
    }
  }

  /** Warns once for all requests that wait at the same time. */
  private readonly onLongWait = (ms: number): void => {
    const until = this.clock.now() + ms;
    if (until <= this.#warnedUntil + 1000) {
      return;
    }
    this.#warnedUntil = until;
    this.settings.warn?.({
      summary: "The server's rate limit makes the provider wait",
      detail:
        `${this.origin} admits the next request in ${waitText(ms)}. Requests wait until then. ` +
        "The limit is counted per key, so all programs with the same key share it.",
    });
  };
}
