import { alertOperations } from "./alerts/operations";
import { dashboardOperations, validateDashboard } from "./dashboards/operations";
import type { EmulatorOperation } from "./operation";
import type { Runtime } from "./runtime";
import { savedSearchOperations } from "./saved-searches/operations";
import { sourceOperations } from "./sources/operations";
import { webhookOperations } from "./webhooks/operations";

/** Operations of the resource types that both deployments have, by the first segment of their paths. */
export const sharedOperations: Readonly<Record<string, readonly EmulatorOperation[]>> = {
  dashboards: [validateDashboard, ...dashboardOperations],
  alerts: alertOperations,
  sources: sourceOperations,
  webhooks: webhookOperations,
  "saved-searches": savedSearchOperations,
};

/** Returns false for an operation that a switch removes, or that requires a switch. */
export function isOffered(operation: EmulatorOperation, { switches }: Runtime): boolean {
  return operation === validateDashboard
    ? !switches.validateMissing
    : operation.needs === undefined || switches[operation.needs] === true;
}
