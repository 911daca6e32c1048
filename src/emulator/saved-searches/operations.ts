import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredSavedSearch } from "../state";
import { firstUnrenderable, type SavedSearchBody, savedSearchBody, unrenderableText } from "./body";

/** Saved searches (docs/internals/api-behavior.md 3.12). */
export const savedSearchOperations = objectOperations({
  path: "/saved-searches",
  forbidden: withoutTeam.json,
  notFound: notFound("Saved search not found"),
  objects: ({ savedSearches }) => savedSearches,
  isPaged: true,
  show: (savedSearch, { store }) => ({ ...savedSearch, teamId: store.state.team.id }),
  body: () => savedSearchBody,

  create(scope, body): StoredSavedSearch {
    check(scope, body, []);
    const at = scope.now().toISOString();
    return { id: scope.store.newId(), ...body, createdAt: at, updatedAt: at };
  },

  update(scope, body, find) {
    const { id, createdAt, filters } = find();
    check(scope, body, filters);
    return { id, ...body, createdAt, updatedAt: scope.now().toISOString() };
  },

  onDelete({ store }, { id }) {
    store.alerts.removeWhere((alert) => alert.source === "saved_search" && alert.savedSearchId === id);
  },
});

function check(scope: Scope, body: SavedSearchBody, stored: readonly unknown[]): void {
  if (!scope.store.sources.get(body.sourceId)) throw badRequest("sourceId must be an existing source id");
  const index = firstUnrenderable(body.filters, stored);
  if (index >= 0) throw badRequest(unrenderableText(index));
}
