import * as z from "zod";
import { computed, isPresent, optional, required } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { duration, instant, objectId } from "../../declaration/value-types";
import { queryLanguage } from "../dashboard/tiles/select-item";

const oneStart: Rule = {
  reads: ["within", "startTime"],
  refuses: ({ within, startTime }) => isPresent(within) && isPresent(startTime),
  message: "The time range begins at `start_time` or `within` before its end. Leave one of the two out.",
};

const endsAfterStart: Rule = {
  reads: ["endTime", "startTime"],
  check: ({ startTime, endTime }) =>
    isPresent(startTime) && isPresent(endTime) && Date.parse(String(endTime)) <= Date.parse(String(startTime))
      ? `Must be after the start, which is ${String(startTime)}. Exchange the two.`
      : undefined,
};

/** A search for events (docs/internals/api-behavior.md 3.15). It is made anew in every plan. */
export const eventSearch = withRules(
  z.object({
    sourceId: required("The source to search, of logs or traces.", objectId),
    within: optional("How far back from the end the time range begins, such as `1h`. Default: `15m`.", duration()),
    startTime: optional("The start of the time range, in place of `within`.", instant(), { instant: true }),
    endTime: optional("The end of the time range. Default: now.", instant(), { instant: true }),
    where: optional("Which events are found. Empty finds all.", z.string().max(8192), { serverDefault: "" }),
    whereLanguage: optional("The language of `where`.", queryLanguage, { serverDefault: "lucene" }),
    select: optional(
      "The columns that `events` has, separated by commas. Without it `events` is null, so that no event gets into the state unasked.",
      z.string().min(1).max(4096),
    ),
    orderBy: optional(
      "How the events are ordered, such as `Timestamp DESC`. Default: as the source orders them, newest first.",
      z.string().max(1024),
    ),
    maxResults: optional("How many events are looked for at most.", z.int().min(1).max(2000), { serverDefault: 100 }),
    eventCount: computed("How many events were found, up to `max_results`.", z.number()),
    events: computed(
      "The events, each with its columns as text: numbers as they are written, everything else in JSON. Columns without a value are left out.",
      z.array(z.record(z.string(), z.string())),
    ),
  }),
  oneStart,
  endsAfterStart,
);

export type SearchDeclaration = z.input<typeof eventSearch>;
