import { ClientError } from "../../client/http/errors";
import type { Fields } from "../../declaration/field";
import { type Diagnostic, DiagnosticError, type ObjectValue } from "../../plugin";
import type { AlertRecord } from "../alert/api";
import { quoted } from "../handlers/report-failure";
import type { Call } from "../handlers/session";
import { type AlertProblem, alertProblem } from "./tiles/tile-config";

/** A tile in a plan: its key, and what is known of its configuration. */
interface PlannedTile {
  readonly key: string;
  readonly config: Fields;
}

/** Tiles by their id, which is the server's. */
export type PlannedTiles = ReadonlyMap<string, PlannedTile>;

/** What a plan makes of a dashboard that exists. */
interface DashboardPlan {
  readonly before: PlannedTiles;
  /** Without the tiles that are new, because they have no ids yet; nothing where the dashboard is destroyed. */
  readonly after: PlannedTiles | undefined;
}

/** An alert that the plan keeps or makes. */
interface Watcher {
  /** What a message calls it; most plans have nothing to say of it. */
  readonly title: () => string;
  readonly tileId: string;
}

/**
 * What one plan decides about dashboards, and about the alerts that watch their tiles. Terraform plans the two in
 * either order unless one refers to the other, so that whichever comes second finds what does not go together.
 */
export class PlannedDashboards {
  readonly #plans = new Map<string, DashboardPlan>();
  readonly #watchers = new Map<string, Watcher[]>();
  readonly #refreshed = new Set<string>();

  set(dashboardId: string, plan: DashboardPlan): void {
    this.#plans.set(dashboardId, plan);
  }

  /** The plan of a dashboard, or undefined when this process has not planned it. */
  of(dashboardId: string): DashboardPlan | undefined {
    return this.#plans.get(dashboardId);
  }

  /** Notes that this process has read the dashboard, as a plan does and an apply does not before it plans once more. */
  refreshed(dashboardId: string): void {
    this.#refreshed.add(dashboardId);
  }

  isRefreshed(dashboardId: string): boolean {
    return this.#refreshed.has(dashboardId);
  }

  watch(dashboardId: string, watcher: Watcher): void {
    this.#watchers.set(dashboardId, [...this.watchersOf(dashboardId), watcher]);
  }

  watchersOf(dashboardId: string): readonly Watcher[] {
    return this.#watchers.get(dashboardId) ?? [];
  }
}

/** Why a plan would lose the alerts on a tile. */
interface AlertLoss extends AlertProblem {
  /** What the plan does, as a sentence. */
  readonly reason: string;
}

/** Why an alert would be lost that watches this tile: because of the plan, not of how things were before. */
export function lossOf({ before, after }: DashboardPlan, tileId: string): AlertLoss | undefined {
  const tile = before.get(tileId);
  if (!tile) {
    return undefined;
  }
  if (!after) {
    return {
      reason: "This plan destroys the dashboard.",
      summary: "This plan destroys the dashboard that the alert watches",
      detail: `The server would delete the alert with it. ${FIX}`,
    };
  }
  const planned = after.get(tileId);
  if (!planned) {
    return {
      reason: `This plan removes the tile "${tile.key}".`,
      summary: `This plan removes the tile "${tile.key}", which the alert watches`,
      detail: `The server would delete the alert with it. ${FIX}`,
    };
  }
  const problem = alertProblem(planned.config);
  if (!problem || alertProblem(tile.config)) {
    return undefined;
  }
  return {
    reason: `This plan changes the tile "${tile.key}" so that no alert can watch it: ${problem.summary}.`,
    summary: `This plan changes the tile "${tile.key}" so that no alert can watch it`,
    detail: `${problem.summary}. ${problem.detail} ${FIX}`,
  };
}

const FIX = "Fix: remove the alert too, or let it watch another tile.";

/**
 * Returns the alerts on the server that a planned change deletes with their tiles; undefined where no such tile goes.
 * Asks nothing then.
 */
