import { type Diagnostic, isUnknown, type ObjectValue } from "../plugin";
import { alertProblem } from "../schema/tile-config";
import { tileConfigsOf } from "./observed-dashboard";
import type { Session } from "./session";

/**
 * Refuses an alert on a tile that cannot alert: the server refuses it at apply, or takes it and deletes it silently at the next
 * dashboard update (facts/api.md 3.8). Says nothing while an id is unknown.
 */
export async function checkAlertableTile(
  alert: ObjectValue,
  session: Session,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const { source, dashboard_id: dashboardId, tile_id: tileId } = alert;
  if (source !== "tile" || isUnknown(dashboardId) || isUnknown(tileId)) return [];
  const tiles =
    session.plannedTiles.of(String(dashboardId)) ?? (await storedConfigs(String(dashboardId), session, signal));
  if (!tiles)
    return [
      refusal(
        "dashboard_id",
        "There is no such dashboard",
        `The server has no dashboard with the id ${String(dashboardId)}.`,
      ),
    ];
  const config = tiles.get(String(tileId));
  if (config === undefined) {
    return [
      refusal(
        "tile_id",
        "There is no such tile",
        `The dashboard ${String(dashboardId)} has no tile with the id ${String(tileId)}.`,
      ),
    ];
  }
  const problem = alertProblem(config);
  return problem ? [refusal("tile_id", problem.summary, problem.detail)] : [];
}

async function storedConfigs(dashboardId: string, session: Session, signal: AbortSignal) {
  const record = await session.client.dashboards.read(dashboardId, { signal });
  return record && tileConfigsOf(record);
}

function refusal(attribute: string, summary: string, detail: string): Diagnostic {
  return { severity: "error", summary, detail, path: [attribute] };
}
