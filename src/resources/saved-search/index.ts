import type { ResourceType } from "../resource-type";
import { savedSearchApi, savedSearches } from "./api";
import { savedSearch, savedSearchesLookup, savedSearchLookup } from "./declaration";
import { savedSearchLookUps, savedSearchResource } from "./resource";

export const savedSearchType = {
  type: "clickstack_saved_search",
  api: savedSearchApi,
  member: "savedSearches",
  /** With a saved search, the server deletes its alerts (docs/internals/api-behavior.md 3.10). */
  part: () => savedSearches,
  declaration: () => savedSearch,
  resource: () => savedSearchResource,
  construct: "SavedSearch",
  dataSources: {
    clickstack_saved_search: { construct: "ExistingSavedSearch", declaration: () => savedSearchLookup },
    clickstack_saved_searches: { construct: "SavedSearches", declaration: () => savedSearchesLookup },
  },
  lookUps: () => savedSearchLookUps,
  importedByDefault: true,
  subcategory: "Dashboards and alerts",
  details: "Destroying it deletes its alerts on the server.",
} as const satisfies ResourceType;
