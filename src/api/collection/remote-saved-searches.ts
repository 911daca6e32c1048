import type { CallOptions } from "../client";
import { savedSearchKind } from "../kinds/saved-search";
import type { SavedSearchBody, SavedSearchRecord } from "../records";
import type { Homes } from "./home";
import { RemoteCollection } from "./remote-collection";
import type { AlertsMayBeGone } from "./remote-dashboards";

/** Saved searches take their alerts with them when they go (docs/internals/api-behavior.md 3.10). */
export class RemoteSavedSearches extends RemoteCollection<
  SavedSearchRecord,
  SavedSearchBody,
  SavedSearchBody,
  SavedSearchRecord
> {
  readonly #alertsMayBeGone: AlertsMayBeGone;

  constructor(homes: Homes, alertsMayBeGone: AlertsMayBeGone) {
    super(savedSearchKind, homes);
    this.#alertsMayBeGone = alertsMayBeGone;
  }

  override async delete(id: string, options: CallOptions = {}): Promise<void> {
    try {
      await super.delete(id, options);
    } finally {
      this.#alertsMayBeGone(({ savedSearchId }) => savedSearchId === id);
    }
  }
}
