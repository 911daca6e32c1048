import { type ClientError, clientErrorOf } from "../../client/http/errors";
import type { DeclaredFields } from "../../declaration/field";
import { type Diagnostic, DiagnosticError, type ObjectValue, problem, warning } from "../../plugin";
import { remember } from "../../remember";
import { alertApi } from "../alert/api";
import { quoted } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { type AlertProblem, findAlertProblem } from "./tiles/tile-config";

/** A planned tile: its key, and the known part of its configuration. */
interface PlannedTile {
  readonly key: string;
  readonly config: DeclaredFields;
}

/** Tiles by the server's tile id. */
export type PlannedTiles = ReadonlyMap<string, PlannedTile>;

/** Planned change of an existing dashboard. */
interface DashboardPlan {
  readonly before: PlannedTiles;
  /** Without new tiles, which have no ids yet; undefined if the dashboard is destroyed. */
  readonly after: PlannedTiles | undefined;
}

/** An alert that the plan keeps or creates. */
interface Watcher {
  /** Returns the words for the alert in messages, which most plans do not need. */
  readonly title: () => string;
  readonly tileId: string;
}

/**
 * Decisions of one plan about dashboards, and about the alerts that watch their tiles. Terraform plans both in either
 * order unless one refers to the other, so the plan of the second object detects a conflict.
 */
interface PlannedDashboards {
  /** Plans of the dashboards that this process has planned, by id. */
  readonly plans: Map<string, DashboardPlan>;
  /** Alerts by the id of the dashboard that they watch. */
  readonly watchers: Map<string, readonly Watcher[]>;
  /** Ids of the dashboards that this process has read. A plan reads them; an apply plans again without a read. */
  readonly refreshed: Set<string>;
}

/** Returns the decisions of a session's plan about dashboards. */
export const plannedDashboards = remember<Session, PlannedDashboards>(() => ({
  plans: new Map(),
  watchers: new Map(),
  refreshed: new Set(),
}));

/** Reason why a plan loses the alerts on a tile. */
interface AlertLoss extends AlertProblem {
  /** A sentence that describes the change of the plan. */
  readonly reason: string;
}

/** Returns the reason why the plan loses an alert on this tile; undefined if the reason existed before the plan. */
export function lossOf({ before, after }: DashboardPlan, tileId: string): AlertLoss | undefined {
  const tile = before.get(tileId);
  if (!tile) {
    return undefined;
  }
  if (!after) {
    return deletion("This plan destroys the dashboard", " that the alert watches");
  }
  const planned = after.get(tileId);
  if (!planned) {
    return deletion(`This plan removes the tile "${tile.key}"`, ", which the alert watches");
  }
  const problem = findAlertProblem(planned.config);
  if (!problem || findAlertProblem(tile.config)) {
    return undefined;
  }
  const summary = `This plan changes the tile "${tile.key}" so that no alert can watch it`;
  const detail = `${problem.summary}. ${problem.detail} ${FIX}`;
  return { reason: `${summary}: ${problem.summary}.`, summary, detail };
}

function deletion(change: string, clause: string): AlertLoss {
  const detail = `The server would delete the alert with it. ${FIX}`;
  return { reason: `${change}.`, summary: `${change}${clause}`, detail };
}

const FIX = "Fix: Remove the alert too, or let it watch another tile.";

/**
 * Returns the alerts on the server that a planned change deletes with their tiles; undefined if it removes no such
 * tile. Sends no request in that case.
 */
async function alertsOnLostTiles(dashboardId: string, { session, signal }: Call) {
  const plan = plannedDashboards(session).plans.get(dashboardId);
  if (!plan || ![...plan.before.keys()].some((tileId) => lossOf(plan, tileId))) {
    return undefined;
  }
  const { records, incomplete } = await session.client.collection(alertApi).readShown({ signal });
  const lost = records.flatMap((alert) => {
    const loss = alert.dashboardId === dashboardId ? lossOf(plan, String(alert.tileId)) : undefined;
    return loss ? [{ alert, loss }] : [];
  });
  return { records: lost, incomplete };
}

/**
 * Warns of unmanaged alerts that the planned change of a dashboard deletes with their tiles
 * (docs/internals/api-behavior.md 3.10). This run may not know all managed alerts. Also returns the ids of all alerts
 * on the lost tiles, which the apply compares. They are undefined if the server does not list alerts, or if no tile is
 * removed that an alert can watch. In the last case no request is sent.
 */
export async function unmanagedAlertsLost(
  state: ObjectValue,
  { session, signal }: Call,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly seen: readonly string[] | undefined }> {
  const dashboardId = String(state.id);
  const { managed } = session;
  const plan = plannedDashboards(session).plans.get(dashboardId);
  try {
    const lost = await alertsOnLostTiles(dashboardId, { session, signal });
    const seen = lost?.records.map(({ alert }) => alert.id);
    const hidden = lost?.incomplete ? [notListed(lost.incomplete)] : [];
    const unmanaged = () => (lost?.records ?? []).filter(({ alert }) => !managed.has("clickstack_alert", alert.id));
    if (unmanaged().length === 0) {
      return { diagnostics: hidden, seen };
    }
    await managed.settled(signal);
    const diagnostics = unmanaged().map(
      ({ alert, loss }): Diagnostic => ({
        severity: "warning",
        summary: `The server will delete the alert ${alert.name ? `"${alert.name}" (${alert.id})` : alert.id}`,
        detail:
          `${loss.reason} The server deletes the alerts on it as well. No state that this run can see contains this alert. ` +
          "It is lost unless the plan moves or destroys it.\nFix: To keep the alert, keep its tile, or let the alert watch another tile first.",
        ...(plan?.after && { path: ["tiles"] }),
      }),
    );
    return { diagnostics: [...diagnostics, ...hidden], seen };
  } catch (error) {
    return { diagnostics: [notListed(clientErrorOf(error))], seen: undefined };
  }
}

function notListed({ message }: ClientError): Diagnostic {
  return warning(
    "Could not list the alerts on this dashboard",
    `The server deletes the alerts on deleted or changed tiles. The list of these alerts could not be read: ${message}`,
  );
}

/** Refuses to delete alerts that the plan did not see: they were created after it, or moved to a lost tile. */
export async function refuseUnseenAlerts(
  { id, name }: ObjectValue,
  seen: readonly string[] | undefined,
  { session, signal }: Call,
): Promise<void> {
  if (seen === undefined || session.onStalePlan === "overwrite") {
    return;
  }
  const lost = await alertsOnLostTiles(String(id), { session, signal });
  const unseen = (lost?.records ?? []).filter(({ alert }) => !seen.includes(alert.id));
  if (unseen.length === 0) {
    return;
  }
  const named = unseen.map(
    ({ alert, loss }) => `${alert.name ? `${quoted(alert.name)} (${alert.id})` : alert.id}: ${loss.reason}`,
  );
  throw new DiagnosticError(
    problem(
      `The dashboard ${quoted(String(name))} was changed after this plan was made`,
      `The plan did not see alerts that the server would delete with their tiles. The dashboard was not changed.\n${named.join("\n")}\n` +
        'Fix: Plan again, so that the plan shows the loss. To delete such alerts without a check, set on_stale_plan = "overwrite" in the provider block.',
    ),
  );
}
