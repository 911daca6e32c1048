import type { ResourceType } from "../resource-type";
import { dashboardApi } from "./api";

export const dashboardType = {
  type: "clickstack_dashboard",
  api: dashboardApi,
  collection: ({ dashboards }) => dashboards,
  declaration: () => (require("./declaration") as typeof import("./declaration")).dashboard,
  resource: () => (require("./resource") as typeof import("./resource")).dashboardResource,
  dataSources: {
    clickstack_dashboard: () => (require("./data-source") as typeof import("./data-source")).dashboardDataSource,
    clickstack_dashboards: () => (require("./data-source") as typeof import("./data-source")).dashboardsDataSource,
  },
  importedByDefault: true,
} as const satisfies ResourceType;
