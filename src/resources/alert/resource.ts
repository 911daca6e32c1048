import { ApiError } from "../../client/errors";
import { isPresent } from "../../declaration/field";
import { withOtherFields } from "../../declaration/other-fields";
import {
  type Diagnostic,
  DiagnosticError,
  isUnknown,
  type ObjectValue,
  type Resource,
  UNKNOWN,
  valuesEqual,
} from "../../plugin";
import { stateOf } from "../handlers/crud-resource";
import { keepOtherFields, type Sent, sendWithOtherFields } from "../handlers/other-fields";
import { reportFailure } from "../handlers/report-failure";
import { schemaOf } from "../handlers/schema";
import type { Session } from "../handlers/session";
import { locateInBody, objectFromTerraform } from "../handlers/terraform-form";
import { checkDeployment, validateConfig } from "../handlers/validate-config";
import type { AlertRecord } from "./api";
import type { AlertDeclaration } from "./declaration";
import { ALERT, createBody, observedAlert, updateBody } from "./mapping";
import { checkAlertableTile, checkLoss, tileWatchOf } from "./plan-checks";

const locate = locateInBody(ALERT);

/** The attributes that say what an alert watches. */
const WATCHED = ["source", "dashboard_id", "tile_id", "saved_search_id"];

/** `clickstack_alert`: an alert on a dashboard tile or a saved search (docs/internals/api-behavior.md 3.7 to 3.9). */
export const alertResource: Resource<Session> = {
  schema: schemaOf(ALERT, "A ClickStack alert, on a tile of a dashboard or on a saved search."),

  validate: ({ config }) => validateConfig(ALERT, config),

  async modifyPlan({ plan, state }, { client: session, signal }) {
    if (!session) return {};
    const watch = tileWatchOf(plan);
    if (watch) session.plannedDashboards.watch(watch.dashboardId, { title: titleOf(declaredOf(plan)), ...watch });
    if (state && valuesEqual(state, plan)) return { diagnostics: watch ? checkLoss(watch, session) : [] };
    const moves = state !== null && WATCHED.some((name) => !valuesEqual(state[name] ?? null, plan[name] ?? null));
    const ungrouped = state !== null && losesGrouping(state, plan);
    const diagnostics = await problemsOfTile(plan, session, signal);
    return {
      // What it watched before may go in the same apply, and the server deletes the alert with it (docs/internals/api-behavior.md 3.10).
      plan: { ...keepOtherFields(ALERT, plan, state), ...((moves || ungrouped) && { id: UNKNOWN }) },
      diagnostics: [
        ...checkDeployment(ALERT, plan, session),
        ...diagnostics,
        ...(ungrouped ? [groupingMayReplace] : []),
      ],
    };
  },

  async create({ plan }, { client: session, signal }) {
    await refuseUnlessAlertable(plan, session, signal);
    const declared = declaredOf(plan);
    const record = await reportFailure(
      `create the alert ${titleOf(declared)}`,
      () => session.client.alerts.create(createBody(declared), { signal, takeOver: session.takeOver }),
      locate,
    );
    return { state: stateOf(ALERT, observedAlert(record)) };
  },

  expectRead: ({ state }, { client: session }) => session?.client.alerts.expectRead(String(state.id)),

  async read({ state }, { client: session, signal }) {
    const id = String(state.id);
    const record = await reportFailure(`read the alert ${id}`, () => session.client.alerts.read(id, { signal }));
    return record ? { state: stateOf(ALERT, observedAlert(record)) } : null;
  },

  async update({ plan, state }, { client: session, signal }) {
    await refuseUnlessAlertable(plan, session, signal);
    const declared = declaredOf(plan);
    const { record, diagnostics } = await reportFailure(
      `update the alert ${titleOf(declared)}`,
      () => updateOrReplace(String(state.id), declared, isUnknown(plan.id), session, signal),
      locate,
    );
    return { state: stateOf(ALERT, observedAlert(record)), ...(diagnostics && { diagnostics }) };
  },

  async delete({ state }, { client: session, signal }) {
    const id = String(state.id);
    await reportFailure(`delete the alert ${id}`, () => session.client.alerts.delete(id, { signal }));
  },

  async import({ id }) {
    return { state: { id } };
  },
};

/** The plan could not check a tile whose id was still unknown. */
async function refuseUnlessAlertable(plan: ObjectValue, session: Session, signal: AbortSignal): Promise<void> {
  const diagnostics = await problemsOfTile(plan, session, signal);
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
}

async function problemsOfTile(
  plan: ObjectValue,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const watch = tileWatchOf(plan);
  if (!watch) return [];
  return reportFailure("check the tile of the alert", () => checkAlertableTile(watch, session, signal));
}

/**
 * An alert that moves is created again when the server has deleted it together with what it watched. One that loses its grouping is
 * replaced where the server keeps the grouping (docs/internals/api-behavior.md 3.9).
 */
async function updateOrReplace(
  id: string,
  declared: AlertDeclaration,
  mayBeNew: boolean,
  { client: { alerts } }: Session,
  signal: AbortSignal,
): Promise<Sent<AlertRecord>> {
  const create = async () => ({ record: await alerts.create(createBody(declared), { signal }) });
  const body = updateBody(declared);
  try {
    const sent = await sendWithOtherFields(withOtherFields(body, declared.otherFields), body, (each) =>
      alerts.update(id, each, { signal }),
    );
    if (!mayBeNew || !isPresent(sent.record.groupBy) || isPresent(declared.groupBy)) return sent;
  } catch (error) {
    if (!mayBeNew || !(error instanceof ApiError) || !error.isNotFound) throw error;
    return create();
  }
  await alerts.delete(id, { signal });
  return create();
}

/** The alert stays on its saved search and is no longer grouped. */
function losesGrouping(state: ObjectValue, plan: ObjectValue): boolean {
  const kept = valuesEqual(state.saved_search_id ?? null, plan.saved_search_id ?? null);
  return kept && isPresent(state.group_by) && !isPresent(plan.group_by);
}

const groupingMayReplace: Diagnostic = {
  severity: "warning",
  summary: "An older server replaces this alert to clear its grouping",
  detail:
    "Older servers keep group_by when it is left out. There the alert is deleted and created again, with a new id and without its " +
    "history. Other servers clear it in place.",
  path: ["group_by"],
};

function declaredOf(plan: ObjectValue): AlertDeclaration {
  return objectFromTerraform(ALERT, plan) as AlertDeclaration;
}

function titleOf({ name, source, tileId, savedSearchId }: AlertDeclaration): string {
  if (name) return `"${name}"`;
  return source === "saved_search" ? `on the saved search ${savedSearchId}` : `on the tile ${tileId}`;
}
