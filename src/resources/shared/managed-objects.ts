import { systemClock } from "../../client/waiting";
import type { ObjectValue, Resource } from "../../plugin";
import type { FileJournal } from "./create-journal";
import type { ResourceHooks } from "./hooks";
import type { Session } from "./session";

/**
 * Time in milliseconds without a call or a running read, after which the plan counts as complete. The protocol has no
 * signal for the end of a plan: the next call after the last response is the shutdown.
 */
const QUIET_MS = 100;

/** Maximum time in milliseconds to wait for the end of a plan. The time of running reads does not count. */
const MAX_WAIT_MS = 3000;

/**
 * The objects that are in state, as far as this run knows. Terraform calls the handlers for them in any order while it
 * plans, so an unknown object may still follow: check again after `settled`.
 */
export class ManagedObjects {
  readonly #ids = new Map<string, Set<string>>();
  readonly #references = new Map<string, ReadonlySet<string>>();
  #calls = 0;
  /** True once this run has created an object: it applies a complete plan. */
  isApplying = false;
  #runningReads = 0;

  /** @param journal is notified of each object that is in state */
  constructor(private readonly journal?: Pick<FileJournal, "confirm">) {}

  /** Notes a call of a handler, and the object in state that the call refers to, if any. */
  note(type: string, state: ObjectValue | null): void {
    this.#calls += 1;
    if (typeof state?.id !== "string") {
      return;
    }
    const ids = this.#ids.get(type) ?? new Set();
    const id = state.id.toLowerCase();
    if (ids.has(id)) {
      return;
    }
    this.#ids.set(type, ids.add(id));
    this.journal?.confirm(state.id);
  }

  noteCreated(type: string, state: ObjectValue | null): void {
    this.isApplying = true;
    this.note(type, state);
  }

  has(type: string, id: string): boolean {
    return this.#ids.get(type)?.has(id.toLowerCase()) ?? false;
  }

  /** Notes the ids of other objects that the plan of an object keeps referring to. */
  refers(id: string, targets: readonly string[]): void {
    this.#references.set(id, new Set(targets));
  }

  /** Returns true when this run plans an object that still refers to another one. */
  keepsReference(id: string, target: string): boolean {
    return this.#references.get(id)?.has(target) ?? false;
  }

  /** Runs the read of an object in state. After the read, the engine plans the object and continues with others. */
  async reading<T>(type: string, state: ObjectValue, read: () => Promise<T>): Promise<T> {
    this.note(type, state);
    this.#runningReads += 1;
    try {
      return await read();
    } finally {
      this.#runningReads -= 1;
    }
  }

  /** Resolves when all reads have ended and the engine has sent no call for a short time, or after the maximum wait. */
  async settled(signal: AbortSignal): Promise<void> {
    for (let waited = 0; waited < MAX_WAIT_MS; ) {
      const before = this.#calls;
      await systemClock.sleep(QUIET_MS, signal);
      const isReading = this.#runningReads > 0;
      if (this.#calls === before && !isReading) {
        return;
      }
      waited += isReading ? 0 : QUIET_MS;
    }
  }
}

/** Notes managed objects. Announces the reads of imported objects, which the engine does not announce itself. */
export function managedObjectHooks(type: string, { expectRead }: Resource<Session>): ResourceHooks {
  return {
    note: (state, session) => session?.managed.note(type, state),
    aroundRead: (read) => (request, context) =>
      context.session.managed.reading(type, request.state, () => read(request, context)),
    afterImport: ({ state }, context) => expectRead?.({ state }, context),
  };
}
