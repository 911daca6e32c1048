import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import {
  computed,
  DependentDefault,
  isPresent,
  omittedDefault,
  openEnum,
  optional,
  required,
} from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { elementsDiffer, type Rule, withRules, withSynonyms } from "../../declaration/rules";
import { instant, minutesOf, objectIdField, sameDuration, trimmedName } from "../../declaration/value-types";
import { ALERT_SYNONYMS } from "../synonyms";
import { alertChart } from "./chart";
import { WATCHED_KINDS, type WatchedKind, watchedKind } from "./watched-object";

const webhookChannel = z.object({
  type: required("The type of channel: `webhook`, or `email` (managed deployment only).", z.literal("webhook")),
  webhookId: required("The webhook that the alert calls.", objectIdField, { refersTo: "webhook" }),
  webhookService: optional("The service behind the webhook. Managed deployment only.", z.string(), {
    managedOnly: true,
  }),
  slackChannelId: optional("The Slack channel to post to. Managed deployment only.", z.string(), { managedOnly: true }),
  severity: optional(
    "The severity to report. Managed deployment only.",
    openEnum(["critical", "error", "warning", "info"]),
    { managedOnly: true },
  ),
  extraFields: extraFields("channel"),
});

const emailChannel = z.object({
  type: required("The type of channel: `webhook`, or `email` (managed deployment only).", z.literal("email")),
  emailRecipients: required(
    "The addresses that receive the mail. Managed deployment only.",
    z.array(z.email("Must be an e-mail address such as oncall@example.com")).min(1),
    {
      unordered: true,
      managedOnly: true,
    },
  ),
  extraFields: extraFields("channel"),
});

/** Target of an alert's notifications (docs/internals/api-behavior.md 2.3, 3.7). */
export const alertChannel = z.union([webhookChannel, emailChannel]);

/** The evaluation windows of an alert (docs/internals/api-behavior.md 3.7). */
export const ALERT_INTERVALS = ["30s", "1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"] as const;

/** Intervals that every server accepts. */
export const SERVER_INTERVALS = ALERT_INTERVALS.filter((each) => each !== "30s");

/** Comparisons of a window's value with the threshold (docs/internals/api-behavior.md 3.7). */
export const THRESHOLD_TYPES = [
  "above",
  "below",
  "above_exclusive",
  "below_or_equal",
  "equal",
  "not_equal",
  "between",
  "not_between",
] as const;

/** Fields that `watchedKind` reads. */
const SOURCE_READS = ["source", "savedSearchId", "chartConfig.displayType"] as const;

const DAY = 86_400_000;

/** Refuses an alert on this kind of source without the field. */
const needed = (name: string, source: WatchedKind, message: string): Rule => ({
  reads: [name, ...SOURCE_READS],
  check: (alert) => (watchedKind(alert) === source && !isPresent(alert[name]) ? message : undefined),
});

/** Refuses the field, because the server drops it silently (docs/internals/api-behavior.md 3.7). */
const unsupported = (name: string, source: WatchedKind, message: string): Rule => ({
  reads: [name, ...SOURCE_READS],
  check: (alert) => (watchedKind(alert) === source && isPresent(alert[name]) ? message : undefined),
});

const thresholdMaxFitsType: Rule = {
  reads: ["thresholdMax", "thresholdType"],
  check: ({ thresholdMax, thresholdType }) => {
    const range = isRangeThreshold(thresholdType);
    if (range && !isPresent(thresholdMax)) {
      return `The threshold type "${String(thresholdType)}" requires an upper bound. Set it.`;
    }
    if (!range && isPresent(thresholdMax)) {
      return 'Only the threshold types "between" and "not_between" have an upper bound. Leave it out.';
    }
    return undefined;
  },
};

const rangeIsOrdered: Rule = {
  reads: ["thresholdMax", "threshold"],
  check: ({ thresholdMax, threshold }) =>
    typeof thresholdMax === "number" && typeof threshold === "number" && thresholdMax < threshold
      ? `Must be at least the threshold, which is ${threshold}; it is ${thresholdMax}. Exchange the two.`
      : undefined,
};

const offsetWithinInterval: Rule = {
  reads: ["scheduleOffsetMinutes", "interval"],
  check: ({ scheduleOffsetMinutes: offset, interval }) => {
    const minutes = minutesOf(String(interval));
    if (typeof offset !== "number" || minutes === undefined || offset < minutes) {
      return undefined;
    }
    return `Must be less than the interval, which is ${minutes} ${minutes === 1 ? "minute" : "minutes"}; it is ${offset}.`;
  },
};

