import { lookUpDataSource } from "../handlers/look-up";
import type { SavedSearchRecord } from "./api";
import { savedSearchLookup } from "./declaration";

/** `clickstack_saved_search`: one saved search by id or name (docs/internals/api-behavior.md 3.12). */
export const savedSearchDataSource = lookUpDataSource(
  {
    noun: "saved search",
    plural: "saved searches",
    collection: (client) => client.savedSearches,
    facts: (savedSearch: SavedSearchRecord) => savedSearch,
    kindOf: ({ where }) => (where ? `where ${String(where)}` : "without a where"),
  },
  savedSearchLookup,
  "A saved search that exists, found by id or by name.",
);
