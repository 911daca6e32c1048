import { z } from "zod/v3";
import { custom } from "../validation";

const minutesOf: Record<string, number> = {
  "30s": 0.5,
  "1m": 1,
  "5m": 5,
  "15m": 15,
  "30m": 30,
  "1h": 60,
  "6h": 360,
  "12h": 720,
  "1d": 1440,
};

const day = 24 * 60 * 60 * 1000;

/** A UTC instant ending in Z, not further than a year ahead nor ten years back (docs/internals/api-behavior.md 3.7). */
export function startTime(now: () => Date) {
  return z
    .string()
    .datetime()
    .superRefine((value, ctx) => {
      const at = Date.parse(value);
      const today = now();
      const tenYearsBack = new Date(today);
      tenYearsBack.setUTCFullYear(today.getUTCFullYear() - 10);
      if (at > today.getTime() + 365 * day) {
        ctx.addIssue({ code: custom, message: "scheduleStartAt must be within 1 year from now" });
      }
      if (at < tenYearsBack.getTime()) {
        ctx.addIssue({ code: custom, message: "scheduleStartAt must be within 10 years in the past" });
      }
    })
    .nullish();
}

interface Schedule {
  interval: string;
  scheduleOffsetMinutes?: number;
  scheduleStartAt?: string | null;
}

export function checkOffset({ interval, scheduleOffsetMinutes, scheduleStartAt }: Schedule, ctx: z.RefinementCtx) {
  const offset = scheduleOffsetMinutes ?? 0;
  const refuse = (message: string) => ctx.addIssue({ code: custom, path: ["scheduleOffsetMinutes"], message });
  if (offset > 0 && scheduleStartAt != null) {
    refuse("scheduleOffsetMinutes must be 0 when scheduleStartAt is provided");
  }
  const minutes = minutesOf[interval];
  if (minutes === undefined || offset < minutes) return;
  const unit = minutes === 1 ? "minute" : "minutes";
  refuse(`scheduleOffsetMinutes must be less than ${minutes} ${unit}`);
}
