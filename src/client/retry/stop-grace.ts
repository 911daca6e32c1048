import { onAbort } from "../abort";
import type { Clock } from "../clock";

/** Maximum time after a stop to determine the outcome of a write. Terraform waits for it, and a user pressed Ctrl-C. */
export const STOP_GRACE_MS = 12_000;

/** Signal that aborts some time after the stop, for requests that finish a write that may have been carried out. */
export class StopGrace {
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
