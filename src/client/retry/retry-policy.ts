import { ApiError, ConnectionError, MAX_WAIT_MS, UnexpectedResponseError } from "../http/errors";
import type { FailedAttempt } from "../limits/sender";
import type { Deployment } from "../settings";

/** Class of a failure, which determines how it is retried. */
export type Failure =
  /** The server refused the request for its rate limit; nothing was done. */
  | "rate_limited"
  /** The request never reached the server. */
  | "unreached"
  /** The connection broke, or a gateway responded. The server may have acted. */
  | "broken"
  /** The server itself reports an internal error. It may have acted, and often fails the same way again. */
  | "server_fault"
  /** The response does not come from this API. The server may have acted. */
  | "unreadable"
  /** A new API key is not yet known everywhere (docs/internals/api-behavior.md 1.6). */
  | "spreading"
  /** A further try cannot help. */
  | "final";

export function classify(error: unknown): Failure {
  if (error instanceof ConnectionError) {
    return error.lasting ? "final" : error.reached === "perhaps" ? "broken" : "unreached";
  }
  if (error instanceof UnexpectedResponseError && error.mayPass) {
    return "unreadable";
  }
  return error instanceof ApiError ? refusalFailure(error) : "final";
}

function refusalFailure({ kind, status, text }: ApiError): Failure {
  if (kind === "server_error") {
    return status === 501 || status === 505 ? "final" : status === 500 ? "server_fault" : "broken";
  }
  if (status === 400 && /OpenAPI key \S+ does not belong to the organization/.test(text)) {
    return "spreading";
  }
  return kind === "rate_limited" ? "rate_limited" : "final";
}

/** Returns true if the server may have carried out the failed request. */
export function mayHaveActed(error: unknown): boolean {
  if (error instanceof ConnectionError) {
    return error.reached === "perhaps";
  }
  const failure = classify(error);
  return failure === "broken" || failure === "server_fault";
}

export type FailedTry = Omit<FailedAttempt, "error"> & { readonly failure: Failure };

/** Retry rule of one class of failures. Times in milliseconds. */
interface Rule {
  readonly first: number;
  readonly longest: number;
  readonly tries: number;
}

const MANY = Number.POSITIVE_INFINITY;

/**
 * Retry rules, with the budget of docs/internals/api-behavior.md 1.6. An unreachable server is an error within seconds.
 */
const RULES: Readonly<Record<Failure, Rule>> = {
  rate_limited: { first: 1000, longest: 16_000, tries: MANY },
  unreached: { first: 250, longest: 2000, tries: 4 },
  broken: { first: 250, longest: 16_000, tries: MANY },
  server_fault: { first: 1000, longest: 16_000, tries: MANY },
  unreadable: { first: 500, longest: 4000, tries: 3 },
  spreading: { first: 1000, longest: 5000, tries: 9 },
  final: { first: 0, longest: 0, tries: 0 },
};

/** An open-source server returns 500 to some bodies every time, so three more tries are enough. */
const OPEN_SOURCE_FAULT: Rule = { first: 500, longest: 4000, tries: 3 };

const BUDGET_MS = 60_000;

/**
 * Total time that one request waits after refusals. Refusals are limited by time and not by number: a process that
 * competes with others may be refused often, and asks again soon.
 */
const REFUSAL_BUDGET_MS = 10 * 60_000;

/** Retries of one operation. Pure except for the random numbers that it receives. */
export class RetryPlan {
  readonly #counts = new Map<Failure, number>();
  #spent = 0;
  #refusedMs = 0;

  constructor(
    private readonly deployment: Deployment,
    private readonly chance: () => number = Math.random,
  ) {}

  /** Returns the wait before the next try, or `undefined` to give up. */
  next(failed: FailedTry): number | undefined {
    const { failure } = failed;
    const count = this.#counts.get(failure) ?? 0;
    this.#counts.set(failure, count + 1);
    const rule = this.deployment === "open_source" && failure === "server_fault" ? OPEN_SOURCE_FAULT : RULES[failure];
    if (count >= rule.tries) {
      return undefined;
    }
    const backoff = Math.round(Math.min(rule.first * 2 ** count, rule.longest) * (0.8 + 0.4 * this.chance()));
    if (failure === "rate_limited") {
      return this.#afterRefusal(failed, backoff, count > 0);
    }
    const delay = Math.max(backoff, failed.requestedWaitMs ?? 0);
    this.#spent += failed.tookMs + delay;
    return this.#spent > BUDGET_MS ? undefined : delay;
  }

  /** Returns the wait after a refusal. The rate limiter already waits as long as the server requested. */
  #afterRefusal(
    { tookMs, requestedWaitMs, waitedMs }: FailedTry,
    backoff: number,
    wasRefusedBefore: boolean,
  ): number | undefined {
    if ((requestedWaitMs ?? 0) > MAX_WAIT_MS) {
      return undefined;
    }
    const waited = requestedWaitMs === undefined ? backoff : wasRefusedBefore ? waitedMs : 0;
    this.#refusedMs += tookMs + waited;
    if (this.#refusedMs > REFUSAL_BUDGET_MS) {
      return undefined;
    }
    return requestedWaitMs === undefined ? backoff : 0;
  }
}
