import type { ResourceType } from "../resource-type";
import { events } from "./api";
import { searchDataSource } from "./data-source";
import { eventSearch } from "./declaration";

export const searchType = {
  type: "clickstack_search",
  member: "events",
  part: () => events,
  dataSources: {
    clickstack_search: {
      construct: "Search",
      declaration: () => eventSearch,
      details:
        "Use it in `check` blocks that verify that events arrive. In TypeScript, `EventCheck` writes such a block ([Checks](../guides/checks.md#events-that-must-arrive)).",
    },
  },
  lookUps: () => ({ one: searchDataSource }),
  subcategory: "Dashboards and alerts",
} as const satisfies ResourceType;
