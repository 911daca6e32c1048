import { systemClock } from "../../client/clock";
import type { ObjectValue, Resource } from "../../plugin";
import type { FileJournal } from "./create-journal";
import type { Session } from "./session";

/** A run is quiet when no handler was called for this long, in milliseconds. */
const QUIET_MS = 100;

/** A run that never gets quiet is not waited for longer than this, in milliseconds. */
const MAX_WAIT_MS = 3000;

/**
 * The objects that this run knows to be in state. Terraform names them one by one while it plans, in any order, so that
 * an object that is not known yet may still be named: ask again after `settled`.
 */
export class ManagedObjects {
  readonly #ids = new Map<string, Set<string>>();
  readonly #references = new Map<string, ReadonlySet<string>>();
  #calls = 0;

  /** @param journal hears of each object that is in state */
  constructor(private readonly journal?: Pick<FileJournal, "confirm">) {}

  /** Notes a call of a handler, and the object in state that it is about, if any. */
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

  has(type: string, id: string): boolean {
    return this.#ids.get(type)?.has(id.toLowerCase()) ?? false;
  }

  /** Notes the ids of other objects that the plan of an object keeps referring to. */
  refers(id: string, targets: readonly string[]): void {
    this.#references.set(id, new Set(targets));
  }

  /** Whether this run plans an object that still refers to another one. */
  keepsReference(id: string, target: string): boolean {
    return this.#references.get(id)?.has(target) ?? false;
  }

  /** Resolves when no handler is called any more, or soon after. A handler that waits here is no call. */
  async settled(signal: AbortSignal): Promise<void> {
    for (let waited = 0; waited < MAX_WAIT_MS; waited += QUIET_MS) {
      const before = this.#calls;
      await systemClock.sleep(QUIET_MS, signal);
      if (this.#calls === before) {
        return;
      }
    }
  }
}

/** The resource, noting what it is asked about. */
export function notingManaged(type: string, resource: Resource<Session>): Resource<Session> {
  const note = (session: Session | undefined, state: ObjectValue | null) => session?.managed.note(type, state);
  return {
    ...resource,
    expectRead(request, context) {
      note(context.session, request.state);
      resource.expectRead?.(request, context);
    },
    read(request, context) {
      note(context.session, request.state);
      return resource.read(request, context);
    },
    async modifyPlan(request, context) {
      note(context.session, request.state);
      return (await resource.modifyPlan?.(request, context)) ?? {};
    },
    async planDestroy(request, context) {
      note(context.session, request.state);
      return resource.planDestroy?.(request, context);
    },
  };
}