const offsetOrStart: Rule = {
  reads: ["scheduleOffsetMinutes", "scheduleStartAt"],
  refuses: ({ scheduleOffsetMinutes: offset, scheduleStartAt }) =>
    isPresent(scheduleStartAt) && typeof offset === "number" && offset !== 0,
  message: "A schedule with a start has no offset. Leave one of the two out.",
};

const startIsNear: Rule = {
  reads: ["scheduleStartAt"],
  check: ({ scheduleStartAt: start }) => {
    if (typeof start !== "string") {
      return undefined;
    }
    const ahead = Date.parse(start) - Date.now();
    if (ahead > 365 * DAY) {
      return "Must be within a year from now.";
    }
    return ahead < -3650 * DAY ? "Must be within the last ten years." : undefined;
  },
};

const channelsDiffer = elementsDiffer({
  list: "channels",
  message: () => "This channel is in the list already. Remove one of the two.",
});

/** Alert on a dashboard tile, a saved search or its own chart (docs/internals/api-behavior.md 3.7 to 3.9, 6.1, 6.2). */
export const alert = withRules(
  z.object({
    id: computed("The alert's id.", z.string()),
    source: optional(
      "The kind of object that the alert watches: `tile`, `saved_search`, or `inline` for an inline chart. Default: derived from `saved_search_id` and `chart_config`.",
      z.enum(WATCHED_KINDS),
      {
        serverDefault: new DependentDefault(["savedSearchId", "chartConfig"], watchedKind),
        sinceValues: { inline: "2.38" },
      },
    ),
    chartConfig: optional(
      "The chart that an alert evaluates without a tile, in the form of the `config` of a tile.",
      alertChart,
      { openSourceOnly: true, since: "2.38", propName: "on" },
    ),
    dashboardId: optional("The dashboard that contains the tile. For an alert on a tile.", objectIdField, {
      refersTo: "dashboard",
      propName: "on",
    }),
    tileId: optional(
      "The id of the tile to watch. Refer to it by its key: `clickstack_dashboard.NAME.tile_ids[KEY]`. Alerts can watch line, stacked bar and number tiles.",
      z.string().min(1),
      { refersTo: "tile", propName: "on" },
    ),
    savedSearchId: optional("The saved search to watch. For an alert on a saved search.", objectIdField, {
      refersTo: "saved_search",
      propName: "on.savedSearchId",
    }),
    groupBy: optional(
      "Evaluates each value of this expression separately, such as `ServiceName`. For an alert on a saved search.",
      z.string(),
      { propName: "on.groupBy", language: "sql" },
    ),
    interval: required(
      "The length of one evaluation window. `30s` requires a managed server and a team that has enabled it.",
      openEnum(ALERT_INTERVALS),
      { suggest: sameDuration(ALERT_INTERVALS), managedOnlyValues: ["30s"], propName: "every" },
    ),
    threshold: required("The value to compare each window with. For a range, the lower bound.", z.number(), {
      propName: "when.threshold",
    }),
    thresholdType: required(
      "The comparison: `above` (greater than or equal), `above_exclusive` (greater than), `below` (less than), `below_or_equal`, `equal`, `not_equal`, `between` (bounds included), `not_between`.",
      openEnum(THRESHOLD_TYPES),
      { propName: "when.thresholdType" },
    ),
    thresholdMax: optional("The upper bound of `between` and `not_between`.", z.number(), {
      propName: "when.thresholdMax",
    }),
    channels: required("One to ten channels that receive the alert.", z.array(alertChannel).min(1).max(10), {
      propName: "notify",
    }),
    name: optional("The title of notifications. It can contain template variables.", z.string().min(1).max(512)),
    displayName: optional(
      "The name in lists, and the title of notifications without `name`. Default: the server derives it from the watched object, and changes in the UI stay.",
      trimmedName().max(512),
      { computed: true, openSourceOnly: true, since: "2.38" },
    ),
    tags: optional(
      "Labels of the alert. Default: the server uses the labels of the watched object, and changes in the UI stay.",
      z.array(z.string().min(1).max(32)).max(50),
      { unordered: true, computed: true, openSourceOnly: true, since: "2.38" },
    ),
    message: optional("The text of the notification. It can contain template variables.", z.string().min(1).max(4096)),
    note: optional(
      "A note for the people who handle the alert, in Markdown, such as a link to a runbook.",
      z.string().min(1).max(4096),
    ),
    numConsecutiveWindows: optional(
      "Number of consecutive windows that must meet the condition before the alert fires.",
      z.int().min(1),
      omittedDefault(1),
    ),
    scheduleOffsetMinutes: optional(
      "Number of minutes by which the windows are shifted. It must be less than the interval.",
      z.int().min(0).max(1439),
      { serverDefault: 0, propName: "schedule.scheduleOffsetMinutes" },
    ),
    scheduleStartAt: optional("Time to which the windows are aligned, such as `2026-12-31T00:00:00Z`.", instant(), {
      instant: true,
      clearValue: null,
      propName: "schedule.scheduleStartAt",
    }),
    extraFields: extraFields("alert", ["state", "silenced", "executionErrors"]),
    otherFields: otherFields("alert"),
  }),
  needed(
    "dashboardId",
    "tile",
    "An alert on a tile requires the dashboard that contains the tile. Set it, or watch a saved search instead.",
  ),
  needed("tileId", "tile", "An alert on a tile requires the tile. Set it, or watch a saved search instead."),
  needed("savedSearchId", "saved_search", "An alert on a saved search requires the saved search. Set its id."),
  needed("chartConfig", "inline", "An alert with the source inline requires the chart. Set it, or watch a tile."),
  unsupported("chartConfig", "tile", "An alert on a tile must not have a chart. Leave it out, or watch no tile."),
  unsupported("chartConfig", "saved_search", "An alert on a saved search must not have a chart. Leave it out."),
  unsupported("dashboardId", "inline", "An inline alert must not have a dashboard. Leave it out."),
  unsupported("tileId", "inline", "An inline alert must not have a tile. Leave it out."),
  unsupported("savedSearchId", "inline", "An inline alert must not have a saved search. Leave it out."),
  unsupported("groupBy", "inline", "An alert on a chart is grouped as the chart is. Leave it out and group the chart."),
  unsupported(
    "savedSearchId",
    "tile",
    "An alert on a tile has no saved search. Leave it out, or watch the saved search.",
  ),
  unsupported("groupBy", "tile", "An alert on a tile is grouped as the tile is. Leave it out and group the tile."),
  unsupported("dashboardId", "saved_search", "An alert on a saved search has no dashboard. Leave it out."),
  unsupported("tileId", "saved_search", "An alert on a saved search has no tile. Leave it out."),
  thresholdMaxFitsType,
  rangeIsOrdered,
  offsetWithinInterval,
  offsetOrStart,
  startIsNear,
  channelsDiffer,
);

