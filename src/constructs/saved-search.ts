import type { SavedSearchDeclaration } from "../generated/declared-types";
import { savedSearch } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { ExistingSavedSearch } from "./existing";
import { byId, byName } from "./look-up";
import type { ConstructScope } from "./scope";
import type { SourceReference } from "./tile";

/** Props of a saved search. */
export type SavedSearchProps = Omit<SavedSearchDeclaration, "id" | "sourceId" | "otherFields"> &
  MetaArguments & {
    /** Source to search, or its id: `Source.byName(this, "Logs")`. */
    readonly source: SourceReference;
  };

/** A managed ClickStack saved search. `SavedSearch.byName` and `SavedSearch.byId` look up an existing one. */
export class SavedSearch extends DeclaredResource<"clickstack_saved_search", SavedSearchProps> {
  /** Looks up an existing saved search by its name. */
  static readonly byName = byName(ExistingSavedSearch);
  /** Looks up an existing saved search by its id. */
  static readonly byId = byId(ExistingSavedSearch);

  constructor(scope: ConstructScope, id: string, props: SavedSearchProps) {
    super(scope, id, { type: "clickstack_saved_search", schema: savedSearch }, props);
  }

  /**
   * Returns a reference to the saved search for an alert: `on: errors.reference({ groupBy: "ServiceName" })`.
   * @param options expression to group by. Default: no groups
   */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}
