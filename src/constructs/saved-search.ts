import type { Construct } from "constructs";
import { type SavedSearchDeclaration, savedSearch } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { ExistingSavedSearch } from "./existing";
import { byId, byName } from "./look-up";
import { idOf, type SourceReference } from "./tile";

/** What the props call the fields of the declaration, where they differ. */
export const SAVED_SEARCH_PROP_NAMES = { sourceId: "source" };

/** What a saved search is made of. */
export type SavedSearchProps = Omit<SavedSearchDeclaration, "id" | "sourceId" | "otherFields"> &
  MetaArguments & {
    /** The source that is searched. */
    readonly source: SourceReference;
  };

/** A ClickStack saved search. */
export class SavedSearch extends DeclaredResource<"clickstack_saved_search", SavedSearchProps> {
  /** Looks up an existing saved search by its name. */
  static readonly byName = byName(ExistingSavedSearch);
  /** Looks up an existing saved search by its id. */
  static readonly byId = byId(ExistingSavedSearch);

  constructor(scope: Construct, id: string, props: SavedSearchProps) {
    super(
      scope,
      id,
      { type: "clickstack_saved_search", schema: savedSearch, propNames: SAVED_SEARCH_PROP_NAMES },
      props,
      ({ source, ...fields }): SavedSearchDeclaration => ({ ...fields, sourceId: idOf(source) }),
    );
  }

  /** The saved search as an alert watches it: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}
