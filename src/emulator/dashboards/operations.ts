import { data, done, type Operation, operation, withoutTeam } from "../operation";
import { badRequest, notFoundText } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredDashboard } from "../state";
import { idParams } from "../validation";
import { type CreateBody, createBody, resolveLanguage, type UpdateBody, updateBody } from "./body";
import { deleteDashboard, dropOrphanedAlerts } from "./cascade";
import { echoDashboard } from "./echo";
import { referenceProblem } from "./references";
import { compact, convertTile, filterIds, uniqueTags, withIds } from "./stored-form";

const forbidden = withoutTeam.text;

const show = (dashboard: StoredDashboard, scope: Scope) => data(echoDashboard(dashboard, scope.switches));

/** Dashboards but for validate (docs/internals/api-behavior.md 4). The list is sorted by name, descending. */
export const dashboardOperations: Operation[] = [
  operation({
    method: "get",
    path: "/dashboards",
    forbidden,
    run: (scope) => {
      const sorted = [...scope.store.dashboards.all()].sort((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : 0));
      return data(sorted.map((dashboard) => echoDashboard(dashboard, scope.switches)));
    },
  }),
  operation({
    method: "post",
    path: "/dashboards",
    forbidden,
    body: () => createBody,
    run: (scope, { body }) => show(create(scope, body), scope),
  }),
  operation({
    method: "get",
    path: "/dashboards/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      const dashboard = scope.store.dashboards.get(params.id);
      if (!dashboard) throw notFoundText();
      return show(dashboard, scope);
    },
  }),
  operation({
    method: "put",
    path: "/dashboards/:id",
    forbidden,
    params: idParams,
    body: () => updateBody,
    run: (scope, { params, body }) => show(update(scope, params.id, body), scope),
  }),
  operation({
    method: "delete",
    path: "/dashboards/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      const found = deleteDashboard(params.id, scope.store);
      if (!found && scope.switches.absentDashboardDelete404) throw notFoundText();
      return done;
    },
  }),
];

function create(scope: Scope, body: CreateBody): StoredDashboard {
  const { store } = scope;
  const tiles = body.tiles.map(convertTile);
  const filters = body.filters ?? [];
  const containers = body.containers ?? [];
  const problem = referenceProblem({ tiles, filters, containers }, store);
  if (problem) throw badRequest(problem);
  return store.dashboards.add(
    compact({
      id: store.newId(),
      name: body.name,
      tiles: withIds(tiles, new Set(), () => store.newId()),
      tags: uniqueTags(body.tags ?? []),
      filters: filters.map((filter) => ({ ...filter, id: store.newId() })),
      savedQuery: body.savedQuery ?? null,
      savedQueryLanguage: resolveLanguage(body) ?? null,
      savedFilterValues: body.savedFilterValues ?? [],
      containers,
    }),
  );
}

function update(scope: Scope, id: string, body: UpdateBody): StoredDashboard {
  const { store } = scope;
  const existing = store.dashboards.get(id);
  const tiles = body.tiles.map(convertTile);
  const containers = body.containers ?? existing?.containers ?? [];
  const problem = referenceProblem({ tiles, filters: body.filters ?? [], containers }, store, existing);
  if (problem) throw badRequest(problem);
  if (!existing) throw notFoundText();
  const language = resolveLanguage(body);
  const updated: StoredDashboard = {
    id: existing.id,
    name: body.name,
    tiles: withIds(tiles, new Set(existing.tiles.map((tile) => tile.id)), () => store.newId()),
    tags: body.tags ? uniqueTags(body.tags) : existing.tags,
    filters: body.filters ? withIds(body.filters, filterIds(existing.filters), () => store.newId()) : existing.filters,
    savedQuery: body.savedQuery === undefined ? existing.savedQuery : body.savedQuery,
    savedQueryLanguage: language === undefined ? existing.savedQueryLanguage : language,
    savedFilterValues: body.savedFilterValues ?? existing.savedFilterValues,
    containers,
  };
  store.dashboards.put(compact(updated));
  dropOrphanedAlerts(updated, store);
  return updated;
}
