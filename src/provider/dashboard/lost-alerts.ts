import { type AttributePath, type Diagnostic, isUnknown, type ObjectValue } from "../../plugin";
import type { Fields } from "../../schema/field";
import { ownValue } from "../../schema/own-property";
import { shapeOf } from "../../schema/shape";
import { tileConfig } from "../../schema/tile-config";
import type { Session } from "../session";
import { fromTerraform } from "../terraform-form";
import { lossOf, type PlannedTiles } from "./planned-dashboards";

const CONFIG = shapeOf(tileConfig);

/** A dashboard that stays as it is, or that was just written, takes no alert away. */
export function keepAlerts(state: ObjectValue, session: Session): void {
  const tiles = tilesOf(state);
  session.plannedDashboards.set(String(state.id), { before: tiles, after: tiles });
}

/** Refuses a change that would take its tile from an alert which was planned already. Those planned later find out themselves. */
export function alertsLostBy(state: ObjectValue, plan: ObjectValue, session: Session): readonly Diagnostic[] {
  if (isUnknown(plan.tiles)) return [];
  session.plannedDashboards.set(String(state.id), { before: tilesOf(state), after: tilesOf(plan) });
  return losses(String(state.id), ["tiles"], session);
}

/** Refuses to destroy a dashboard while an alert stays that watches it. */
export function alertsLostWith(state: ObjectValue, session: Session): readonly Diagnostic[] {
  session.plannedDashboards.set(String(state.id), { before: tilesOf(state), after: undefined });
  return losses(String(state.id), undefined, session);
}

function losses(dashboardId: string, path: AttributePath | undefined, session: Session): readonly Diagnostic[] {
  const plan = session.plannedDashboards.of(dashboardId);
  return session.plannedDashboards.watchersOf(dashboardId).flatMap(({ tileId, title }) => {
    const loss = plan && lossOf(plan, tileId);
    if (!loss) return [];
    const detail = `This is about the alert ${title}. ${loss.detail}`;
    return [{ severity: "error", summary: loss.summary, detail, ...(path && { path }) } as const];
  });
}

/** The tiles whose ids are known. */
function tilesOf({ tiles, tile_ids: tileIds }: ObjectValue): PlannedTiles {
  const entries = Object.entries((tiles ?? {}) as ObjectValue).flatMap(([key, tile]) => {
    const id = ownValue((tileIds ?? {}) as ObjectValue, key);
    if (typeof id !== "string") return [];
    const config = isUnknown(tile) ? tile : ((tile as ObjectValue | null)?.config ?? null);
    const known = isUnknown(config) ? {} : ((fromTerraform(CONFIG, config) ?? {}) as Fields);
    return [[id, { key, config: known }] as const];
  });
  return new Map(entries);
}
