import { data, done, type Operation, operation, page, pageQuery, withoutTeam } from "../operation";
import { notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import { idParams } from "../validation";
import { type AlertBody, alertBody, stickyFields, targetFields, writtenFields } from "./body";
import { resolveReferences } from "./references";

/** An alert as a response shows it: which keys are null and which are absent follows docs/internals/api-behavior.md 3.7. */
export function echoAlert(alert: StoredAlert, teamId: string): Record<string, unknown> {
  const shown = {
    id: alert.id,
    source: alert.source,
    dashboardId: alert.dashboardId,
    tileId: alert.tileId,
    savedSearchId: alert.savedSearchId,
    groupBy: alert.groupBy,
    interval: alert.interval,
    scheduleOffsetMinutes: alert.scheduleOffsetMinutes,
    scheduleStartAt: alert.scheduleStartAt,
    threshold: alert.threshold,
    thresholdType: alert.thresholdType,
    thresholdMax: alert.thresholdMax,
    channel: alert.channels[0],
    channels: alert.channels,
    name: alert.name ?? null,
    message: alert.message ?? null,
    note: alert.note ?? null,
    numConsecutiveWindows: alert.numConsecutiveWindows ?? null,
    state: alert.state,
    silenced: alert.silenced,
    executionErrors: alert.executionErrors,
    teamId,
    createdAt: alert.createdAt,
    updatedAt: alert.updatedAt,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

const forbidden = withoutTeam.json;

const show = (alert: StoredAlert, scope: Scope) => data(echoAlert(alert, scope.store.state.team.id));

/** Alerts (docs/internals/api-behavior.md 3.6 to 3.10). */
export const alertOperations: Operation[] = [
  operation({
    method: "get",
    path: "/alerts",
    forbidden,
    query: pageQuery,
    run: (scope, { query }) =>
      page(scope.store.alerts.byId(), query, (alert) => echoAlert(alert, scope.store.state.team.id)),
  }),
  operation({
    method: "post",
    path: "/alerts",
    forbidden,
    body: alertBody,
    run: (scope, { body }) => show(create(scope, body), scope),
  }),
  operation({
    method: "get",
    path: "/alerts/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => show(find(scope, params.id), scope),
  }),
  operation({
    method: "put",
    path: "/alerts/:id",
    forbidden,
    params: idParams,
    body: alertBody,
    run: (scope, { params, body }) => show(update(scope, params.id, body), scope),
  }),
  operation({
    method: "delete",
    path: "/alerts/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      scope.store.alerts.remove(find(scope, params.id).id);
      return done;
    },
  }),
];

function find(scope: Scope, id: string): StoredAlert {
  const alert = scope.store.alerts.get(id);
  if (!alert) throw notFound("Alert not found");
  return alert;
}

function create(scope: Scope, body: AlertBody): StoredAlert {
  const { store } = scope;
  const target = resolveReferences(body, store);
  const at = scope.now().toISOString();
  return store.alerts.add({
    id: store.newId(),
    ...targetFields(target),
    ...writtenFields(body),
    ...stickyFields(body, {}),
    state: "OK",
    createdAt: at,
    updatedAt: at,
  });
}

/** References are checked before the alert is looked up: a bad one returns 400 even when the alert is gone. */
function update(scope: Scope, id: string, body: AlertBody): StoredAlert {
  const { store } = scope;
  const target = resolveReferences(body, store);
  const stored = find(scope, id);
  const kept = scope.switches.groupBySticky && stored.source === target.source ? stored.groupBy : undefined;
  return store.alerts.put({
    id: stored.id,
    ...targetFields(target, kept),
    ...writtenFields(body),
    ...stickyFields(body, stored),
    state: stored.state,
    silenced: stored.silenced,
    executionErrors: stored.executionErrors,
    createdAt: stored.createdAt,
    updatedAt: scope.now().toISOString(),
  });
}
