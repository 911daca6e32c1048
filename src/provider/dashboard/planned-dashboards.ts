import type { Fields } from "../../schema/field";
import { type AlertProblem, alertProblem } from "../../schema/tile-config";

/** A tile in a plan: its key, and what is known of its configuration. */
export interface PlannedTile {
  readonly key: string;
  readonly config: Fields;
}

/** Tiles by their id, which is the server's. */
export type PlannedTiles = ReadonlyMap<string, PlannedTile>;

/** What a plan makes of a dashboard that exists. */
export interface DashboardPlan {
  readonly before: PlannedTiles;
  /** Without the tiles that are new, because they have no ids yet; nothing where the dashboard is destroyed. */
  readonly after: PlannedTiles | undefined;
}

/** An alert that the plan keeps or makes. */
export interface Watcher {
  readonly title: string;
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
export interface AlertLoss extends AlertProblem {
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
