import { attributeName, isPresent } from "../../declaration/field";
import { type Diagnostic, isUnknownValue, type ObjectValue } from "../../plugin";
import { tileConfigsOf } from "../dashboard/mapping";
import { lossOf, plannedDashboards } from "../dashboard/planned-dashboards";
import { findAlertProblem } from "../dashboard/tiles/tile-config";
import { reportFailure } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { ALERT_SHAPE } from "./mapping";

/** The known part of a planned alert on a tile. */
interface TileWatch {
  readonly dashboardId: string;
  readonly tileId: string;
}

/** Returns the tile that a planned alert watches; undefined unless it is a tile with known ids. */
export function tileWatchOf({
  source,
  dashboard_id: dashboardId,
  tile_id: tileId,
}: ObjectValue): TileWatch | undefined {
  if (source !== "tile" || isUnknownValue(dashboardId) || isUnknownValue(tileId)) {
    return undefined;
  }
  return { dashboardId: String(dashboardId), tileId: String(tileId) };
}

/** Refuses an alert that this plan would delete with its tile. Sends no request. */
export function checkLoss({ dashboardId, tileId }: TileWatch, session: Session): readonly Diagnostic[] {
  const plan = plannedDashboards(session).of(dashboardId);
  const loss = plan && lossOf(plan, tileId);
  return loss ? [refusal("tile_id", loss.summary, loss.detail)] : [];
}

/**
 * Refuses an alert on a tile that cannot alert. The server refuses it in the apply, or accepts it and deletes it
 * silently at the next dashboard update (docs/internals/api-behavior.md 3.8).
 */
export async function checkAlertableTile(
  { dashboardId, tileId }: TileWatch,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const loss = checkLoss({ dashboardId, tileId }, session);
  if (loss.length > 0) {
    return loss;
  }
  const planned = plannedDashboards(session).of(dashboardId)?.after;
  const tiles = planned
    ? new Map([...planned].map(([id, { config }]) => [id, config]))
    : await storedConfigs(dashboardId, { session, signal });
  if (!tiles) {
    return [
      refusal(
        "dashboard_id",
        "The dashboard does not exist",
        `The server has no dashboard with the id ${dashboardId}.`,
      ),
    ];
  }
  const config = tiles.get(tileId);
  if (config === undefined) {
    return [
      refusal("tile_id", "The tile does not exist", `The dashboard ${dashboardId} has no tile with the id ${tileId}.`),
    ];
  }
  const problem = findAlertProblem(config);
  return problem ? [refusal("tile_id", problem.summary, problem.detail)] : [];
}

/** Attributes that servers support since September 2026 (docs/internals/api-behavior.md 6). */
const OF_SEPTEMBER = Object.values(ALERT_SHAPE.fields)
  .filter(({ meta }) => meta.openSourceOnly)
  .map(attributeName);

/** Refuses attributes that an older open-source server would drop silently, or refuse in the apply. */
export async function checkServerAge(config: ObjectValue, { session, signal }: Call): Promise<readonly Diagnostic[]> {
  const declared = OF_SEPTEMBER.filter((name) => isPresent(config[name]));
  const [first] = declared;
  if (first === undefined || session.client.observability !== "open_source") {
    return [];
  }
  const isNew = await reportFailure("ask how new the server is", () => session.client.alerts.isOfSeptember({ signal }));
  if (isNew !== false) {
    return [];
  }
  return [
    refusal(
      first,
      `This server does not support ${declared.join(", ")}`,
      `Alerts have ${OF_SEPTEMBER.join(", ")} since September 2026, and the server is older. It would drop or refuse them.\nFix: Update the server, or leave ${declared.length > 1 ? "them" : "it"} out.`,
    ),
  ];
}

async function storedConfigs(dashboardId: string, { session, signal }: Call) {
  const record = await session.client.dashboards.read(dashboardId, { signal });
  return record && tileConfigsOf(record);
}

function refusal(attribute: string, summary: string, detail: string): Diagnostic {
  return { severity: "error", summary, detail, path: [attribute] };
}
