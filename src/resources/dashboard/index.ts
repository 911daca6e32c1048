import type { ResourceType } from "../resource-type";
import { dashboardApi, dashboards } from "./api";
import { dashboardLookUps } from "./data-source";
import { dashboard, dashboardLookup, dashboardsLookup } from "./declaration";
import { dashboardResource } from "./resource";

export const dashboardType = {
  type: "clickstack_dashboard",
  api: dashboardApi,
  member: "dashboards",
  part: () => dashboards,
  declaration: () => dashboard,
  resource: () => dashboardResource,
  construct: "Dashboard",
  dataSources: {
    clickstack_dashboard: { construct: "ExistingDashboard", declaration: () => dashboardLookup },
    clickstack_dashboards: { construct: "Dashboards", declaration: () => dashboardsLookup },
  },
  lookUps: () => dashboardLookUps,
  importedByDefault: true,
  subcategory: "Dashboards and alerts",
  details:
    "Alerts refer to a tile by its key in `tiles`. Tiles keep their alerts when they are renamed, moved or reordered.",
  importNote:
    "The import derives the keys of tiles from their titles: `Error rate` becomes `error_rate`. A tile that is declared under another key keeps its id if its name and kind, or its configuration, stay the same.",
  inTypeScript: {
    displayType: "the helper of the kind, such as `tile.line`",
    configType: "the helpers of `tile.sql`",
  },
} as const satisfies ResourceType;
