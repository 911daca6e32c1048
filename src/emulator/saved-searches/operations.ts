import { data, done, type Operation, operation, page, pageQuery, withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredSavedSearch } from "../state";
import { idParams } from "../validation";
import { firstUnrenderable, type SavedSearchBody, savedSearchBody, unrenderableText } from "./body";

const forbidden = withoutTeam.json;

const echo = (savedSearch: StoredSavedSearch, scope: Scope) => ({ ...savedSearch, teamId: scope.store.state.team.id });

/** Saved searches (docs/internals/api-behavior.md 3.12). */
export const savedSearchOperations: Operation[] = [
  operation({
    method: "get",
    path: "/saved-searches",
    forbidden,
    query: pageQuery,
    run: (scope, { query }) => page(scope.store.savedSearches.byId(), query, (one) => echo(one, scope)),
  }),
  operation({
    method: "post",
    path: "/saved-searches",
    forbidden,
    body: () => savedSearchBody,
    run: (scope, { body }) => {
      check(scope, body, []);
      const at = scope.now().toISOString();
      const created = { id: scope.store.newId(), ...body, createdAt: at, updatedAt: at };
      return data(echo(scope.store.savedSearches.add(created), scope));
    },
  }),
  operation({
    method: "get",
    path: "/saved-searches/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => data(echo(find(scope, params.id), scope)),
  }),
  operation({
    method: "put",
    path: "/saved-searches/:id",
    forbidden,
    params: idParams,
    body: () => savedSearchBody,
    run: (scope, { params, body }) => {
      const stored = find(scope, params.id);
      check(scope, body, stored.filters);
      const { id, createdAt } = stored;
      const updated = { id, ...body, createdAt, updatedAt: scope.now().toISOString() };
      return data(echo(scope.store.savedSearches.put(updated), scope));
    },
  }),
  operation({
    method: "delete",
    path: "/saved-searches/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      const { id } = find(scope, params.id);
      scope.store.savedSearches.remove(id);
      scope.store.alerts.removeWhere((alert) => alert.source === "saved_search" && alert.savedSearchId === id);
      return done;
    },
  }),
];

function find(scope: Scope, id: string): StoredSavedSearch {
  const savedSearch = scope.store.savedSearches.get(id);
  if (!savedSearch) throw notFound("Saved search not found");
  return savedSearch;
}

function check(scope: Scope, body: SavedSearchBody, stored: readonly unknown[]): void {
  if (!scope.store.sources.get(body.sourceId)) throw badRequest("sourceId must be an existing source id");
  const index = firstUnrenderable(body.filters, stored);
  if (index >= 0) throw badRequest(unrenderableText(index));
}
