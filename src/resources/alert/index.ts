import type { ResourceType } from "../resource-type";
import { alertApi } from "./api";
import { alert, alertLookup, alertsLookup } from "./declaration";
import { alertLookUps, alertResource } from "./resource";
import { titleOfAlert } from "./title";

export const alertType = {
  type: "clickstack_alert",
  api: alertApi,
  member: "alerts",
  declaration: () => alert,
  resource: () => alertResource,
  construct: "Alert",
  dataSources: {
    clickstack_alert: { construct: "ExistingAlert", declaration: () => alertLookup },
    clickstack_alerts: { construct: "Alerts", declaration: () => alertsLookup },
  },
  lookUps: () => alertLookUps,
  titleOf: (...state) => titleOfAlert(...state),
  // Alerts on several dashboards often share a name.
  alsoBy: {
    dashboard_id: "dashboardId",
    tile_id: "tileId",
    saved_search_id: "savedSearchId",
    interval: "interval",
    threshold: "threshold",
    threshold_type: "thresholdType",
  },
  importedByDefault: true,
  subcategory: "Dashboards and alerts",
  details:
    "A plan checks once which attributes of alerts the server supports, and refuses `display_name`, `tags` and `chart_config` on an older server.",
  inTypeScript: {
    scheduleOffsetMinutes: "`schedule: offsetBy(minutes)`",
    scheduleStartAt: "`schedule: startingAt(moment)`",
  },
} as const satisfies ResourceType;
