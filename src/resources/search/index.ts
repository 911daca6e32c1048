import type { ResourceType } from "../resource-type";
import { Events } from "./api";
import { searchDataSource } from "./data-source";
import { eventSearch } from "./declaration";

export const searchType = {
  type: "clickstack_search",
  member: "events",
  open: (deployments) => new Events(deployments),
  dataSources: {
    clickstack_search: {
      declaration: () => eventSearch,
      handlers: () => searchDataSource,
      construct: "Search",
      details:
        "Use it in `check` blocks that verify that events arrive. In TypeScript, `EventCheck` writes such a block ([Checks](../guides/checks.md#events-that-must-arrive)).",
    },
  },
  subcategory: "Dashboards and alerts",
} as const satisfies ResourceType;
