import * as z from "zod";
import { computed, isPresent, optional } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { duration, instant } from "../../declaration/value-types";
import { endsAfterStart } from "../chart-series/declaration";
import { conditionFields, sourceIdField } from "../shared/query-fields";

const oneStart: Rule = {
  reads: ["within", "startTime"],
  refuses: ({ within, startTime }) => isPresent(within) && isPresent(startTime),
  message: "The time range begins at `start_time` or `within` before its end. Leave one of the two out.",
};

/** A search for events (docs/internals/api-behavior.md 3.15). Every plan repeats it. */
export const eventSearch = withRules(
  z.object({
    sourceId: sourceIdField("The source to search, of logs or traces."),
    within: optional("The length of the time range before its end, such as `1h`. Default: `15m`.", duration()),
    startTime: optional("The start of the time range, instead of `within`.", instant(), { instant: true }),
    endTime: optional("The end of the time range. Default: now.", instant(), { instant: true }),
    ...conditionFields("The condition of the events to find. Empty finds all.", z.string().max(8192)),
    select: optional(
      "The columns of `events`, separated by commas. If it is not set, `events` is null and the state contains no events.",
      z.string().min(1).max(4096),
      { language: "sql" },
    ),
    orderBy: optional(
      "The order of the events, such as `Timestamp DESC`. Default: the order of the source, newest first.",
      z.string().max(1024),
      { language: "sql" },
    ),
    maxResults: optional("The maximum number of events to find.", z.int().min(1).max(2000), { serverDefault: 100 }),
    eventCount: computed("The number of events found, up to `max_results`.", z.number()),
    events: computed(
      "The events, each with its columns as texts: numbers in decimal form, all other values in JSON. Columns without a value are left out.",
      z.array(z.record(z.string(), z.string())),
    ),
  }),
  oneStart,
  endsAfterStart,
);

export type SearchDeclaration = z.input<typeof eventSearch>;
