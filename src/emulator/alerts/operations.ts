import { data, done, type Operation, operation, page, pageQuery, withoutTeam } from "../operation";
import { notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import { idParams } from "../validation";
import { type AlertBody, alertBody, isOfSeptember, stickyFields, targetFields, writtenFields } from "./body";
import { echoAlert, echoWhole } from "./echo";
import { writtenNaming } from "./naming";
import { type AlertTarget, resolveReferences } from "./references";

const forbidden = withoutTeam.json;

const show = (alert: StoredAlert, scope: Scope) => data(echoWhole(alert, scope));

/** Alerts (docs/internals/api-behavior.md 3.6 to 3.10). */
export const alertOperations: Operation[] = [
  operation({
    method: "get",
    path: "/alerts",
    forbidden,
    query: pageQuery,
    run: (scope, { query }) => page(scope.store.alerts.byId(), query, (alert) => echoAlert(alert, scope)),
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
    ...namingOf(body, target, scope),
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
    ...namingOf(body, target, scope, stored),
    ...writtenFields(body),
    ...stickyFields(body, stored),
    state: stored.state,
    silenced: stored.silenced,
    executionErrors: stored.executionErrors,
    createdAt: stored.createdAt,
    updatedAt: scope.now().toISOString(),
  });
}

/** A deployment that knows no names and tags leaves alone what is there. */
function namingOf(body: AlertBody, target: AlertTarget, scope: Scope, stored?: StoredAlert) {
  if (isOfSeptember(scope)) return writtenNaming(body, target, scope.store);
  return stored && { displayName: stored.displayName, tags: stored.tags };
}
