import { onAbort } from "../abort";
import type { Clock } from "../clock";

/**
 * How long finding out what became of a write may take after a stop. Terraform waits for it; a person pressed Ctrl-C.
 */
export const STOP_GRACE_MS = 12_000;

/** A signal that aborts a while after the stop, for what finishes a write that may have been carried out. */
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
