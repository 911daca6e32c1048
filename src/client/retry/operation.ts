import { OutcomeUnknownError, UnexpectedResponseError } from "../http/errors";
import type { ApiRequest, ApiResponse } from "../http/request";
import type { FailedAttempt, Sender } from "../limits/sender";
import { anySignal, type Clock, onAbort } from "../waiting";
import { classify, mayHaveActed, RetryPlan } from "./retry-policy";

/** A request, and the reader of its response. */
export interface ApiCall<T> {
  readonly request: ApiRequest;
  /** Throws for an unreadable response. */
  readonly decode: (response: ApiResponse) => T;
  /** True for a request that must not be carried out twice. */
  readonly once?: boolean;
}

/** First try whose response was lost, although it may have been carried out. */
export interface LostTry {
  /** Time at which it was sent, on the client's clock. */
  readonly at: number;
  readonly error: unknown;
  /** Returns the error for an unknown outcome. */
  unknown(reason: string): OutcomeUnknownError;
}

/** Maximum time to determine the outcome of a write after Ctrl-C. It is short, because Terraform waits for it. */
const STOP_GRACE_MS = 12_000;

/** Time for the server to finish, before the client searches for the result of a lost try. */
const SETTLE_MS = 500;

const LOOK_FIX =
  "check on the server whether the object exists before you apply again. If it does, import it, or delete it so that the next apply creates it.";
const PLAN_FIX = "plan again. The plan shows the current objects.";

/**
 * One operation from its first try to its end. A stop ends it if no change can have been carried out. Otherwise the
 * stop leaves some time to determine the outcome: a change that was sent is never dropped silently.
 */
export class Operation<T> {
  readonly stop: AbortSignal | undefined;
  /** Signal that aborts some time after a stop, for requests that search for the result of a lost try. */
  readonly graceSignal: AbortSignal;
  readonly end: () => void;
  readonly #plan: RetryPlan;
  #tries = 0;
  #failed: { readonly error: unknown; readonly delay: number | undefined } | undefined;
  #lost: Lost | undefined;

  /** @param stops signals that stop the operation */
  constructor(
    private readonly sender: Sender,
    private readonly call: ApiCall<T>,
    stops: readonly (AbortSignal | undefined)[],
  ) {
    const { signal, forget } = anySignal(stops);
    const grace = graceAfter(signal, sender.clock);
    this.stop = signal;
    this.graceSignal = grace.signal;
    this.end = () => {
      grace.end();
      forget();
    };
    this.#plan = new RetryPlan(sender.deployment);
  }

  /**
   * Sends the request until it succeeds, and returns its result. Returns a lost try of a request that must not be
   * carried out twice: the next call repeats the request. Throws the error of the last try, or the reason of a stop.
   */
  async attempt(): Promise<{ readonly result: T } | LostTry> {
    for (;;) {
      this.#assertRepeatable();
      const tried = await this.#try();
      if ("result" in tried) {
        return tried;
      }
      const delay = this.#delayAfter(tried);
      this.#failed = { error: tried.error, delay };
      const lost = this.#noteLost(tried);
      if (lost !== undefined && this.call.once) {
        await this.#pause(Math.max(delay ?? 0, SETTLE_MS));
        return { at: lost.at, error: lost.error, unknown: (reason) => this.#unknown(lost, reason) };
      }
      await this.#pause(delay ?? 0);
    }
  }

  /** Records that the object of a lost try was deleted. */
  undone(): void {
    this.#lost = undefined;
  }

  /** Returns the error of the operation. A write that a stop interrupted has an unknown outcome. */
  errorOf(error: unknown): unknown {
    if (this.#lost !== undefined && this.graceSignal.aborted && !(error instanceof OutcomeUnknownError)) {
      const seconds = STOP_GRACE_MS / 1000;
      const reason = `The provider was stopped, and the outcome was still unknown ${seconds} seconds later.`;
      return this.#unknown(this.#lost, reason);
    }
    if (classify(error) === "unreached") {
      this.sender.markUnreached();
    }
    return error;
  }

  /** Throws if the request must not be sent again. */
  #assertRepeatable(): void {
    if (this.#failed === undefined) {
      return;
    }
    if (this.#failed.delay === undefined) {
      throw this.#failed.error;
    }
    if (!this.stop?.aborted) {
      return;
    }
    if (this.#lost === undefined) {
      throw this.stop.reason;
    }
    if (this.call.once) {
      throw this.#unknown(
        this.#lost,
        "The list does not contain the object. The provider was stopped, so the request was not sent again.",
      );
    }
  }

  async #try(): Promise<{ readonly result: T } | FailedAttempt> {
    this.#tries += 1;
    const attempt = await this.sender.send(this.call.request, this.#tries, this.#signal);
    if (!("response" in attempt)) {
      return attempt;
    }
    try {
      return { result: this.call.decode(attempt.response) };
    } catch (error) {
      return { error, tookMs: attempt.tookMs, waitedMs: 0 };
    }
  }

  /** Returns the wait before the next try. A read is not repeated while the server is known to be down. */
  #delayAfter(tried: FailedAttempt): number | undefined {
    const { change, faultIsFinal } = this.call.request;
    const failure = classify(tried.error);
    if (failure === "unreached" && change === undefined && this.sender.isDown()) {
      return undefined;
    }
    return this.#plan.next({ ...tried, failure: failure === "server_fault" && faultIsFinal ? "final" : failure });
  }

  get #signal(): AbortSignal | undefined {
    return this.#lost === undefined ? this.stop : this.graceSignal;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) {
      await this.sender.clock.sleep(ms, this.#signal);
    }
  }

  /** Records this try as lost if it may have changed something. */
  #noteLost({ error, tookMs }: FailedAttempt): Lost | undefined {
    const { change } = this.call.request;
    // An unreadable response counts as lost.
    const mayBeDone = mayHaveActed(error) || (error instanceof UnexpectedResponseError && error.status < 300);
    if (change === undefined || !mayBeDone) {
      return undefined;
    }
    this.#lost ??= { change, at: this.sender.clock.now() - tookMs, sentAt: new Date(Date.now() - tookMs), error };
    this.#lost.error = error;
    return this.#lost;
  }

  #unknown({ change, sentAt, error }: Lost, reason: string): OutcomeUnknownError {
    return new OutcomeUnknownError(change, sentAt, reason, this.call.once ? LOOK_FIX : PLAN_FIX, error);
  }
}

/** A write that lost at least one response. The fields describe its first lost try. */
interface Lost {
  readonly at: number;
  readonly change: string;
  readonly sentAt: Date;
  error: unknown;
}

/** Returns a signal that aborts some time after the stop. `end` ends the countdown when the operation has ended. */
function graceAfter(stop: AbortSignal | undefined, clock: Clock) {
  const over = new AbortController();
  const ended = new AbortController();
  const count = async () => {
    const until = clock.now() + STOP_GRACE_MS;
    try {
      for (let left = STOP_GRACE_MS; left > 0; left = until - clock.now()) {
        await clock.sleep(left, ended.signal);
      }
      over.abort();
    } catch {
      // The operation ended first.
    }
  };
  const forget = onAbort(stop, () => void count());
  const end = () => {
    forget();
    ended.abort();
  };
  return { signal: over.signal, end };
}
