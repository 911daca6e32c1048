import { type Diagnostic, isObjectValue, isUnknownValue, type ObjectValue, problem, warning } from "../../plugin";
import { dashboards } from "../dashboard/api";
import { tileConfigsOf } from "../dashboard/mapping";
import { lossOf, plannedDashboards } from "../dashboard/planned-dashboards";
import { numericGroups } from "../dashboard/tiles/numeric-group";
import { findAlertProblem } from "../dashboard/tiles/tile-config";
import type { Call, Session } from "../shared/session";

/** Returns the tile that a planned alert watches; undefined unless it is a tile with known ids. */
export function tileWatchOf({ source, dashboard_id: dashboardId, tile_id: tileId }: ObjectValue) {
  if (source !== "tile" || isUnknownValue(dashboardId) || isUnknownValue(tileId)) {
    return undefined;
  }
  return { dashboardId: String(dashboardId), tileId: String(tileId) };
}

type TileWatch = NonNullable<ReturnType<typeof tileWatchOf>>;

/** Refuses an alert that this plan would delete with its tile. Sends no request. */
export function checkLoss({ dashboardId, tileId }: TileWatch, session: Session): readonly Diagnostic[] {
  const plan = plannedDashboards(session).plans.get(dashboardId);
  const loss = plan && lossOf(plan, tileId);
  return loss ? [problem(loss.summary, loss.detail, ["tile_id"])] : [];
}

/**
 * Refuses an alert on a tile of a kind that cannot have alerts. The server refuses it in the apply, or accepts it and
 * deletes it silently at the next dashboard update (docs/internals/api-behavior.md 3.8).
 */
export async function checkAlertableTile(
  { dashboardId, tileId }: TileWatch,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const loss = checkLoss({ dashboardId, tileId }, session);
  if (loss.length > 0) {
    return loss;
  }
  const planned = plannedDashboards(session).plans.get(dashboardId)?.after;
  const stored = planned ? undefined : await session.client.collection(dashboards).read(dashboardId, { signal });
  const tiles = planned
    ? new Map([...planned].map(([id, { config }]) => [id, config]))
    : stored && tileConfigsOf(stored);
  if (!tiles) {
    const detail = `The server has no dashboard with the id ${dashboardId}.`;
    return [problem("The dashboard does not exist", detail, ["dashboard_id"])];
  }
  const config = tiles.get(tileId);
  if (config === undefined) {
    const detail = `The dashboard ${dashboardId} has no tile with the id ${tileId}.`;
    return [problem("The tile does not exist", detail, ["tile_id"])];
  }
  const refused = findAlertProblem(config);
  if (refused) {
    return [problem(refused.summary, refused.detail, ["tile_id"])];
  }
  return warnNumericGroup((config as { readonly groupBy?: unknown }).groupBy, ["tile_id"]);
}

/** Warns of an own chart, or a saved search, whose group is a number. */
export function checkOwnGroup({ group_by: groupBy, chart_config: chart }: ObjectValue): readonly Diagnostic[] {
  const chartGroupBy = isObjectValue(chart ?? null) ? (chart as ObjectValue).group_by : undefined;
  return [...warnNumericGroup(groupBy, ["group_by"]), ...warnNumericGroup(chartGroupBy, ["chart_config", "group_by"])];
}

function warnNumericGroup(groupBy: unknown, path: readonly string[]): readonly Diagnostic[] {
  const [number] = numericGroups(groupBy);
  if (number === undefined) {
    return [];
  }
  return [
    warning(
      "The alert compares the number of its group",
      `The group ${number} is a number. The server compares the last number of a row, so it compares the group in place of the value.\nFix: Group by toString(${number}).`,
      [...path],
    ),
  ];
}
