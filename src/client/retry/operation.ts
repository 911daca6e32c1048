import { OutcomeUnknownError, UnexpectedResponseError } from "../http/errors";
import type { ApiRequest, ApiResponse } from "../http/request";
import type { FailedAttempt, Sender } from "../limits/sender";
import { anySignal, type Clock, onAbort } from "../waiting";
import { classify, type Failure, mayHaveActed, RetryPlan } from "./retry-policy";

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
  /** Error of the last try. */
  readonly error: unknown;
  /** Returns the error for an unknown outcome. */
  unknown(reason: string): OutcomeUnknownError;
}

/** Maximum time after a stop to determine the outcome of a write. Terraform waits for it, and a user pressed Ctrl-C. */
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
  readonly #plan: RetryPlan;
  readonly #grace: StopGrace;
  readonly #stop: AbortSignal | undefined;
  readonly #forgetStop: () => void;
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
    this.#stop = signal;
    this.#forgetStop = forget;
    this.#plan = new RetryPlan(sender.deployment);
    this.#grace = new StopGrace(signal, sender.clock);
  }

  get stop(): AbortSignal | undefined {
    return this.#stop;
  }

  /** Signal that aborts some time after a stop, for requests that search for the result of a lost try. */
  get graceSignal(): AbortSignal {
    return this.#grace.signal;
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
    if (this.#lost !== undefined && this.#grace.isOver && !(error instanceof OutcomeUnknownError)) {
      const seconds = STOP_GRACE_MS / 1000;
      const reason = `The provider was stopped, and the outcome was still unknown ${seconds} seconds later.`;
      return this.#unknown(this.#lost, reason);
    }
    if (classify(error) === "unreached") {
      this.sender.markUnreached();
    }
    return error;
  }

  /** Removes the listeners of this operation. */
  end(): void {
    this.#grace.end();
    this.#forgetStop();
  }

  /** Throws if the request must not be sent again. */
  #assertRepeatable(): void {
    if (this.#failed === undefined) {
      return;
    }
    if (this.#failed.delay === undefined) {
      throw this.#failed.error;
    }
    if (!this.#stop?.aborted) {
      return;
    }
    if (this.#lost === undefined) {
      throw this.#stop.reason;
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
    const failure = this.#failureOf(tried.error);
    const isRead = this.call.request.change === undefined;
    return failure === "unreached" && isRead && this.sender.isDown()
      ? undefined
      : this.#plan.next({ ...tried, failure });
  }

  #failureOf(error: unknown): Failure {
    const failure = classify(error);
    return failure === "server_fault" && this.call.request.faultIsFinal ? "final" : failure;
  }

  get #signal(): AbortSignal | undefined {
    return this.#lost === undefined ? this.#stop : this.#grace.signal;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) {
      await this.sender.clock.sleep(ms, this.#signal);
    }
  }

  /** Records this try as lost if it may have changed something. */
  #noteLost({ error, tookMs }: FailedAttempt): Lost | undefined {
    const { change } = this.call.request;
    if (change === undefined || !mayBeDone(error)) {
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

/** Write whose response was lost, since its first such try. */
interface Lost {
  readonly at: number;
  readonly change: string;
  readonly sentAt: Date;
  /** Error of its last try. */
  error: unknown;
}

/** Returns true if a try may have been carried out. An unreadable response counts as lost. */
function mayBeDone(error: unknown): boolean {
  return mayHaveActed(error) || (error instanceof UnexpectedResponseError && error.status < 300);
}

/** Signal that aborts some time after the stop, for requests that finish a write that may have been carried out. */
class StopGrace {
  readonly #over = new AbortController();
  readonly #ended = new AbortController();
  readonly #forget: () => void;

  constructor(
    stop: AbortSignal | undefined,
    private readonly clock: Clock,
  ) {
    this.#forget = onAbort(stop, () => void this.#count());
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Ends the countdown when the operation has ended. */
  end(): void {
    this.#forget();
    this.#ended.abort();
  }

  async #count(): Promise<void> {
    const until = this.clock.now() + STOP_GRACE_MS;
    try {
      for (let left = STOP_GRACE_MS; left > 0; left = until - this.clock.now()) {
        await this.clock.sleep(left, this.#ended.signal);
      }
      this.#over.abort();
    } catch {
      // The operation ended first.
    }
  }
}
