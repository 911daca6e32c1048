import type { DeclaredFields } from "../../declaration/field";
import { shapeOf } from "../../declaration/shape";
import { ownValue } from "../../own-values";
import { type Diagnostic, isUnknownValue, type ObjectValue, problem } from "../../plugin";
import type { Session } from "../shared/session";
import { fromTerraform } from "../shared/terraform-form";
import { lossOf, type PlannedTiles, plannedDashboards } from "./planned-dashboards";
import { tileConfigField } from "./tiles/tile-config";

const CONFIG = shapeOf(tileConfigField);

/** Notes that a dashboard loses no alert, because the plan does not change it or it was just written. */
export function keepAlerts(state: ObjectValue, session: Session): void {
  const tiles = tilesOf(state);
  plannedDashboards(session).plans.set(String(state.id), { before: tiles, after: tiles });
}

/** Refuses to remove the tile of an alert that was planned earlier. Alerts that are planned later check this. */
export function alertsLostBy(state: ObjectValue, plan: ObjectValue, session: Session): readonly Diagnostic[] {
  return isUnknownValue(plan.tiles) ? [] : losses(state, tilesOf(plan), session);
}

/** Refuses to destroy a dashboard while the plan keeps an alert that watches it. */
export function alertsLostWith(state: ObjectValue, session: Session): readonly Diagnostic[] {
  return losses(state, undefined, session);
}

/** @param after undefined if the dashboard is destroyed */
function losses(state: ObjectValue, after: PlannedTiles | undefined, session: Session): readonly Diagnostic[] {
  const { plans, watchers } = plannedDashboards(session);
  const dashboardId = String(state.id);
  const plan = { before: tilesOf(state), after };
  plans.set(dashboardId, plan);
  return (watchers.get(dashboardId) ?? []).flatMap(({ tileId, title }) => {
    const loss = lossOf(plan, tileId);
    return loss ? [problem(loss.summary, `The alert is ${title()}. ${loss.detail}`, after && ["tiles"])] : [];
  });
}

/** Returns the tiles with known ids. */
function tilesOf({ tiles, tile_ids: tileIds }: ObjectValue): PlannedTiles {
  const entries = Object.entries((tiles ?? {}) as ObjectValue).flatMap(([key, tile]) => {
    const id = ownValue((tileIds ?? {}) as ObjectValue, key);
    if (typeof id !== "string") {
      return [];
    }
    const config = isUnknownValue(tile) ? tile : ((tile as ObjectValue | null)?.config ?? null);
    const known = isUnknownValue(config) ? {} : ((fromTerraform(CONFIG, config) ?? {}) as DeclaredFields);
    return [[id, { key, config: known }] as const];
  });
  return new Map(entries);
}
