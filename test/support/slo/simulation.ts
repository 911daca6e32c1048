import { App, TerraformStack } from "cdktf";
import { count, Slo, type SloAlertProps } from "../../../src";
import type { BurnRate } from "../../../src/constructs/slo/burn-rate";
import { minutesOf } from "../../../src/declaration/value-types";
import { evaluateAlert, type SeriesValue, type SynthesizedAlert, series, synthesized } from "../../../src/testing";

/** Length of one step of a simulation in seconds. */
export const STEP = 10;
const MINUTE = 60 / STEP;

/** Share of bad events that the simulated objective permits. */
export const BUDGET = 0.001;

/** Requests over time: the number of requests and of bad requests until each step, as sums from the start. */
export class Traffic {
  readonly #total: Float64Array;
  readonly #bad: Float64Array;

  /** @param at number of requests and of bad requests in a step */
  constructor(
    readonly steps: number,
    at: (step: number) => readonly [total: number, bad: number],
  ) {
    this.#total = new Float64Array(steps + 1);
    this.#bad = new Float64Array(steps + 1);
    for (let step = 0; step < steps; step++) {
      const [total, bad] = at(step);
      this.#total[step + 1] = (this.#total[step] ?? 0) + total;
      this.#bad[step + 1] = (this.#bad[step] ?? 0) + bad;
    }
  }

  total(from: number, to: number): number {
    return (this.#total[to] ?? 0) - (this.#total[Math.max(0, from)] ?? 0);
  }

  bad(from: number, to: number): number {
    return (this.#bad[to] ?? 0) - (this.#bad[Math.max(0, from)] ?? 0);
  }
}

/** Declares an objective, and returns its alerts by key. */
export function declaredAlerts(
  method: "sql" | "series",
  alerts: Readonly<Record<string, SloAlertProps | false>> = {},
): ReadonlyMap<string, SynthesizedAlert> {
  const stack = new TerraformStack(new App(), "simulated");
  new Slo(stack, "slo", {
    ...{ name: "Simulated", objective: 1 - BUDGET, source: "0123456789abcdef01234567", method, alerts },
    bad: count({ where: "StatusCode = 'Error'", whereLanguage: "sql" }),
    notify: [{ type: "webhook", webhookId: "0123456789abcdef01234567" }],
  });
  return new Map(synthesized(stack).alerts.map((each) => [each.path.split("/").at(-1) ?? "", each]));
}

/** Returns the result that the query of an SQL alert has at one time: the lower burn rate of both windows. */
function burnRateAt(traffic: Traffic, end: number, { longMinutes, shortMinutes }: BurnRate, minEvents: number): number {
  const [long, short] = [end - longMinutes * MINUTE, end - shortMinutes * MINUTE];
  const [longTotal, shortTotal] = [traffic.total(long, end), traffic.total(short, end)];
  if (longTotal < minEvents || shortTotal === 0) {
    return 0;
  }
  return Math.min(traffic.bad(long, end) / longTotal, traffic.bad(short, end) / shortTotal) / BUDGET;
}

/** Time at which an alert fires and ends, in seconds. */
interface Fired {
  readonly firedAt: number;
  readonly endedAt: number;
}

/**
 * Evaluates an alert as the server does. An SQL alert gets the value of its query. An alert on a series gets the
 * numbers of bad events and of all events.
 */
export function firingsOf(traffic: Traffic, alert: SynthesizedAlert, rate: BurnRate, minEvents = 1): readonly Fired[] {
  const minutes = minutesOf(String(alert.interval)) ?? 0;
  const length = minutes * MINUTE;
  const ends = Array.from({ length: Math.floor(traffic.steps / length) }, (_, index) => (index + 1) * length);
  const seriesOf = (value: (end: number) => SeriesValue) =>
    series(String(alert.interval), ends.map(value), { start: START });
  const hasEvents = (end: number) => traffic.total(end - length, end) > 0;
  const input = isSql(alert)
    ? seriesOf((end) => burnRateAt(traffic, end, rate, minEvents))
    : [
        seriesOf((end) => (hasEvents(end) ? traffic.bad(end - length, end) : undefined)),
        seriesOf((end) => (hasEvents(end) ? traffic.total(end - length, end) : undefined)),
      ];
  const seconds = (time: Date) => (time.getTime() - START.getTime()) / 1000;
  return evaluateAlert(alert, input).map(({ firedAt, end, ongoing }) => ({
    firedAt: seconds(firedAt),
    // The next window shows that the condition is no longer met.
    endedAt: ongoing ? Number.POSITIVE_INFINITY : seconds(end) + minutes * 60,
  }));
}

/** Start of a simulation. It is a multiple of all intervals. */
const START = new Date("2026-01-01T00:00:00Z");

function isSql({ tile }: SynthesizedAlert): boolean {
  return (tile?.config as { readonly configType?: string } | undefined)?.configType === "sql";
}
