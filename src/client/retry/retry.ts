import { onAbort } from "../abort";
import type { Clock } from "../clock";
import { OutcomeUnknownError, UnexpectedResponseError } from "../http/errors";
import type { ApiRequest, ApiResponse, ApiServer, FailedAttempt } from "./http-client";
import { classify, type Failure, mayHaveActed, RetryPlan } from "./retry-policy";

/**
 * How long finding out what became of a write may take after a stop. Terraform waits for it; a person pressed Ctrl-C.
 */
const STOP_GRACE_MS = 12_000;

/** A signal that aborts a while after the stop, for what finishes a write that may have been carried out. */
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

  /** Nothing waits for it any more. */
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
      // Ended before.
    }
  }
}

/** A request, and what is made of its outcome. */
export interface ApiCall<T> {
  readonly request: ApiRequest;
  /** Throws for a response that cannot be read. */
  readonly decode: (response: ApiResponse) => T;
  /**
   * For a request that must not be carried out twice: looks for the result of a try that may have been, before the
   * request is sent again.
   */
  readonly recover?: (lost: LostTry, signal: AbortSignal) => Promise<Recovered<T>>;
}

/** What became of a lost try: a result, one that was of no use and taken back, or nothing that can be seen. */
export type Recovered<T> = { readonly result: T } | "undone" | "nothing";

/** The first try whose response was lost, although it may have been carried out. */
export interface LostTry {
  /** When it was sent, on the client's clock. */
  readonly at: number;
  /** How the last try ended. */
  readonly error: unknown;
  /** The error that says that nobody knows, and why. */
  readonly unknown: (reason: string) => OutcomeUnknownError;
}

/** What an operation runs on. */
type Runner = Pick<ApiServer, "deployment" | "clock" | "attempt" | "isDown">;

/** A write whose response was lost, from its first such try on. */
interface Lost extends Pick<LostTry, "at"> {
  readonly change: string;
  readonly sentAt: Date;
  /** How its last try ended. */
  error: unknown;
}

/** Before a lost response is looked for, the server gets this long to finish. */
const SETTLE_MS = 500;

const LOOK_FIX =
  "look on the server whether it is there before you apply again. If it is, import it, or delete it and let the next apply create it.";
const PLAN_FIX = "plan again: the plan shows what is there now.";

/**
 * One operation from its first try to its end. A stop ends it as long as nothing can have been carried out. After that
 * the stop leaves some time to find out what became of it: a change that was sent is never given up as if it had not
 * been begun.
 */
export class OperationRun<T> {
  readonly #plan: RetryPlan;
  readonly #grace: StopGrace;
  #lost: Lost | undefined;

  constructor(
    private readonly runner: Runner,
    private readonly operation: ApiCall<T>,
    private readonly stop: AbortSignal | undefined,
  ) {
    this.#plan = new RetryPlan(runner.deployment);
    this.#grace = new StopGrace(stop, runner.clock);
  }

  async run(): Promise<T> {
    try {
      return await this.#run();
    } catch (error) {
      if (this.#lost !== undefined && this.#grace.isOver && !(error instanceof OutcomeUnknownError)) {
        throw this.#unknown(
          this.#lost,
          `The provider was asked to stop, and ${STOP_GRACE_MS / 1000} seconds later this was still not known.`,
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

  /** A read is not repeated while the server is known to be down: others have tried before. */
  #delayAfter(tried: FailedAttempt): number | undefined {
    const failure = this.#failureOf(tried.error);
    const isRead = this.operation.request.change === undefined;
    return failure === "unreached" && isRead && this.runner.isDown()
      ? undefined
      : this.#plan.next({ ...tried, failure });
  }

  #failureOf(error: unknown): Failure {
    const failure = classify(error);
    return failure === "server_fault" && this.operation.request.faultIsFinal ? "final" : failure;
  }

  /** Waits before the next try, and finds out whether there has to be one. */
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

  /** What must not be carried out twice is not sent again after a stop. */
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
        "The list does not show it, and the provider was asked to stop, so it was not sent again.",
      );
    }
  }

  async #try(number: number): Promise<{ readonly result: T } | FailedAttempt> {
    const { request, decode } = this.operation;
    const attempt = await this.runner.attempt(request, number, this.#signal);
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
      await this.runner.clock.sleep(ms, this.#signal);
    }
  }

  /** What is lost, where this try may have changed something. */
  #noteLost({ error, tookMs }: FailedAttempt): Lost | undefined {
    const { change } = this.operation.request;
    if (change === undefined || !mayBeDone(error)) {
      return undefined;
    }
    this.#lost ??= { change, at: this.runner.clock.now() - tookMs, sentAt: new Date(Date.now() - tookMs), error };
    this.#lost.error = error;
    return this.#lost;
  }

  #unknown({ change, sentAt, error }: Lost, reason: string): OutcomeUnknownError {
    return new OutcomeUnknownError(change, sentAt, reason, this.operation.recover ? LOOK_FIX : PLAN_FIX, error);
  }
}

/** A response that is there but cannot be read is lost as well. */
function mayBeDone(error: unknown): boolean {
  return mayHaveActed(error) || (error instanceof UnexpectedResponseError && error.status < 300);
}
