import * as z from "zod";
import { jsonDocument } from "../frame/json";
import type { Firing } from "./evaluate";
import type { Result, Untestable } from "./watched";

export const BACKTEST_VERSION = 1;

const instant = () => z.iso.datetime();

const firing = z.object({
  group: z.string().nullable().describe("The group as `column: value, ...`; null without grouping."),
  start: instant().describe("Start of the first window that meets the condition."),
  firedAt: instant().describe("End of the window after which it fires: later than the first with consecutive windows."),
  end: instant().describe("End of the last window that meets the condition."),
  ongoing: z.boolean().describe("Whether it still fired in the last window that was looked at."),
  windows: z.int().describe("Windows that met the condition."),
  notifications: z.int().describe("One for each window from the firing on."),
  peak: z.number().describe("The value that went farthest."),
  peakAt: instant().describe("Start of the window with the peak."),
});

const targetRate = z.object({
  perWeek: z.number().describe("The target: firings a week."),
  best: z
    .object({
      threshold: z.number(),
      thresholdMax: z.number().optional().describe("For `between` and `not_between`."),
      firings: z.int(),
      perWeek: z.number(),
    })
    .nullable()
    .describe("What comes closest; null where there is nothing to turn, or no value."),
});

const tested = z.object({
  address: z.string().describe("The address in the configuration, or the id on the server."),
  name: z.string(),
  watches: z.string().describe("What it watches, for people."),
  fires: z.string().describe("When it fires, for people."),
  from: instant().describe("Start of the first window."),
  to: instant().describe("End of the last window."),
  windowSeconds: z.number(),
  consecutiveWindows: z.int(),
  windows: z.int().describe("How many windows were evaluated."),
  firings: z.array(firing).describe("By their start."),
  firingsPerWeek: z.number(),
  targetRate: targetRate.nullable().describe("Null without `--target-rate`."),
});

/** What `backtest --json` prints, beside `kind` and `version`. */
export const backtestDocument = z.object({
  alerts: z.array(tested),
  untestable: z.array(z.object({ address: z.string(), name: z.string(), reason: z.string() })),
});

/** Back-tests as JSON. */
export function backtestJson(results: readonly Result[], untestable: readonly Untestable[]): string {
  const document = backtestDocument.parse({ alerts: results.map(resultFields), untestable });
  return jsonDocument("backtest", BACKTEST_VERSION, document);
}

function resultFields({ alert, from, to, windows, firings, perWeek, targetRate }: Result): z.input<typeof tested> {
  const { address, name, watches, fires, inARow } = alert;
  return {
    ...{ address, name, watches, fires },
    from: instantText(from),
    to: instantText(to),
    windowSeconds: alert.schedule.length / 1000,
    consecutiveWindows: inARow,
    windows: windows.length,
    firings: firings.map(firingFields),
    firingsPerWeek: perWeek,
    targetRate: targetRate ? { perWeek: targetRate.wanted, best: targetRate.best ?? null } : null,
  };
}

function firingFields(each: Firing): z.input<typeof firing> {
  const { group, start, firedAt, end, ongoing, windows, notifications, peak, peakAt } = each;
  return {
    group: group === "" ? null : group,
    start: instantText(start),
    firedAt: instantText(firedAt),
    end: instantText(end),
    ...{ ongoing, windows, notifications, peak },
    peakAt: instantText(peakAt),
  };
}

function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
