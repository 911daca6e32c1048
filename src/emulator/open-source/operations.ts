import { alertOperations } from "../alerts/operations";
import { chartOperations } from "../charts/operations";
import { connectionOperations } from "../connections/operations";
import { dashboardOperations } from "../dashboards/operations";
import { validateDashboard } from "../dashboards/validate-operation";
import type { Operation } from "../operation";
import { savedSearchOperations } from "../saved-searches/operations";
import { searchOperations } from "../search/operations";
import { sourceOperations } from "../sources/operations";
import { teamOperations } from "../team/operations";
import { webhookOperations } from "../webhooks/operations";

/** The resources of the open-source API (docs/internals/api-behavior.md 3.1). */
export const resources: Readonly<Record<string, readonly Operation[]>> = {
  dashboards: [validateDashboard, ...dashboardOperations],
  alerts: alertOperations,
  sources: sourceOperations,
  webhooks: webhookOperations,
  "saved-searches": savedSearchOperations,
  connections: connectionOperations,
  charts: chartOperations,
  search: searchOperations,
  team: teamOperations,
};
