import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type SavedSearchRecord, savedSearchApi, savedSearches } from "./api";
import { savedSearchesLookup, savedSearchLookup } from "./declaration";

const SAVED_SEARCHES = {
  api: savedSearchApi,
  collection: (client) => client.collection(savedSearches),
  facts: (savedSearch) => savedSearch,
  describe: ({ where }) => (where ? `where ${String(where)}` : "without a where"),
} satisfies LookUpType<SavedSearchRecord, SavedSearchRecord>;

/** `clickstack_saved_search`: one saved search by id or name (docs/internals/api-behavior.md 3.12). */
export const savedSearchDataSource: DataSource<Session> = lookUpDataSource(
  SAVED_SEARCHES,
  savedSearchLookup,
  "An existing saved search, found by id or by name.",
);

/** `clickstack_saved_searches`: all saved searches, or those that match the filters. */
export const savedSearchesDataSource: DataSource<Session> = listDataSource(
  SAVED_SEARCHES,
  savedSearchesLookup,
  "All saved searches, or those of one name, tag or source.",
);
