import type { AlertRecord, JsonObject } from "../../api";
import { alert, isRange } from "../../schema/alert";
import type { Fields } from "../../schema/field";
import { splitOtherFields } from "../../schema/other-fields";
import { objectShapeOf } from "../../schema/shape";

const ALERT = objectShapeOf(alert);

/**
 * An alert as the server has it, in the form of the declaration. State, silence and errors change by themselves and are left out
 * (facts/api.md quirk 11).
 */
export function observedAlert(record: AlertRecord): Fields {
  const { thresholdMax, channel, channels, ...rest } = record;
  const observed: JsonObject = {
    ...rest,
    // Servers before September 2026 know only one channel (facts/api.md 2.3).
    channels: channels ?? (channel ? [channel] : []),
    // A bound from an earlier range type stays on the server and means nothing (facts/api.md 3.9).
    ...(isRange(record.thresholdType) && { thresholdMax }),
  };
  return splitOtherFields(ALERT, observed).known as Fields;
}
