import { ApiError } from "../../client/http/errors";
import { isPresent } from "../../declaration/field";
import { withOtherFields } from "../../declaration/other-fields";
import { referencesIn } from "../../declaration/references";
import {
  type Diagnostic,
  isUnknownValue,
  type ObjectValue,
  type Resource,
  UNKNOWN,
  valuesEqual,
  warning,
} from "../../plugin";
import { plannedDashboards } from "../dashboard/planned-dashboards";
import { readableHandlers, toResourceState } from "../shared/crud-resource";
import { lookUpsOf } from "../shared/look-up";
import { keepOtherFields, type Sent, sendWithOtherFields } from "../shared/other-fields";
import { reportFailure, throwErrors } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { locateInBody, objectFromTerraform } from "../shared/terraform-form";
import { assertDeployment, checkDeployment } from "../shared/validate-config";
import { type AlertRecord, alertApi, channelsOf } from "./api";
import { type AlertDeclaration, alertLookup, alertsLookup } from "./declaration";
import { ALERT_SHAPE, alertCreateBody, alertUpdateBody, observedAlert } from "./mapping";
import { checkAlertableTile, checkLoss, checkOwnGroup, tileWatchOf } from "./plan-checks";
import { chartNameIn } from "./title";

const locate = locateInBody(ALERT_SHAPE);

const WATCHED = ["source", "dashboard_id", "tile_id", "saved_search_id"];

/** An alert on a tile, a saved search or its own chart (docs/internals/api-behavior.md 3.7 to 3.9, 6). */
export const alertResource: Resource<Session> = {
  ...readableHandlers(
    {
      api: alertApi,
      shape: ALERT_SHAPE,
      description: "A ClickStack alert on a dashboard tile, a saved search, or an inline chart.",
      collection: ({ client }) => client.collection(alertApi),
    },
    (record, before) => stateOf(record, declaredOf(before)),
  ),

  async modifyPlan({ config, plan, state }, { session, signal }) {
    const watch = tileWatchOf(plan);
    if (session) {
      noteReferences(plan, state, session);
    }
    if (state && valuesEqual(state, plan)) {
      return { diagnostics: watch && session ? checkLoss(watch, session) : [] };
    }
    const moves = state !== null && WATCHED.some((name) => !valuesEqual(state[name] ?? null, plan[name] ?? null));
    const ungrouped = state !== null && losesGrouping(state, plan);
    const checks = session
      ? [
          ...checkDeployment(ALERT_SHAPE, config, session),
          ...(await problemsOfTile(plan, { session, signal })),
          ...checkOwnGroup(plan),
        ]
      : [];
    const renamed = moves || !valuesEqual(chartNameIn(state), chartNameIn(plan));
    return {
      // The same apply may delete the object that the alert watched, and the server deletes the alert with this object
      // (docs/internals/api-behavior.md 3.10).
      plan: {
        ...keepOtherFields(ALERT_SHAPE, plan, state),
        ...((moves || ungrouped) && { id: UNKNOWN }),
        ...(state && renamed && leftToServer(config)),
      },
      diagnostics: [...checks, ...(ungrouped ? [groupingMayReplace] : []), ...hiddenChart(state)],
    };
  },

  async create({ config, plan }, { session, signal }) {
    await refuseWhatPlanCouldNot({ config, plan }, { session, signal });
    const declared = declaredOf(plan);
    const record = await reportFailure(
      `create the alert ${titleOf(declared)}`,
      () =>
        session.client.collection(alertApi).create(alertCreateBody(declared, session.client.observability), {
          signal,
          adopts: session.adopts,
        }),
      locate,
    );
    return { state: stateOf(record, declared) };
  },

  async update({ config, plan, state }, { session, signal }) {
    await refuseWhatPlanCouldNot({ config, plan }, { session, signal });
    const declared = declaredOf(plan);
    const { record, diagnostics } = await reportFailure(
      `update the alert ${titleOf(declared)}`,
      () => updateOrReplace(String(state.id), declared, isUnknownValue(plan.id), { session, signal }),
      locate,
    );
    return { state: stateOf(record, declared), ...(diagnostics && { diagnostics }) };
  },
};

/** Repeats the checks that the plan could not do while the tile id or provider arguments were unknown. */
async function refuseWhatPlanCouldNot(
  { config, plan }: { readonly config: ObjectValue; readonly plan: ObjectValue },
  call: Call,
): Promise<void> {
  assertDeployment(ALERT_SHAPE, config, call.session);
  throwErrors(await problemsOfTile(plan, call));
}

