import { z } from "zod/v3";
import { addProblem, nativeEnum } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredAlert } from "../state";
import { alertChartConfig } from "./chart-config";

const webhookId = z.string().min(1, "Webhook ID can't be empty");

const openSourceChannel = z.object({ type: z.literal("webhook"), webhookId });

/** Channels of the managed deployment: webhooks with more fields, and email (docs/internals/api-behavior.md 2.3). */
const managedChannel = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("webhook"),
    webhookId,
    webhookService: z.string().nullable().optional(),
    slackChannelId: z.string().nullable().optional(),
    severity: z.enum(["critical", "error", "warning", "info"]).nullable().optional(),
  }),
  z.object({ type: z.literal("email"), emailRecipients: z.array(z.string()) }),
]);

function channelsOf<T extends z.ZodTypeAny>(channel: T) {
  const channels = z
    .array(channel)
    .min(1, "At least one notification channel is required")
    .max(10, "An alert supports at most 10 notification channels")
    .refine(
      (list) => new Set(list.map((one) => JSON.stringify(one))).size === list.length,
      "Duplicate notification channels are not allowed",
    );
  return { channel: channel.optional(), channels: channels.optional() };
}

const openSourceChannels = channelsOf(openSourceChannel);
const managedChannels = channelsOf(managedChannel);

type Channel = z.infer<typeof openSourceChannel> | z.infer<typeof managedChannel>;

interface ChosenChannels {
  channel?: Channel;
  channels?: Channel[];
}

/** Requires `channel` or `channels`. If both are sent, they must be equal (docs/internals/api-behavior.md 3.8). */
function checkChannelChoice({ channel, channels }: ChosenChannels, ctx: z.RefinementCtx): void {
  if (!channel && !channels) {
    addProblem(ctx, 'Provide either "channel" or "channels"', "channels");
  }
  const first = channels?.[0];
  if (channel && first && JSON.stringify(channel) !== JSON.stringify(first)) {
    const message =
      'When both "channel" and "channels" are provided, "channel" must match the first entry of "channels"';
    addProblem(ctx, message, "channels");
  }
}

export function channelList({ channel, channels }: ChosenChannels): Channel[] {
  return channels ?? (channel ? [channel] : []);
}

type Schedule = Pick<StoredAlert, "scheduleOffsetMinutes" | "scheduleStartAt">;

type Checked = Schedule & Pick<StoredAlert, "interval" | "threshold" | "thresholdType" | "thresholdMax">;

const MINUTES = { "1m": 1, "5m": 5, "15m": 15, "30m": 30, "1h": 60, "6h": 360, "12h": 720, "1d": 1440 };

const interval = z.enum(Object.keys(MINUTES) as [keyof typeof MINUTES]);
const interval30s = z.enum(["30s", ...interval.options]);
const minutesOf: Readonly<Record<string, number>> = { "30s": 0.5, ...MINUTES };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Accepts a UTC time with Z, at most one year ahead and ten years back (docs/internals/api-behavior.md 3.7). */
function startTime(now: () => Date) {
  // A text that is not a date fails all three checks, so it gets all three messages.
  const isAfter = (value: string, days: number) => Date.parse(value) >= now().getTime() + days * DAY_MS;
  const isBefore = (value: string, days: number) => Date.parse(value) <= now().getTime() + days * DAY_MS;
  return z
    .union([z.string().datetime(), z.null()])
    .optional()
    .refine((value) => value == null || isBefore(value, 365), "scheduleStartAt must be within 1 year from now")
    .refine((value) => value == null || isAfter(value, -3650), "scheduleStartAt must be within 10 years in the past");
}

function checkOffset({ interval, scheduleOffsetMinutes, scheduleStartAt }: Checked, ctx: z.RefinementCtx) {
  const offset = scheduleOffsetMinutes ?? 0;
  const refuse = (message: string) => addProblem(ctx, message, "scheduleOffsetMinutes");
  if (offset > 0 && scheduleStartAt != null) {
    refuse("scheduleOffsetMinutes must be 0 when scheduleStartAt is provided");
  }
  const minutes = minutesOf[interval] ?? Number.POSITIVE_INFINITY;
  if (offset >= minutes) {
    refuse(`scheduleOffsetMinutes must be less than ${minutes} ${minutes === 1 ? "minute" : "minutes"}`);
  }
}

const thresholdType = nativeEnum(
  "above",
  "below",
  "above_exclusive",
  "below_or_equal",
  "equal",
  "not_equal",
  "between",
  "not_between",
);

const savedSearchAlert = z.object({
  source: z.literal("saved_search"),
  groupBy: z.string().nullish(),
  savedSearchId: z.string().min(1),
});

