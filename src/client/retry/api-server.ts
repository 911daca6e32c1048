import { abandonable, withAnySignal } from "../abort";
import type { Clock } from "../clock";
import { ApiError, OutcomeUnknownError, UnexpectedResponseError } from "../http/errors";
import { forbiddenHint, forbiddenReason, isOfService } from "../http/refusal";
import type { ApiRequest, ApiResponse } from "../http/request";
import type { FailedAttempt, Sender } from "../limits/sender";
import type { Deployment } from "../settings";
import { classify, type Failure, mayHaveActed, RetryPlan } from "./retry-policy";
import { STOP_GRACE_MS, StopGrace } from "./stop-grace";

/** A request, and how its outcome is handled. */
interface ApiCall<T> {
  readonly request: ApiRequest;
  /** Throws for an unreadable response. */
  readonly decode: (response: ApiResponse) => T;
  /**
   * For a request that must not be carried out twice: searches for the result of an earlier try before the request is
   * sent again.
   */
  readonly recover?: (lost: LostTry, signal: AbortSignal) => Promise<Recovered<T>>;
}

/** Result of the search for a lost try: a value, a useless object that was deleted, or no visible result. */
export type Recovered<T> = { readonly result: T } | "undone" | "nothing";

/** First try whose response was lost, although it may have been carried out. */
export interface LostTry {
  /** Time at which it was sent, on the client's clock. */
  readonly at: number;
  /** Error of the last try. */
  readonly error: unknown;
  /** Returns the error for an unknown outcome. */
  readonly unknown: (reason: string) => OutcomeUnknownError;
}

/** One deployment's server: carries operations out, and repeats their requests where that is safe. */
export class ApiServer {
  readonly #sender: Sender;
  readonly #signal: AbortSignal | undefined;
  /** True when the organization itself can be read. Requested once. */
  #organizationIsOpen: Promise<boolean> | undefined;

  /** @param signal aborts all operations */
  constructor(sender: Sender, signal: AbortSignal | undefined) {
    this.#sender = sender;
    this.#signal = signal;
  }

  get deployment(): Deployment {
    return this.#sender.deployment;
  }

  /** Scheme, host and port. */
  get origin(): string {
    return this.#sender.origin;
  }

  get clock(): Clock {
    return this.#sender.clock;
  }

  /** Returns the server's time in epoch milliseconds; undefined until the server has sent a date. */
  now(): number | undefined {
    return this.#sender.now();
  }

  close(): Promise<void> {
    return this.#sender.close();
  }

  /** Sends a request that is safe to repeat. Throws the error of its last try. */
  call(request: ApiRequest): Promise<ApiResponse> {
    return this.perform({ request, decode: (response) => response });
  }

  /** Carries an operation out. Throws the error of its last try, or the reason of an abort before any change. */
  perform<T>(operation: ApiCall<T>): Promise<T> {
    const { afterStop, signal } = operation.request;
    const signals = afterStop === undefined ? [signal, this.#signal] : [afterStop];
    return withAnySignal(signals, async (stop) => {
      try {
        return await new OperationRun(this.#sender, operation, stop).run();
      } catch (error) {
        if (classify(error) === "unreached") {
          this.#sender.markUnreached();
        }
        throw await this.#explained(error, operation.request, stop);
      }
    });
  }

  /**
   * Adds a hint to a 403 without a reason. If the key can read the organization, a permission is missing; otherwise the
   * organization or the address may be wrong.
   */
  async #explained(error: unknown, request: ApiRequest, stop: AbortSignal | undefined): Promise<unknown> {
    const isOpen = error instanceof ApiError && error.kind === "forbidden" && this.deployment === "managed";
    if (!isOpen || forbiddenReason(error.text) !== undefined) {
      return error;
    }
    const secondLook = () => abandonable(this.#canReadOrganization(request), stop).catch(() => false);
    const admitted = this.#sender.hasAdmitted || (isOfService(error.path) && (await secondLook()));
    return admitted ? error.withHint(forbiddenHint("managed", error.path, "permission")) : error;
  }

  /** Requests the organization once for all refused operations, so the signal of one operation does not abort it. */
  #canReadOrganization({ segments }: ApiRequest): Promise<boolean> {
    const keys: ApiRequest = { method: "GET", segments: [...segments.slice(0, 3), "keys"], form: "enveloped" };
    this.#organizationIsOpen ??= this.#sender.send(keys, 1, this.#signal).then(
      (attempt) => "response" in attempt,
      () => false,
    );
    return this.#organizationIsOpen;
  }
}

/** Write whose response was lost, since its first such try. */
interface Lost extends Pick<LostTry, "at"> {
  readonly change: string;
  readonly sentAt: Date;
  /** Error of its last try. */
  error: unknown;
}

/** Time for the server to finish, before the client searches for the result of a lost try. */
const SETTLE_MS = 500;

const LOOK_FIX =
  "check on the server whether the object exists before you apply again. If it does, import it, or delete it so that the next apply creates it.";