/** Notes the objects that the planned alert refers to, for the plans of these objects. */
function noteReferences(plan: ObjectValue, state: ObjectValue | null, session: Session): void {
  if (state) {
    const references = referencesIn(ALERT_SHAPE, declaredOf(plan)).map(({ value }) => value);
    session.managed.refers(
      String(state.id),
      references.filter((id) => typeof id === "string"),
    );
  }
  const watch = tileWatchOf(plan);
  if (watch) {
    const { watchers } = plannedDashboards(session);
    const watcher = { title: () => titleOf(declaredOf(plan)), ...watch };
    watchers.set(watch.dashboardId, [...(watchers.get(watch.dashboardId) ?? []), watcher]);
  }
}

async function problemsOfTile(plan: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  const watch = tileWatchOf(plan);
  return watch ? reportFailure("check the tile of the alert", () => checkAlertableTile(watch, call)) : [];
}

/**
 * Updates an alert, or creates it again. An alert that moves is created again if the server deleted it with its watched
 * object. An alert that loses its grouping is replaced if the server would keep the grouping
 * (docs/internals/api-behavior.md 3.9).
 */
async function updateOrReplace(
  id: string,
  declared: AlertDeclaration,
  mayBeNew: boolean,
  { session, signal }: Call,
): Promise<Sent<AlertRecord>> {
  const { observability } = session.client;
  const alerts = session.client.collection(alertApi);
  const create = async () => ({ record: await alerts.create(alertCreateBody(declared, observability), { signal }) });
  const body = alertUpdateBody(declared, observability);
  try {
    const sent = await sendWithOtherFields(withOtherFields(body, declared.otherFields), body, (each) =>
      alerts.update(id, each, { signal }),
    );
    if (!mayBeNew || !isPresent(sent.record.groupBy) || isPresent(declared.groupBy)) {
      return sent;
    }
  } catch (error) {
    if (!mayBeNew || !(error instanceof ApiError) || error.kind !== "not_found") {
      throw error;
    }
    return create();
  }
  await alerts.delete(id, { signal });
  return create();
}

/**
 * Returns unknown values for attributes that the server derives from the watched object where the configuration leaves
 * them out (docs/internals/api-behavior.md 6.2).
 */
function leftToServer(config: ObjectValue): ObjectValue {
  const left = ["display_name", "tags"].filter((name) => !isPresent(config[name]));
  return Object.fromEntries(left.map((name) => [name, UNKNOWN]));
}

/** Warns before an update that replaces a chart that the API cannot express (docs/internals/api-behavior.md 6.1). */
function hiddenChart(state: ObjectValue | null): readonly Diagnostic[] {
  if (state?.source !== "inline" || isPresent(state.chart_config)) {
    return [];
  }
  return [
    warning(
      "The server does not show the chart of the alert",
      `The UI stored settings in the chart of the alert ${titleOf(declaredOf(state))} that the API cannot express, such as a limit or a granularity. This update replaces the chart by the declared one.`,
      ["chart_config"],
    ),
  ];
}

/** Returns true when the alert stays on its saved search and is no longer grouped. */
function losesGrouping(state: ObjectValue, plan: ObjectValue): boolean {
  const kept = valuesEqual(state.saved_search_id ?? null, plan.saved_search_id ?? null);
  return kept && isPresent(state.group_by) && !isPresent(plan.group_by);
}

const groupingMayReplace: Diagnostic = warning(
  "An older server replaces this alert to clear its grouping",
  "Older servers keep group_by when it is left out. There the alert is deleted and created again, with a new id and without its " +
    "history. Other servers clear it in place.",
  ["group_by"],
);

function stateOf(record: AlertRecord, declared: AlertDeclaration): ObjectValue {
  return toResourceState(ALERT_SHAPE, observedAlert(record, declared));
}

function declaredOf(plan: ObjectValue): AlertDeclaration {
  return objectFromTerraform(ALERT_SHAPE, plan) as AlertDeclaration;
}

function titleOf({ name, displayName, source, tileId, savedSearchId, chartConfig }: AlertDeclaration): string {
  const title = name ?? (source === "inline" ? (displayName ?? chartConfig?.name) : undefined);
  if (typeof title === "string" && title !== "") {
    return `"${title}"`;
  }
  if (source === "inline") {
    return "on an inline chart";
  }
  return source === "saved_search" ? `on the saved search ${savedSearchId}` : `on the tile ${tileId}`;
}

/** Look-ups of alerts (docs/internals/api-behavior.md 3.7). */
export const alertLookUps = lookUpsOf(alertLookup, alertsLookup, {
  api: alertApi,
  facts: alertFacts,
  describe: ({ state }) => `state ${String(state)}`,
});

function alertFacts(record: AlertRecord) {
  const { id, name, state, silenced, executionErrors, createdAt, updatedAt } = record;
  return {
    ...observedAlert(record),
    id,
    // An alert without a name is found by its id only.
    name: name ?? "",
    webhookIds: channelsOf(record).map(({ webhookId }) => webhookId),
    ...{ state, silenced, executionErrors, createdAt, updatedAt },
  };
}
