import type { ResourceType } from "../resource-type";
import { alertApi } from "./api";

export const alertType = {
  type: "clickstack_alert",
  api: alertApi,
  collection: ({ alerts }) => alerts,
  declaration: () => (require("./declaration") as typeof import("./declaration")).alert,
  resource: () => (require("./resource") as typeof import("./resource")).alertResource,
  dataSources: {
    clickstack_alert: () => (require("./data-source") as typeof import("./data-source")).alertDataSource,
    clickstack_alerts: () => (require("./data-source") as typeof import("./data-source")).alertsDataSource,
  },
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
} as const satisfies ResourceType;