const PLAN_FIX = "plan again. The plan shows the current objects.";

/**
 * One operation from its first try to its end. A stop ends it if no change can have been carried out. Otherwise the
 * stop leaves some time to determine the outcome: a change that was sent is never dropped silently.
 */
class OperationRun<T> {
  readonly #plan: RetryPlan;
  readonly #grace: StopGrace;
  #lost: Lost | undefined;

  constructor(
    private readonly sender: Sender,
    private readonly operation: ApiCall<T>,
    private readonly stop: AbortSignal | undefined,
  ) {
    this.#plan = new RetryPlan(sender.deployment);
    this.#grace = new StopGrace(stop, sender.clock);
  }

  async run(): Promise<T> {
    try {
      return await this.#run();
    } catch (error) {
      if (this.#lost !== undefined && this.#grace.isOver && !(error instanceof OutcomeUnknownError)) {
        throw this.#unknown(
          this.#lost,
          `The provider was stopped, and the outcome was still unknown ${STOP_GRACE_MS / 1000} seconds later.`,
        );
      }
      throw error;
    } finally {
      this.#grace.end();
    }
  }

  async #run(): Promise<T> {
    for (let number = 1; ; number += 1) {
      const tried = await this.#try(number);
      if ("result" in tried) {
        return tried.result;
      }
      const delay = this.#delayAfter(tried);
      const recovered = await this.#settle(tried, delay);
      if (recovered !== undefined) {
        return recovered.result;
      }
      if (delay === undefined) {
        throw tried.error;
      }
      this.#mayRepeat();
    }
  }

  /** Returns the wait before the next try. A read is not repeated while the server is known to be down. */
  #delayAfter(tried: FailedAttempt): number | undefined {
    const failure = this.#failureOf(tried.error);
    const isRead = this.operation.request.change === undefined;
    return failure === "unreached" && isRead && this.sender.isDown()
      ? undefined
      : this.#plan.next({ ...tried, failure });
  }

  #failureOf(error: unknown): Failure {
    const failure = classify(error);
    return failure === "server_fault" && this.operation.request.faultIsFinal ? "final" : failure;
  }

  /** Waits before the next try, and recovers the result of this one if possible. */
  async #settle(tried: FailedAttempt, delay: number | undefined): Promise<{ readonly result: T } | undefined> {
    const { recover } = this.operation;
    const lost = this.#noteLost(tried);
    if (lost === undefined || recover === undefined) {
      await this.#pause(delay ?? 0);
      return undefined;
    }
    await this.#pause(Math.max(delay ?? 0, SETTLE_MS));
    const { at, error } = lost;
    const recovered = await recover(
      { at, error, unknown: (reason) => this.#unknown(lost, reason) },
      this.#grace.signal,
    );
    if (recovered === "undone") {
      this.#lost = undefined;
    }
    return typeof recovered === "object" ? recovered : undefined;
  }

  /** Throws after a stop if the request must not be sent again. */
  #mayRepeat(): void {
    if (!this.stop?.aborted) {
      return;
    }
    if (this.#lost === undefined) {
      throw this.stop.reason;
    }
    if (this.operation.recover !== undefined) {
      throw this.#unknown(
        this.#lost,
        "The list does not contain the object. The provider was stopped, so the request was not sent again.",
      );
    }
  }

  async #try(number: number): Promise<{ readonly result: T } | FailedAttempt> {
    const { request, decode } = this.operation;
    const attempt = await this.sender.send(request, number, this.#signal);
    if (!("response" in attempt)) {
      return attempt;
    }
    try {
      return { result: decode(attempt.response) };
    } catch (error) {
      return { error, tookMs: attempt.tookMs, waitedMs: 0 };
    }
  }

  get #signal(): AbortSignal | undefined {
    return this.#lost === undefined ? this.stop : this.#grace.signal;
  }

  async #pause(ms: number): Promise<void> {
    if (ms > 0) {
      await this.sender.clock.sleep(ms, this.#signal);
    }
  }

  /** Records this try as lost if it may have changed something. */
  #noteLost({ error, tookMs }: FailedAttempt): Lost | undefined {
    const { change } = this.operation.request;
    if (change === undefined || !mayBeDone(error)) {
      return undefined;
    }
    this.#lost ??= { change, at: this.sender.clock.now() - tookMs, sentAt: new Date(Date.now() - tookMs), error };
    this.#lost.error = error;
    return this.#lost;
  }

  #unknown({ change, sentAt, error }: Lost, reason: string): OutcomeUnknownError {
    return new OutcomeUnknownError(change, sentAt, reason, this.operation.recover ? LOOK_FIX : PLAN_FIX, error);
  }
}

/** Returns true if a try may have been carried out. An unreadable response counts as lost. */
function mayBeDone(error: unknown): boolean {
  return mayHaveActed(error) || (error instanceof UnexpectedResponseError && error.status < 300);
}
