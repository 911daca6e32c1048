import { jsonDocument } from "../frame/json-document";
import type { Firing } from "./evaluate";
import type { Result } from "./test-alert";
import type { Untestable } from "./watched";

/** Back-tests as JSON: `kind` "backtest", version 1; the shape stands in docs/backtest.md. */
export function backtestDocument(results: readonly Result[], untestable: readonly Untestable[]): string {
  return jsonDocument("backtest", 1, { alerts: results.map(resultFields), untestable });
}

function resultFields({ alert, from, to, windows, firings, perWeek, aimed }: Result): object {
  const { address, name, watches, fires, inARow } = alert;
  return {
    ...{ address, name, watches, fires },
    from: instant(from),
    to: instant(to),
    windowSeconds: alert.schedule.length / 1000,
    consecutiveWindows: inARow,
    windows: windows.length,
    firings: firings.map(firingFields),
    firingsPerWeek: perWeek,
    aim: aimed ? { perWeek: aimed.wanted, best: aimed.best ?? null } : null,
  };
}

function firingFields({ group, start, firedAt, end, ongoing, windows, notifications, peak, peakAt }: Firing): object {
  return {
    group: group === "" ? null : group,
    start: instant(start),
    firedAt: instant(firedAt),
    end: instant(end),
    ...{ ongoing, windows, notifications, peak },
    peakAt: instant(peakAt),
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
