import type { StoredAlert } from "../state";

/** An alert as a response shows it: which keys are null and which are absent follows docs/internals/api-behavior.md 3.7. */
export function echoAlert(alert: StoredAlert, teamId: string): Record<string, unknown> {
  const shown = {
    id: alert.id,
    source: alert.source,
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
    teamId,
    createdAt: alert.createdAt,
    updatedAt: alert.updatedAt,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}