withSynonyms(alert, ALERT_SYNONYMS);

/** Returns true for a threshold type with two bounds. */
export function isRangeThreshold(thresholdType: unknown): boolean {
  return thresholdType === "between" || thresholdType === "not_between";
}

export type AlertDeclaration = z.input<typeof alert>;

const execution = z.object({
  timestamp: computed("Time of the failure.", z.string()),
  type: computed(
    "The type of failure: `QUERY_ERROR`, `QUERY_TIMEOUT`, `WEBHOOK_ERROR`, `INVALID_ALERT` or `UNKNOWN`.",
    z.string(),
  ),
  message: computed("The server's message.", z.string()),
});

const silence = z.object({
  by: computed("The user who silenced the alert.", z.string()),
  at: computed("Time at which the alert was silenced.", z.string()),
  until: computed("Time at which the alert notifies again.", z.string()),
});

/** Read-only fields of an alert, which only the server sets (docs/internals/api-behavior.md 3.7). */
const alertFacts = {
  // A look-up reads the list, which leaves the chart out (docs/internals/api-behavior.md 6.1).
  ...factsOf(alert, "chartConfig"),
  state: computed(
    "Current state: `OK`, `ALERT`, `PENDING` (fewer consecutive windows than required), `INSUFFICIENT_DATA` or `DISABLED`.",
    z.string(),
  ),
  silenced: computed("Set while the alert is silenced in the UI.", silence),
  executionErrors: computed("The failures of the last evaluation. Null without a failure.", z.array(execution)),
  createdAt: computed("Time at which the alert was created.", z.string()),
  updatedAt: computed("Time of the last change of the alert or of its state.", z.string()),
};

/** One alert, found by id or by name (docs/internals/api-behavior.md 3.7). */
export const alertLookup = declareLookUp("alert", alertFacts, {
  nameNote: "Alerts can have no name, and several can have the same name.",
});

export const alertsLookup = listLookUpOf("alerts", "alert", alertFacts, {
  dashboardId: optional("Lists only alerts on tiles of this dashboard.", objectIdField, { refersTo: "dashboard" }),
  savedSearchId: optional("Lists only alerts on this saved search.", objectIdField, { refersTo: "saved_search" }),
  webhookId: optional("Lists only alerts that notify this webhook.", objectIdField, { refersTo: "webhook" }),
  tag: optional("Lists only alerts with this label, on servers whose alerts have labels.", z.string()),
  state: optional("Lists only alerts in this state, such as `ALERT`.", z.string()),
});
