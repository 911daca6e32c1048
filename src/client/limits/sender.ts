import { ApiError, ConnectionError, waitText } from "../http/errors";
import type { HttpLink } from "../http/http-exchange";
import { type LimitSignals, limitSignals, refusalWait } from "../http/rate-limit-headers";
import { type ApiRequest, type ApiResponse, requestPath, type SecretMask } from "../http/request";
import { readResponse } from "../http/response";
import { ServerTime, type ShownTime } from "../http/server-time";
import { type ClientWarning, type Deployment, isLoopback, type LogLine } from "../settings";
import type { Clock } from "../waiting";
import type { Permit, RateLimiter } from "./rate-limiter";

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

/** Outcome of one try. */
type Attempt = { readonly response: ApiResponse; readonly tookMs: number } | FailedAttempt;

export interface FailedAttempt {
  readonly error: unknown;
  /** Time from sending to the failure, without the time in the rate limiter's queue. */
  readonly tookMs: number;
  /** Time in the rate limiter's queue. */
  readonly waitedMs: number;
  /** Wait that the server requested. */
  readonly requestedWaitMs?: number;
}

/** Rate limit signals of the headers, which arrive before the body. */
interface Reception {
  signals?: LimitSignals;
}

/** Form of request ids. Other texts of a server are not logged. */
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

/** Sends single requests to one deployment's server, at the pace of its rate limit. */
export class Sender {
  readonly #settings: SenderSettings;
  readonly #serverTime: ServerTime;
  /** End of the last wait that users were warned about, on the client's clock. */
  #warnedUntil = Number.NEGATIVE_INFINITY;
  /** Time at which an operation last gave up because the server could not be reached, on the client's clock. */
  #unreachedAt = Number.NEGATIVE_INFINITY;
  #hasAdmitted = false;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
    const { link, clock, warn } = settings;
    const isLocal = isLoopback(new URL(link.origin).hostname);
    this.#serverTime = new ServerTime({ clock, origin: link.origin, isLocal, warn });
  }

  get deployment(): Deployment {
    return this.#settings.deployment;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#settings.link.origin;
  }

  get clock(): Clock {
    return this.#settings.clock;
  }

  /** True once the server has carried out a request of this key, so organization and address are right. */
  get hasAdmitted(): boolean {
    return this.#hasAdmitted;
  }

  /** Returns the server's time in epoch milliseconds; undefined until the server has sent a date. */
  now(): number | undefined {
    return this.#serverTime.now();
  }

  lastTime(): ShownTime {
    return this.#serverTime.last();
  }

  /** True for a while after an operation gave up because the server could not be reached. */
  isDown(): boolean {
    return this.clock.now() - this.#unreachedAt < DOWN_MS;
  }

  /** Records that an operation gave up because the server could not be reached. */
  markUnreached(): void {
    this.#unreachedAt = this.clock.now();
  }

  close(): Promise<void> {
    return this.#settings.link.close();
  }

  /**
   * Sends a request once, when the rate limiter admits it, and returns the response or the failure. Throws for an
   * abort before the request was sent or while it only reads, an insecure address, an invalid id, or a rate limit wait
   * that is too long.
   */
  async send(request: ApiRequest, number: number, signal: AbortSignal | undefined): Promise<Attempt> {
    const { deployment, link, rateLimiter, clock, log } = this.#settings;
    link.assertSafe();
    const path = requestPath(link.prefix, request);
    const permit = await (number === 1
      ? rateLimiter.enter(signal, this.onLongWait)
      : rateLimiter.reenter(signal, this.onLongWait));
    const sentAt = clock.now();
    const reception: Reception = {};
    const outcome = await this.#exchange(request, path, permit, reception, signal);
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
  ): Promise<{ readonly response: ApiResponse } | { readonly error: unknown }> {
    const { deployment, link, mask } = this.#settings;
    const { method, form, secrets = [], notFound, change, ifMatch } = request;
    const body = request.body && JSON.stringify(request.body);
    const headers = {
      accept: "application/json",
      ...this.#settings.headers,
      ...(body && { "content-type": "application/json" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    };
    const sent = { method, path, headers, body, signal, finishOnceSent: change !== undefined };
    try {
      const received = await link.send(sent, (head) => {
        reception.signals = limitSignals(head);
        permit.onResponse(reception.signals);
      });
      const context = { deployment, method, path, form, notFound, mask: mask.with(secrets) };
      return { response: readResponse(received, context) };
    } catch (error) {
      return { error };
    } finally {
      if (reception.signals === undefined) {
        permit.onFailure();
      }
    }
  }

  /** Warns once for all requests that wait at the same time. */
  private readonly onLongWait = (ms: number): void => {
    const until = this.clock.now() + ms;
    if (until <= this.#warnedUntil + 1000) {
      return;
    }
    this.#warnedUntil = until;
    this.#settings.warn?.({
      summary: "The server's rate limit makes the provider wait",
      detail:
        `${this.#settings.link.origin} admits the next request in ${waitText(ms)}. Requests wait until then. ` +
        "The limit is counted per key, so all programs with the same key share it.",
    });
  };
}
