import type { HandlerContext } from "../../plugin";
import { KeySession } from "../api-key/session";
import type { Client } from "../client";
import { DashboardCheck } from "../dashboard/plan-checks";
import { PlannedDashboards } from "../dashboard/planned-dashboards";
import type { FileJournal } from "./create-journal";
import type { OnExistingName } from "./existing-names";
import { ManagedObjects } from "./managed-objects";
import type { PlanMemory } from "./plan-memory";

/** What the arguments of the provider say beyond where the servers are. */
export interface SessionOptions {
  /** Where creates are remembered until a state holds their results. */
  readonly journal?: FileJournal | undefined;
  /** Where a plan leaves what its apply has to compare. */
  readonly planMemory?: PlanMemory | undefined;
  /** Whether the server checks dashboards that are planned. Default true. */
  readonly validateOnPlan?: boolean | undefined;
  /** What an apply does with an object that was changed elsewhere after its plan. Default `fail`. */
  readonly onStalePlan?: "fail" | "overwrite" | undefined;
  /** What a create does where an object of its name exists that is in no state. Default `warn`. */
  readonly onExistingName?: OnExistingName | undefined;
}

/** What the handlers of one provider process share: the client, and what this plan has decided so far. */
export class Session {
  readonly plannedDashboards = new PlannedDashboards();
  readonly managed: ManagedObjects;
  readonly journal: FileJournal | undefined;
  readonly planMemory: PlanMemory | undefined;
  readonly keys = new KeySession();
  /** Undefined where the server is not to be asked about dashboards that are planned. */
  readonly dashboardCheck: DashboardCheck | undefined;
  readonly onStalePlan: "fail" | "overwrite";
  readonly onExistingName: OnExistingName;
  /** Whether creates take over an object which equals the declaration. */
  readonly takeOver: boolean;

  constructor(
    readonly client: Client,
    { journal, planMemory, validateOnPlan = true, onStalePlan = "fail", onExistingName = "warn" }: SessionOptions = {},
  ) {
    this.journal = journal;
    this.planMemory = planMemory;
    this.managed = new ManagedObjects(journal);
    this.onStalePlan = onStalePlan;
    this.onExistingName = onExistingName;
    this.takeOver = onExistingName === "adopt";
    this.dashboardCheck = validateOnPlan ? new DashboardCheck(client.dashboards) : undefined;
  }
}

/** What one call of a handler works with. */
export type Call = Pick<HandlerContext<Session>, "session" | "signal">;
