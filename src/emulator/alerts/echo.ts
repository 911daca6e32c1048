import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import { isOfSeptember } from "./body";
import { echoChart } from "./chart-config";
import { shownNaming } from "./naming";

/** An alert as a response shows it: which keys are null and which are absent follows docs/internals/api-behavior.md 3.7. */
export function echoAlert(alert: StoredAlert, scope: Scope): Record<string, unknown> {
  const shown = {
    id: alert.id,
    source: alert.source,
    ...(isOfSeptember(scope) && shownNaming(alert, scope.store)),
    dashboardId: alert.dashboardId,
    tileId: alert.tileId,
    savedSearchId: alert.savedSearchId,
    groupBy: alert.groupBy,
    interval: alert.interval,
    scheduleOffsetMinutes: alert.scheduleOffsetMinutes,
    scheduleStartAt: alert.scheduleStartAt,
    threshold: alert.threshold,
    thresholdType: alert.thresholdType,
    thresholdMax: alert.thresholdMax,
    channel: alert.channels[0],
    channels: alert.channels,
    name: alert.name ?? null,
    message: alert.message ?? null,
    note: alert.note ?? null,
    numConsecutiveWindows: alert.numConsecutiveWindows ?? null,
    state: alert.state,
    silenced: alert.silenced,
    executionErrors: alert.executionErrors,
    teamId: scope.store.state.team.id,
    createdAt: alert.createdAt,
    updatedAt: alert.updatedAt,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

/** The response to a request for one alert; lists leave the chart out (docs/internals/api-behavior.md 6.1). */
export function echoWhole(alert: StoredAlert, scope: Scope): Record<string, unknown> {
  const chartConfig = isOfSeptember(scope) && alert.chartConfig ? echoChart(alert.chartConfig) : undefined;
  return { ...echoAlert(alert, scope), ...(chartConfig && { chartConfig }) };
}
