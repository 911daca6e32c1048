import { setMaxListeners } from "node:events";
import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndingSignal = (typeof SIGNALS)[number];

/** Somebody ended the command. Whoever meets this tidies up and passes it on; there is nothing to say. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";

  constructor(readonly signal: EndingSignal) {
    super(`Ended by ${signal}.`);
  }

  /** As shells expect it. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

/** What became of the process that somebody may want to end. */
export interface Ending {
  /** Aborted when somebody wants the command to end. Its reason is the `InterruptedError`. */
  readonly asked: AbortSignal;
  /** Aborted when it was asked for again: what does not stop by itself is to be killed. */
  readonly insisted: AbortSignal;
}

const asked = new AbortController();
const insisted = new AbortController();
const open = new Set<Promise<unknown>>();
// As many as processes run side by side.
setMaxListeners(0, asked.signal, insisted.signal);

/**
 * Runs work that would leave something behind if the process just ended: another process, a folder. A signal to end waits for all such
 * work, which `Ending` tells to stop, and then ends the process. Throws the `InterruptedError` where the command is ending already.
 */
export async function unlessInterrupted<T>(work: (ending: Ending) => Promise<T>): Promise<T> {
  asked.signal.throwIfAborted();
  if (open.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  // Such work may hold more of its own, which must find this one open already.
  const running = Promise.resolve().then(() => work({ asked: asked.signal, insisted: insisted.signal }));
  open.add(running);
  try {
    return await running;
  } finally {
    open.delete(running);
    if (open.size === 0 && !asked.signal.aborted) for (const signal of SIGNALS) process.off(signal, end);
  }
}

function end(signal: EndingSignal): void {
  if (asked.signal.aborted) {
    insisted.abort();
    return;
  }
  const error = new InterruptedError(signal);
  const all = Promise.allSettled(open);
  asked.abort(error);
  // Whoever waited for the work comes before the end: a terminal wants its cursor back.
  void all.then(() => setImmediate(() => process.exit(error.exitCode)));
}
