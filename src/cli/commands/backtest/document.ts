import * as z from "zod";
import { targetRateResult } from "../../server/backtest/target-rate";
import type { Result } from "../../server/backtest/test-alert";
import { type Untestable, untestable } from "../../server/backtest/testable-alert";
import { declareDocument, jsonText } from "../../terminal/json-document";

/** Instant: a text in the document, epoch milliseconds in the program. */
function instant(description: string) {
  const encode = (milliseconds: number) => new Date(milliseconds).toISOString();
  return z.codec(z.iso.datetime().describe(description), z.number(), { decode: Date.parse, encode });
}

/** Group: without grouping null in the document and an empty text in the program. */
const group = z.codec(z.string().nullable(), z.string(), {
  decode: (text) => text ?? "",
  encode: (text) => text || null,
});

const firing = z.object({
  group: group.describe("The group as `column: value, ...`; null without grouping."),
  start: instant("Start of the first window that meets the condition."),
  firedAt: instant(
    "End of the window after which the alert fires. This is not the first window if several consecutive windows are required.",
  ),
  end: instant("End of the last window that meets the condition."),
  ongoing: z.boolean().describe("True if the alert still fired in the last evaluated window."),
  windows: z.int().describe("Windows that met the condition."),
  notifications: z.int().describe("Number of notifications: one for each window from `firedAt` to `end`."),
  peak: z.number().describe("The most extreme value."),
  peakAt: instant("Start of the window with the peak."),
});

const targetRate = z.object({
  perWeek: z.number().describe("The target: firings a week."),
  best: targetRateResult
    .nullable()
    .describe("The closest threshold; null if the condition has no threshold to vary, or no values."),
});

const tested = z.object({
  address: z.string().describe("The address in the configuration, or the id on the server."),
  name: z.string(),
  watches: z.string().describe("The watched chart, as text."),
  fires: z.string().describe("The condition as text."),
  from: instant("Start of the first window."),
  to: instant("End of the last window."),
  windowSeconds: z.number(),
  consecutiveWindows: z.int(),
  windows: z.int().describe("Number of evaluated windows."),
  firings: z.array(firing).describe("Ordered by start."),
  firingsPerWeek: z.number(),
  targetRate: targetRate.nullable().describe("Null without `--target-rate`."),
  notes: z.array(z.string()).describe("Problems of the alert, and differences from the evaluation of the server."),
});

export const backtestDocument = declareDocument("backtest", 1, {
  alerts: z.array(tested),
  untestable: z.array(untestable),
});

export function backtestJson(results: readonly Result[], others: readonly Untestable[]): string {
  const { kind, version, schema } = backtestDocument;
  return jsonText(kind, version, schema.encode({ alerts: results.map(resultFields), untestable: [...others] }));
}

function resultFields({ alert, targetRate, ...result }: Result): z.output<typeof tested> {
  const { address, name, watches, fires, inARow } = alert;
  const { from, to, windows, firings, perWeek, notes } = result;
  return {
    ...{ address, name, watches, fires, from, to },
    windowSeconds: alert.schedule.length / 1000,
    consecutiveWindows: inARow,
    windows: windows.length,
    firings: [...firings],
    firingsPerWeek: perWeek,
    targetRate: targetRate ? { perWeek: targetRate.wanted, best: targetRate.best ?? null } : null,
    notes: [...notes],
  };
}
