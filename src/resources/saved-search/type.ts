import type { ResourceType } from "../resource-type";
import { savedSearchApi } from "./api";

export const savedSearchType = {
  type: "clickstack_saved_search",
  api: savedSearchApi,
  collection: ({ savedSearches }) => savedSearches,
  declaration: () => (require("./declaration") as typeof import("./declaration")).savedSearch,
  resource: () => (require("./resource") as typeof import("./resource")).savedSearchResource,
  dataSources: {
    clickstack_saved_search: () => (require("./data-source") as typeof import("./data-source")).savedSearchDataSource,
    clickstack_saved_searches: () =>
      (require("./data-source") as typeof import("./data-source")).savedSearchesDataSource,
  },
  importedByDefault: true,
} as const satisfies ResourceType;
