import { z } from "zod/v3";
import type { Scope } from "../scope";
import { custom } from "../validation";
import { checkChannelChoice, managedChannels, openSourceChannels } from "./channels";
import { checkOffset, startTime } from "./schedule";

const intervals = ["1m", "5m", "15m", "30m", "1h", "6h", "12h", "1d"] as const;

const thresholdType = z.enum([
  "above",
  "below",
  "above_exclusive",
  "below_or_equal",
  "equal",
  "not_equal",
  "between",
  "not_between",
]);

const savedSearchAlert = z.object({
  source: z.literal("saved_search"),
  groupBy: z.string().nullish(),
  savedSearchId: z.string().min(1),
});

/** Older servers refuse a groupBy of null (docs/internals/api-behavior.md 2.4). */
const olderSavedSearchAlert = savedSearchAlert.extend({ groupBy: z.string().optional() });

const tileAlert = z.object({
  source: z.literal("tile"),
  tileId: z.string().min(1),
  dashboardId: z.string().min(1),
});

const text = (max: number) => z.string().min(1).max(max).nullish();

/** The body of create and update, which are alike (docs/internals/api-behavior.md 3.7, 3.8). */
export function alertBody(scope: Scope) {
  const managed = scope.deployment === "managed";
  const takes30s = managed && scope.switches.interval30s;
  const fields = z.object({
    interval: takes30s ? z.enum(["30s", ...intervals]) : z.enum(intervals),
    scheduleOffsetMinutes: z.number().int().min(0).max(1439).optional(),
    scheduleStartAt: startTime(scope.now),
    threshold: z.number(),
    thresholdType,
    thresholdMax: z.number().optional(),
    source: z.enum(["saved_search", "tile"]).default("saved_search"),
    name: text(512),
    message: text(4096),
    note: text(4096),
    numConsecutiveWindows: z.number().int().min(1).nullish(),
  });
  const channels = z.object(managed ? managedChannels : openSourceChannels).merge(fields);
  const bySavedSearch = scope.switches.groupBySticky ? olderSavedSearchAlert : savedSearchAlert;
  return channels
    .and(z.union([bySavedSearch, tileAlert]))
    .superRefine(checkChannelChoice)
    .superRefine(checkOffset)
    .superRefine(checkRange);
}

export type AlertBody = z.infer<ReturnType<typeof alertBody>>;

interface Range {
  threshold: number;
  thresholdType: string;
  thresholdMax?: number;
}

function checkRange({ threshold, thresholdType: type, thresholdMax }: Range, ctx: z.RefinementCtx): void {
  if (type !== "between" && type !== "not_between") return;
  const refuse = (message: string) => ctx.addIssue({ code: custom, path: ["thresholdMax"], message });
  if (thresholdMax === undefined) {
    refuse("thresholdMax is required for between/not_between threshold types");
  } else if (thresholdMax < threshold) refuse("thresholdMax must be greater than or equal to threshold");
}
