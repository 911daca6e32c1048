import { noContradiction, showsAll } from "../../client/creates/matching";
import { type ApiRecord, isJsonObject, type JsonObject, type JsonValue } from "../../client/json";
import { resourceApi, without, wrongField } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 3.7. */
export interface AlertRecord extends ApiRecord {
  readonly name?: string | null;
}

/**
 * See docs/internals/api-behavior.md 3.7. Either `channel` or `channels` is sufficient; the client sends the form that
 * servers of every version accept.
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
  // The list leaves the chart out (docs/internals/api-behavior.md 6.1).
  isPart: ({ source, chartConfig }) => source === "inline" && chartConfig === undefined,
  createBody: wireBody,
  updateBody: wireBody,
  matches,
});

/**
 * Sends one target as `channel`, which servers of every version accept. Sends several targets as `channels`, and the
 * first one also as `channel` (docs/internals/api-behavior.md 2.4).
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

/** Returns the channels of an alert. Older servers know only one, `channel` (docs/internals/api-behavior.md 2.3). */
export function channelsOf({ channel, channels }: JsonObject): readonly JsonObject[] {
  const several = (channels ?? []) as readonly JsonObject[];
  return several.length > 0 || !isJsonObject(channel) ? several : [channel];
}

/** Fields that a response always contains if they were sent, by source (docs/internals/api-behavior.md 3.7). */
const SHOWN = ["name", "message", "note", "interval", "threshold", "thresholdType", "source", "numConsecutiveWindows"];
const TARGET: ReadonlyMap<string, readonly string[]> = new Map([
  ["tile", ["dashboardId", "tileId"]],
  ["saved_search", ["savedSearchId", "groupBy"]],
  ["inline", []],
]);

function matches(record: AlertRecord, body: AlertBody): boolean {
  const target = TARGET.get(body.source) ?? [];
  // Older servers return neither names nor tags, and lists contain no charts (docs/internals/api-behavior.md 6).
  const maybe = ["thresholdMax", "scheduleStartAt", "scheduleOffsetMinutes", "displayName", "tags", "chartConfig"];
  return (
    [...SHOWN, ...target].every((field) => showsAll(record[field], body[field])) &&
    maybe.every((field) => noContradiction(record[field], body[field])) &&
    channelsMatch(channelsOf(record), channelsOf(body))
  );
}

function channelsMatch(shown: readonly JsonValue[], sent: readonly JsonValue[]): boolean {
  return shown.length === sent.length && sent.every((channel, index) => noContradiction(shown[index], channel));
}
