import type { AlertRecord, JsonObject } from "../../api";
import { alert, isRange } from "../../schema/alert";
import type { Fields } from "../../schema/field";
import { objectShapeOf } from "../../schema/shape";
import { observedWithOthers } from "../observed-with-others";

const ALERT = objectShapeOf(alert);

/** What the server sets by itself, and what nobody can set through the API (docs/internals/api-behavior.md 3.7). */
const SERVERS_OWN = ["state", "silenced", "executionErrors"];

/** An alert as the server has it, in the form of the declaration. */
export function observedAlert(record: AlertRecord): Fields {
  const { thresholdMax, channel, channels, ...rest } = record;
  const observed: JsonObject & { id: string } = {
    ...rest,
    // Servers before September 2026 know only one channel (docs/internals/api-behavior.md 2.3).
    channels: channels ?? (channel ? [channel] : []),
    // A bound from an earlier range type stays on the server and means nothing (docs/internals/api-behavior.md 3.9).
    ...(isRange(record.thresholdType) && { thresholdMax }),
  };
  return observedWithOthers(ALERT, observed, SERVERS_OWN);
}
