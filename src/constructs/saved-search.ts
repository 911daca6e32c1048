import type { Construct } from "constructs";
import { objectShapeOf } from "../declaration/shape";
import { type SavedSearchDeclaration, savedSearch } from "../resources/saved-search/declaration";
import type { SavedSearchReference } from "./alert";
import { GENERATOR_METADATA } from "./clickstack-provider";
import { attributesOf, type MetaArguments, splitMetaArguments, validateAtSynthesis } from "./declared";
import { TerraformResource } from "./framework";
import { idOf, type SourceReference } from "./tile";

const SAVED_SEARCH = objectShapeOf(savedSearch);

/** What the props call the fields of the declaration, where they differ. */
export const SAVED_SEARCH_PROP_NAMES = { sourceId: "source" };

/** What a saved search is made of. */
export type SavedSearchProps = Omit<SavedSearchDeclaration, "id" | "sourceId" | "otherFields"> &
  MetaArguments & {
    /** The source that is searched. */
    readonly source: SourceReference;
  };

/** A ClickStack saved search. */
export class SavedSearch extends TerraformResource {
  readonly #declared: SavedSearchDeclaration;

  constructor(scope: Construct, id: string, props: SavedSearchProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_saved_search",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    const { source, ...fields } = declared;
    this.#declared = { ...fields, sourceId: idOf(source) };
    validateAtSynthesis(this, SAVED_SEARCH, this.#declared, { propNames: SAVED_SEARCH_PROP_NAMES });
  }

  /** The saved search as an alert watches it: `on: errors.reference({ groupBy: "ServiceName" })`. */
  reference(options: Pick<SavedSearchReference, "groupBy"> = {}): SavedSearchReference {
    return { savedSearchId: this.id, ...options };
  }

  /** The saved search's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(SAVED_SEARCH, this.#declared);
  }
}
