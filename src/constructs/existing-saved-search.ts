import type { Construct } from "constructs";
import type { z } from "zod";
import { savedSearchLookup } from "../schema/saved-search-lookup";
import type { SavedSearchReference } from "./alert";
import { NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof savedSearchLookup>, "id" | "name">;

/** How a saved search is found: by `id` or by `name`. */
export type ExistingSavedSearchProps = Declaration & MetaArguments;

/** A saved search that exists in ClickStack and that this program does not manage. */
export class ExistingSavedSearch extends NamedLookUp<typeof savedSearchLookup> {
  constructor(scope: Construct, id: string, props: ExistingSavedSearchProps) {
    super(scope, id, { type: "clickstack_saved_search", schema: savedSearchLookup }, props);
  }

  /** The saved search with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingSavedSearch {
    return byNameOnce(scope, "saved-search", name, options, ExistingSavedSearch);
  }

  /** The saved search with this id. */
  static byId(scope: Construct, savedSearchId: string, options: ProviderOption = {}): ExistingSavedSearch {
    return byIdOnce(scope, "saved-search", savedSearchId, options, ExistingSavedSearch);
  }

  /** The saved search as an alert watches it: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }
}