async function alertsOnLostTiles(
  dashboardId: string,
  { session, signal }: Call,
): Promise<readonly LostAlert[] | undefined> {
  const plan = session.plannedDashboards.of(dashboardId);
  if (!plan || ![...plan.before.keys()].some((tileId) => lossOf(plan, tileId))) {
    return undefined;
  }
  const alerts = await session.client.alerts.readAll({ signal });
  return alerts.flatMap((alert) => {
    const loss = alert.dashboardId === dashboardId ? lossOf(plan, String(alert.tileId)) : undefined;
    return loss ? [{ alert, loss }] : [];
  });
}

/** An alert that a plan loses, and why. */
interface LostAlert {
  readonly alert: AlertRecord;
  readonly loss: AlertLoss;
}

/** What a plan says about the alerts that it loses, and what its apply has to compare. */
interface LostAlerts {
  readonly diagnostics: readonly Diagnostic[];
  /** The ids of all alerts on the lost tiles; undefined where no such tile goes or the server does not list alerts. */
  readonly seen: readonly string[] | undefined;
}

/**
 * Warns of alerts on the server that no state holds, as far as this run can see, and that the planned change of a
 * dashboard deletes with their tiles (docs/internals/api-behavior.md 3.10). Asks nothing while no tile goes that an
 * alert can watch.
 */
export async function unmanagedAlertsLost(state: ObjectValue, { session, signal }: Call): Promise<LostAlerts> {
  const dashboardId = String(state.id);
  const { managed } = session;
  const plan = session.plannedDashboards.of(dashboardId);
  try {
    const lost = await alertsOnLostTiles(dashboardId, { session, signal });
    const seen = lost?.map(({ alert }) => alert.id);
    const unmanaged = () => (lost ?? []).filter(({ alert }) => !managed.has("clickstack_alert", alert.id));
    if (unmanaged().length === 0) {
      return { diagnostics: [], seen };
    }
    await managed.settled(signal);
    const diagnostics = unmanaged().map(
      ({ alert, loss }): Diagnostic => ({
        severity: "warning",
        summary: `The server will delete the alert ${alert.name ? `"${alert.name}" (${alert.id})` : alert.id}`,
        detail:
          `${loss.reason} The server deletes the alerts on it as well. So far nothing in this plan manages this alert: ` +
          "unless the plan itself moves or destroys it, it is lost.\nFix: to keep the alert, keep its tile, or let the alert watch another tile first.",
        ...(plan?.after && { path: ["tiles"] }),
      }),
    );
    return { diagnostics, seen };
  } catch (error) {
    if (!(error instanceof ClientError)) {
      throw error;
    }
    const unlisted: Diagnostic = {
      severity: "warning",
      summary: "The alerts on this dashboard could not be listed",
      detail: `Tiles are deleted or changed, and with them every alert on them. Which alerts those are is not known: ${error.message}`,
    };
    return { diagnostics: [unlisted], seen: undefined };
  }
}

/** Refuses to delete alerts that the plan did not see, because they were created or moved to a lost tile after it. */
export async function refuseUnseenAlerts(
  { id, name }: ObjectValue,
  seen: readonly string[] | undefined,
  { session, signal }: Call,
): Promise<void> {
  if (seen === undefined || session.onStalePlan === "overwrite") {
    return;
  }
  const unseen = ((await alertsOnLostTiles(String(id), { session, signal })) ?? []).filter(
    ({ alert }) => !seen.includes(alert.id),
  );
  if (unseen.length === 0) {
    return;
  }
  const named = unseen.map(
    ({ alert, loss }) => `${alert.name ? `${quoted(alert.name)} (${alert.id})` : alert.id}: ${loss.reason}`,
  );
  throw new DiagnosticError({
    severity: "error",
    summary: `The dashboard ${quoted(String(name))} was changed after this plan was made`,
    detail:
      `The plan did not see alerts that the server would delete with their tiles. Nothing of the dashboard was changed.\n${named.join("\n")}\n` +
      'Fix: plan again, so that the plan shows the loss. To delete such alerts unseen, set on_stale_plan = "overwrite" in the provider block.',
  });
}
