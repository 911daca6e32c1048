import type { SAVED_SEARCH_SYNONYMS } from "../resources/declarations";
import type {
  ExistingSavedSearchDeclaration,
  SavedSearchDeclaration,
  SavedSearchesDeclaration,
} from "../resources/declared-types";
import { savedSearch, savedSearchesLookup, savedSearchLookup } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import type { Synonyms } from "./compiler-hint";
import type { MetaArguments } from "./declared";
import { managedClass } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up";
import type { SourceReference } from "./tile";

/** Props that select a saved search: `id` or `name`. */
export type ExistingSavedSearchProps = Pick<ExistingSavedSearchDeclaration, "id" | "name"> & MetaArguments;

/** An existing saved search that this program does not manage. */
export class ExistingSavedSearch extends lookUpClass<ExistingSavedSearchDeclaration>(
  "clickstack_saved_search",
  savedSearchLookup,
)<ExistingSavedSearchProps> {
  /**
   * Returns a reference to the saved search for an alert: `on: errors.reference({ groupBy: "ServiceName" })`.
   * @param options expression to group by. Default: no groups
   */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}

/** Props that filter the list of saved searches. */
export type SavedSearchesProps = Omit<SavedSearchesDeclaration, "savedSearches"> & MetaArguments;

/** List of saved searches, managed or not: `savedSearches.observed.savedSearches`. */
export class SavedSearches extends listClass<SavedSearchesDeclaration>(
  "clickstack_saved_searches",
  savedSearchesLookup,
)<SavedSearchesProps> {}

/** Props of a saved search. */
export type SavedSearchProps = Omit<SavedSearchDeclaration, "id" | "sourceId" | "otherFields"> &
  MetaArguments & {
    /** Source to search, or its id: `Source.byName(this, "Logs")`. */
    readonly source: SourceReference;
  } & Synonyms<typeof SAVED_SEARCH_SYNONYMS>;

/** A managed ClickStack saved search. `SavedSearch.byName` and `SavedSearch.byId` look up an existing one. */
export class SavedSearch extends managedClass(
  "clickstack_saved_search",
  savedSearch,
  ExistingSavedSearch,
)<SavedSearchProps> {
  /**
   * Returns a reference to the saved search for an alert: `on: errors.reference({ groupBy: "ServiceName" })`.
   * @param options expression to group by. Default: no groups
   */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}
