import { objectOperations } from "../object-operations";
import { notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import type { Store } from "../store";
import { type AlertRequestBody, alertBody, hasNewAlerts, toStoredFields } from "./body";
import { echoChart } from "./chart-config";
import { resolveReferences, type StoredAlertTarget } from "./references";

/** Operations on alerts (docs/internals/api-behavior.md 3.6 to 3.10). */
export const alertOperations = objectOperations({
  path: "/alerts",
  notFound: notFound("Alert not found"),
  objects: ({ alerts }) => alerts,
  isPaged: true,
  show: echoAlert,
  showOne: echoWhole,
  body: alertBody,

  /** References are checked before the alert: an invalid reference returns 400 even if the alert was deleted. */
  isBodyFirst: true,
  write(scope, body, stored) {
    const target = resolveReferences(body, scope, stored);
    return {
      ...target,
      ...writtenNaming(body, target, scope, stored),
      ...toStoredFields(body, stored, scope),
      state: stored?.state ?? "OK",
      silenced: stored?.silenced,
      executionErrors: stored?.executionErrors,
    };
  },
});

/** Returns an alert as a response shows it, with null and absent keys as in docs/internals/api-behavior.md 3.7. */
function echoAlert(alert: StoredAlert, scope: Scope): Record<string, unknown> {
  const { displayName: _, tags: __, chartConfig: ___, ...shown } = alert;
  return {
    ...shown,
    ...(hasNewAlerts(scope) && shownNaming(alert, scope.store)),
    channel: alert.channels[0],
    teamId: scope.store.state.team.id,
  };
}

/** Returns the response to a request for one alert. Lists omit the chart (docs/internals/api-behavior.md 6.1). */
function echoWhole(alert: StoredAlert, scope: Scope): Record<string, unknown> {
  const chartConfig =
    hasNewAlerts(scope) && alert.chartConfig ? echoChart(alert.chartConfig, scope.serverVersion) : undefined;
  return { ...echoAlert(alert, scope), ...(chartConfig && { chartConfig }) };
}

type Naming = Pick<StoredAlert, "displayName" | "tags">;

/**
 * Returns the name and the tags that a write stores. Missing values come from the watched object
 * (docs/internals/api-behavior.md 6.2). A deployment without names and tags keeps the stored ones.
 */
function writtenNaming(body: AlertRequestBody, target: StoredAlertTarget, scope: Scope, stored?: StoredAlert): Naming {
  if (!hasNewAlerts(scope)) {
    return { displayName: stored?.displayName, tags: stored?.tags };
  }
  const derived = derivedNaming(target, scope.store);
  return { displayName: body.displayName ?? derived.displayName, tags: body.tags ?? derived.tags };
}

/** Returns the name and the tags of a response, also for alerts that were stored without them. */
function shownNaming(alert: StoredAlert, store: Store): Naming {
  const derived = derivedNaming(alert, store);
  return { displayName: alert.displayName ?? derived.displayName ?? "Alert", tags: alert.tags ?? derived.tags ?? [] };
}

/** The name is null if the watched object has no name. */
function derivedNaming(watched: StoredAlertTarget | StoredAlert, store: Store): Naming {
  if (watched.source === "inline") {
    return { displayName: nameOf(watched.chartConfig?.name), tags: [] };
  }
  if (watched.source === "saved_search") {
    const search = store.savedSearches.get(watched.savedSearchId ?? "");
    return { displayName: nameOf(search?.name), tags: search ? [...search.tags] : null };
  }
  const dashboard = store.dashboards.get(watched.dashboardId ?? "");
  const tile = dashboard?.tiles.find(({ id }) => id === watched.tileId);
  const board = nameOf(dashboard?.name);
  const displayName = board === null ? null : `${board} - ${nameOf(tile?.name) ?? "Tile"}`.slice(0, 512);
  return { displayName, tags: dashboard ? [...(dashboard.tags ?? [])] : null };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? null : text.slice(0, 512);
}