/** Older servers reject a null groupBy (docs/internals/api-behavior.md 2.4). */
const olderSavedSearchAlert = savedSearchAlert.extend({ groupBy: z.string().optional() });

const tileAlert = z.object({
  source: z.literal("tile"),
  tileId: z.string().min(1),
  dashboardId: z.string().min(1),
});

const noChart = {
  chartConfig: z.unknown().refine((value) => value == null, 'chartConfig is only supported when source is "inline"'),
};

/** True from release 2.38, which added names, tags and charts (docs/internals/api-behavior.md 6.1, 6.2). */
export const hasNewAlerts = ({ serverVersion }: Pick<Scope, "serverVersion">): boolean => serverVersion >= "2.38";

const naming = {
  displayName: z.string().trim().min(1).max(512).nullish(),
  tags: z.array(z.string().max(32)).max(50).nullish(),
};

const text = (max: number) => z.string().min(1).max(max).nullish();

/** Schema of the body of create and update, which are equal (docs/internals/api-behavior.md 3.7, 3.8). */
export function alertBody(scope: Scope) {
  const managed = scope.deployment === "managed";
  const isNew = hasNewAlerts(scope);
  const fields = z.object({
    interval: managed && scope.switches.interval30s ? interval30s : interval,
    scheduleOffsetMinutes: z.number().int().min(0).max(1439).optional(),
    scheduleStartAt: startTime(scope.now),
    threshold: z.number(),
    thresholdType,
    thresholdMax: z.number().optional(),
    // Newer servers choose the schema by the source, so that messages name the field.
    ...(isNew ? {} : { source: nativeEnum("saved_search", "tile").default("saved_search") }),
    name: text(512),
    message: text(4096),
    note: text(4096),
    // An older server drops unknown fields.
    ...(isNew ? naming : ({} as typeof naming)),
    numConsecutiveWindows: z.number().int().min(1).nullish(),
  });
  const channels = z.object(managed ? managedChannels : openSourceChannels).merge(fields);
  const bySavedSearch = scope.switches.groupBySticky ? olderSavedSearchAlert : savedSearchAlert;
  const inlineAlert = z.object({
    source: z.literal("inline"),
    chartConfig: alertChartConfig[scope.serverVersion],
  });
  const byKind = [bySavedSearch.extend(noChart), tileAlert.extend(noChart), inlineAlert] as const;
  return channels
    .and(isNew ? z.discriminatedUnion("source", [...byKind]) : z.union([bySavedSearch, tileAlert]))
    .superRefine(checkChannelChoice)
    .superRefine(checkOffset)
    .superRefine(checkRange);
}

export type AlertRequestBody = z.infer<ReturnType<typeof alertBody>>;

const isRange = ({ thresholdType: type }: Pick<Checked, "thresholdType">): boolean =>
  type === "between" || type === "not_between";

function checkRange(body: Checked, ctx: z.RefinementCtx): void {
  if (!isRange(body)) {
    return;
  }
  const { threshold, thresholdMax } = body;
  const refuse = (message: string) => addProblem(ctx, message, "thresholdMax");
  if (thresholdMax === undefined) {
    refuse("thresholdMax is required for between/not_between threshold types");
  } else if (thresholdMax < threshold) {
    refuse("thresholdMax must be greater than or equal to threshold");
  }
}

/** An omitted text becomes null; an omitted range or schedule stays (docs/internals/api-behavior.md 3.9, 6.5). */
export function toStoredFields(body: AlertRequestBody, stored: StoredAlert | undefined, { serverVersion }: Scope) {
  const isRangeKept = serverVersion < "2.40" || isRange(body);
  return {
    interval: body.interval,
    threshold: body.threshold,
    thresholdType: body.thresholdType,
    thresholdMax: body.thresholdMax ?? (isRangeKept ? stored?.thresholdMax : undefined),
    channels: channelList(body),
    name: body.name ?? null,
    message: body.message ?? null,
    note: body.note ?? null,
    numConsecutiveWindows: body.numConsecutiveWindows ?? null,
    ...schedule(body, stored),
  };
}

/** A start time sets the offset to 0. A null start also sets it to 0, unless the request contains an offset. */
function schedule(
  { scheduleStartAt: start, scheduleOffsetMinutes: offset }: Schedule,
  stored: Schedule = {},
): Schedule {
  if (start === undefined) {
    const { scheduleOffsetMinutes, scheduleStartAt } = stored;
    return { scheduleOffsetMinutes: offset ?? scheduleOffsetMinutes, scheduleStartAt };
  }
  return start === null
    ? { scheduleOffsetMinutes: offset ?? 0, scheduleStartAt: null }
    : { scheduleOffsetMinutes: 0, scheduleStartAt: new Date(start).toISOString() };
}
