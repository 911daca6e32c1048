import type { StoredDashboard, StoredTile } from "../state";
import type { Store } from "../store";

const alertable = new Set(["line", "stacked_bar", "number"]);

/** Whether a tile is of a kind that alerts make sense on (docs/internals/api-behavior.md 3.8). */
const isAlertable = (tile: StoredTile): boolean =>
  alertable.has(String(tile.config.displayType)) && tile.config.configType !== "promql";

/** Deletes the alerts of tiles that are gone or are of a kind without alerts (docs/internals/api-behavior.md 3.10). */
export function dropOrphanedAlerts(dashboard: StoredDashboard, store: Store): void {
  const kept = new Set(dashboard.tiles.filter(isAlertable).map((tile) => tile.id));
  store.alerts.removeWhere(
    (alert) => alert.source === "tile" && alert.dashboardId === dashboard.id && !kept.has(alert.tileId ?? ""),
  );
}

/** Deletes a dashboard with its tile alerts. Whether there was one. */
export function deleteDashboard(id: string, store: Store): boolean {
  const dashboard = store.dashboards.get(id);
  if (!dashboard) return false;
  store.dashboards.remove(id);
  store.alerts.removeWhere((alert) => alert.source === "tile" && alert.dashboardId === dashboard.id);
  return true;
}
