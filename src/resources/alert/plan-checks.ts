import { attributeName, isPresent } from "../../declaration/field";
import { type Diagnostic, isUnknown, type ObjectValue } from "../../plugin";
import { tileConfigsOf } from "../dashboard/mapping";
import { lossOf } from "../dashboard/planned-dashboards";
import { alertProblem } from "../dashboard/tiles/tile-config";
import { reportFailure } from "../handlers/report-failure";
import type { Call, Session } from "../handlers/session";
import { ALERT } from "./mapping";

/** An alert on a tile, as far as its plan is known. */
interface TileWatch {
  readonly dashboardId: string;
  readonly tileId: string;
}

/** What a planned alert watches; undefined unless it is a tile whose ids are known. */
export function tileWatchOf({
  source,
  dashboard_id: dashboardId,
  tile_id: tileId,
}: ObjectValue): TileWatch | undefined {
  if (source !== "tile" || isUnknown(dashboardId) || isUnknown(tileId)) {
    return undefined;
  }
  return { dashboardId: String(dashboardId), tileId: String(tileId) };
}

/** Refuses an alert that this plan itself would take away, together with its tile. Asks nothing. */
export function checkLoss({ dashboardId, tileId }: TileWatch, session: Session): readonly Diagnostic[] {
  const plan = session.plannedDashboards.of(dashboardId);
  const loss = plan && lossOf(plan, tileId);
  return loss ? [refusal("tile_id", loss.summary, loss.detail)] : [];
}

/**
 * Refuses an alert on a tile that cannot alert: the server refuses it at apply, or takes it and deletes it silently at
 * the next dashboard update (docs/internals/api-behavior.md 3.8).
 */
export async function checkAlertableTile(
  { dashboardId, tileId }: TileWatch,
  { session, signal }: Call,
): Promise<readonly Diagnostic[]> {
  const loss = checkLoss({ dashboardId, tileId }, session);
  if (loss.length > 0) {
    return loss;
  }
  const planned = session.plannedDashboards.of(dashboardId)?.after;
  const tiles = planned
    ? new Map([...planned].map(([id, { config }]) => [id, config]))
    : await storedConfigs(dashboardId, { session, signal });
  if (!tiles) {
    return [
      refusal("dashboard_id", "There is no such dashboard", `The server has no dashboard with the id ${dashboardId}.`),
    ];
  }
  const config = tiles.get(tileId);
  if (config === undefined) {
    return [
      refusal("tile_id", "There is no such tile", `The dashboard ${dashboardId} has no tile with the id ${tileId}.`),
    ];
  }
  const problem = alertProblem(config);
  return problem ? [refusal("tile_id", problem.summary, problem.detail)] : [];
}

/** The attributes that servers have since September 2026 (docs/internals/api-behavior.md 6). */
const OF_SEPTEMBER = Object.values(ALERT.fields)
  .filter(({ meta }) => meta.openSourceOnly)
  .map(attributeName);

/** Refuses what an older open-source server would drop without a word, or refuse at apply. */
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
      `This server does not know ${declared.join(", ")}`,
      `Alerts have ${OF_SEPTEMBER.join(", ")} since September 2026, and the server is older: it would drop or refuse them.\nFix: update the server, or leave ${declared.length > 1 ? "them" : "it"} out.`,
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
