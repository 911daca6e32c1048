import type { ApiClient } from "../../client/collections/api-client";
import type { HandlerContext } from "../../plugin";
import type { FileJournal } from "./create-journal";
import { ManagedObjects } from "./managed-objects";
import type { PlanMemory } from "./plan-memory";

/** Options of a session, from the provider's arguments and its working directory. */
export type SessionOptions = Partial<
  Pick<Session, "journal" | "planMemory" | "validateOnPlan" | "onStalePlan" | "onExistingName">
>;

/** State that the handlers of one provider process share. Resource types `remember` their own parts of it per session. */
export class Session {
  readonly managed: ManagedObjects;
  /** Stores creates until a state contains their results. */
  readonly journal: FileJournal | undefined;
  /** Stores the ids that a plan saw, for its apply to compare. */
  readonly planMemory: PlanMemory | undefined;
  /** Lets the server check planned objects. Default true. */
  readonly validateOnPlan: boolean;
  /** Behavior of an apply when an object was changed elsewhere after its plan. Default `fail`. */
  readonly onStalePlan: "fail" | "overwrite";
  /**
   * Behavior of a create when an unmanaged object has its name: warn in the plan, fail in the plan, or adopt the object.
   */
  readonly onExistingName: "warn" | "fail" | "adopt";
  /** True when creates adopt an object that equals the declaration. */
  readonly adopts: boolean;
  readonly #noted = new Set<string>();

  constructor(
    readonly client: ApiClient,
    { journal, planMemory, validateOnPlan = true, onStalePlan = "fail", onExistingName = "warn" }: SessionOptions = {},
  ) {
    this.journal = journal;
    this.planMemory = planMemory;
    this.managed = new ManagedObjects(journal);
    this.validateOnPlan = validateOnPlan;
    this.onStalePlan = onStalePlan;
    this.onExistingName = onExistingName;
    this.adopts = onExistingName === "adopt";
  }

  /** Returns true for the first call with this topic, so that a warning appears once per run. */
  isFirst(topic: string): boolean {
    const isFirst = !this.#noted.has(topic);
    this.#noted.add(topic);
    return isFirst;
  }
}

export type Call = Pick<HandlerContext<Session>, "session" | "signal">;
