import type { ResourceType } from "../resource-type";

export const searchType = {
  type: "clickstack_search",
  dataSources: {
    clickstack_search: () => (require("./data-source") as typeof import("./data-source")).searchDataSource,
  },
} as const satisfies ResourceType;
