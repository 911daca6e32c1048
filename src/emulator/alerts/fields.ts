import type { StoredAlert } from "../state";
import type { AlertBody } from "./body";
import { channelList } from "./channels";
import type { AlertTarget } from "./references";

type Written = Pick<
  StoredAlert,
  "interval" | "threshold" | "thresholdType" | "channels" | "name" | "message" | "note" | "numConsecutiveWindows"
>;

type Sticky = Pick<StoredAlert, "thresholdMax" | "scheduleOffsetMinutes" | "scheduleStartAt">;

/** Fields every write sets; an omitted text becomes null. */
export function writtenFields(body: AlertBody): Written {
  return {
    interval: body.interval,
    threshold: body.threshold,
    thresholdType: body.thresholdType,
    channels: channelList(body),
    name: body.name ?? null,
    message: body.message ?? null,
    note: body.note ?? null,
    numConsecutiveWindows: body.numConsecutiveWindows ?? null,
  };
}

/** Fields an omission leaves as they were (docs/internals/api-behavior.md 3.9). */
export function stickyFields(body: AlertBody, stored: Sticky): Sticky {
  return { thresholdMax: body.thresholdMax ?? stored.thresholdMax, ...schedule(body, stored) };
}

/** A start time forces the offset to 0; a start of null gives 0 unless an offset is sent. */
function schedule(body: AlertBody, stored: Sticky): Pick<Sticky, "scheduleOffsetMinutes" | "scheduleStartAt"> {
  const offset = body.scheduleOffsetMinutes;
  if (body.scheduleStartAt === undefined) {
    return {
      scheduleOffsetMinutes: offset ?? stored.scheduleOffsetMinutes,
      scheduleStartAt: stored.scheduleStartAt,
    };
  }
  if (body.scheduleStartAt === null) return { scheduleOffsetMinutes: offset ?? 0, scheduleStartAt: null };
  return { scheduleOffsetMinutes: 0, scheduleStartAt: new Date(body.scheduleStartAt).toISOString() };
}

type TargetFields = Pick<StoredAlert, "source" | "dashboardId" | "tileId" | "savedSearchId" | "groupBy">;

/** Fields of the alert's source; those of the other source are cleared. `kept` is a groupBy that sticks. */
export function targetFields(target: AlertTarget, kept?: string): TargetFields {
  if (target.source === "tile") return target;
  return {
    source: "saved_search",
    savedSearchId: target.savedSearchId,
    groupBy: target.groupBy ?? (target.groupBy === undefined ? kept : undefined),
  };
}
