import { ClientError } from "../../api/errors";
import type { Diagnostic, ObjectValue } from "../../plugin";
import type { Session } from "../session";
import { lossOf } from "./planned-dashboards";

/**
 * Warns of alerts on the server that no state holds, as far as this run can see, and that the planned change of a dashboard deletes with
 * their tiles (docs/internals/api-behavior.md 3.10). Asks nothing while no tile goes that an alert can watch.
 */
export async function unmanagedAlertsLost(
  state: ObjectValue,
  session: Session,
  signal: AbortSignal,
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
