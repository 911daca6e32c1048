import type { Client } from "../api";
import { KeySession } from "./api-key/key-session";
import { DashboardCheck } from "./dashboard/dashboard-check";
import { PlannedDashboards } from "./dashboard/planned-dashboards";

/** What the arguments of the provider say beyond where the servers are. */
export interface SessionOptions {
  /** Whether the server checks dashboards that are planned. Default true. */
  readonly validateOnPlan?: boolean;
  /** What an apply does with an object that was changed elsewhere after its plan. Default `fail`. */
  readonly onStalePlan?: "fail" | "overwrite";
}

/** What the handlers of one provider process share: the client, and what this plan has decided so far. */
export class Session {
  readonly plannedDashboards = new PlannedDashboards();
  readonly keys = new KeySession();
  /** Undefined where the server is not to be asked about dashboards that are planned. */
  readonly dashboardCheck: DashboardCheck | undefined;
  readonly onStalePlan: "fail" | "overwrite";

  constructor(
    readonly client: Client,
    { validateOnPlan = true, onStalePlan = "fail" }: SessionOptions = {},
  ) {
    this.onStalePlan = onStalePlan;
    this.dashboardCheck = validateOnPlan ? new DashboardCheck(client.dashboards) : undefined;
  }
}
