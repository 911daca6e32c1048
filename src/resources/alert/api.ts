import type { ApiRecord, JsonObject, JsonValue } from "../../client/json";
import { noContradiction, resourceApi, showsAll, without, wrongField } from "../../client/resource-api";

/** See docs/internals/api-behavior.md 3.7. */
export interface AlertRecord extends ApiRecord {
  readonly name?: string | null;
}

/**
 * See docs/internals/api-behavior.md 3.7. Either of `channel` and `channels` is enough; the client sends what every age of server takes.
 */
export interface AlertBody extends JsonObject {
  readonly source: string;
  readonly interval: string;
  readonly threshold: number;
  readonly thresholdType: string;
}

export const alertApi = resourceApi<AlertRecord, AlertBody>({
  name: "alert",
  plural: "alerts",
  segment: "alerts",
  notFound: { message: "Alert not found" },
  wrongInside: (record) => wrongField(record, { name: "text", channel: "object", channels: "objects" }),
  paged: true,
  createBody: wireBody,
  updateBody: wireBody,
  matches,
});

/**
 * One target goes as `channel`, which every age of server takes; several go as both, first one first (docs/internals/api-behavior.md 2.4).
 */
function wireBody(body: AlertBody): JsonObject {
  const channels = channelsOf(body);
  const rest = without(body, "channel", "channels");
  const [first] = channels;
  if (first === undefined) {
    return body;
  }
  return channels.length === 1 ? { ...rest, channel: first } : { ...rest, channel: first, channels };
}

function channelsOf(alert: JsonObject): readonly JsonValue[] {
  if (Array.isArray(alert.channels) && alert.channels.length > 0) {
    return alert.channels;
  }
  return alert.channel === undefined || alert.channel === null ? [] : [alert.channel];
}

/** The fields that a response shows for certain when they were sent, by what the alert watches (docs/internals/api-behavior.md 3.7). */
const SHOWN = ["name", "message", "note", "interval", "threshold", "thresholdType", "source", "numConsecutiveWindows"];
const TARGET: ReadonlyMap<string, readonly string[]> = new Map([
  ["tile", ["dashboardId", "tileId"]],
  ["saved_search", ["savedSearchId", "groupBy"]],
]);

function matches(record: AlertRecord, body: AlertBody): boolean {
  const target = TARGET.get(body.source) ?? [];
  const schedule = ["thresholdMax", "scheduleStartAt", "scheduleOffsetMinutes"];
  return (
    [...SHOWN, ...target].every((field) => showsAll(record[field], body[field])) &&
    schedule.every((field) => noContradiction(record[field], body[field])) &&
    channelsMatch(channelsOf(record), channelsOf(body))
  );
}

function channelsMatch(shown: readonly JsonValue[], sent: readonly JsonValue[]): boolean {
  return shown.length === sent.length && sent.every((channel, index) => noContradiction(shown[index], channel));
}
