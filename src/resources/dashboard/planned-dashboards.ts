import { ClientError } from "../../client/errors";
import type { Fields } from "../../declaration/field";
import type { Diagnostic, ObjectValue } from "../../plugin";
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
 * What one plan decides about dashboards, and about the alerts that watch their tiles. Terraform plans the two in either order unless one
 * refers to the other, so that whichever comes second finds what does not go together.
 */
export class PlannedDashboards {
  readonly #plans = new Map<string, DashboardPlan>();
  readonly #watchers = new Map<string, Watcher[]>();

  set(dashboardId: string, plan: DashboardPlan): void {
    this.#plans.set(dashboardId, plan);
  }

  /** The plan of a dashboard, or undefined when this process has not planned it. */
  of(dashboardId: string): DashboardPlan | undefined {
    return this.#plans.get(dashboardId);
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
  if (!tile) return undefined;
  if (!after)
    return {
      reason: "This plan destroys the dashboard.",
      summary: "This plan destroys the dashboard that the alert watches",
      detail: `The server would delete the alert with it. ${FIX}`,
    };
  const planned = after.get(tileId);
  if (!planned)
    return {
      reason: `This plan removes the tile "${tile.key}".`,
      summary: `This plan removes the tile "${tile.key}", which the alert watches`,
      detail: `The server would delete the alert with it. ${FIX}`,
    };
  const problem = alertProblem(planned.config);
  if (!problem || alertProblem(tile.config)) return undefined;
  return {
    reason: `This plan changes the tile "${tile.key}" so that no alert can watch it: ${problem.summary}.`,
    summary: `This plan changes the tile "${tile.key}" so that no alert can watch it`,
    detail: `${problem.summary}. ${problem.detail} ${FIX}`,
  };
}

const FIX = "Fix: remove the alert too, or let it watch another tile.";

/**
 * Warns of alerts on the server that no state holds, as far as this run can see, and that the planned change of a dashboard deletes with
 * their tiles (docs/internals/api-behavior.md 3.10). Asks nothing while no tile goes that an alert can watch.
 */
export async function unmanagedAlertsLost(
  state: ObjectValue,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const dashboardId = String(state.id);
  const plan = session.plannedDashboards.of(dashboardId);
  if (!plan || ![...plan.before.keys()].some((tileId) => lossOf(plan, tileId))) return [];
  const lost = async () => {
    const alerts = await session.client.alerts.readAll({ signal });
    return alerts.flatMap((alert) => {
      const loss = alert.dashboardId === dashboardId ? lossOf(plan, String(alert.tileId)) : undefined;
      return loss && !session.managed.has("clickstack_alert", alert.id) ? [{ alert, loss }] : [];
    });
  };
  try {
    if ((await lost()).length === 0) return [];
    await session.managed.settled(signal);
    return (await lost()).map(({ alert, loss }) => ({
      severity: "warning",
      summary: `The server will delete the alert ${alert.name ? `"${alert.name}" (${alert.id})` : alert.id}`,
      detail:
        `${loss.reason} The server deletes the alerts on it as well. So far nothing in this plan manages this alert: ` +
        "unless the plan itself moves or destroys it, it is lost.\nFix: to keep the alert, keep its tile, or let the alert watch another tile first.",
      ...(plan.after && { path: ["tiles"] }),
    }));
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return [
      {
        severity: "warning",
        summary: "The alerts on this dashboard could not be listed",
        detail: `Tiles are deleted or changed, and with them every alert on them. Which alerts those are is not known: ${error.message}`,
      },
    ];
  }
}
