import type { BurnRate } from "../../../src/constructs/slo/burn-rate";
import { evaluate } from "../../../src/evaluation/evaluate";

/** Length of one step of a simulation in seconds. */
export const STEP = 10;
const MINUTE = 60 / STEP;

/** Requests over time: their number and the number of bad ones in each step, as sums from the start. */
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

  /** Returns the share of bad requests in a time, and null without requests. */
  badShare(from: number, to: number): number | null {
    const total = this.total(from, to);
    return total === 0 ? null : ((this.#bad[to] ?? 0) - (this.#bad[Math.max(0, from)] ?? 0)) / total;
  }
}

/** One way to evaluate a burn rate. `every` is the number of minutes between evaluations. */
export interface Method {
  readonly every: number;
  readonly inARow: number;
  /** Burn rate at the end of an evaluation; null without a value. */
  value(traffic: Traffic, end: number): number | null;
}

/** Compares both windows every `every` minutes, as an alert in SQL does. Each minute, it is the ideal alert. */
export function bothWindows(
  { longMinutes, shortMinutes }: BurnRate,
  budget: number,
  every: number,
  minEvents = 1,
): Method {
  return {
    every,
    inARow: 1,
    value: (traffic, end) => {
      const [long, short] = [longMinutes, shortMinutes].map((minutes) => traffic.badShare(end - minutes * MINUTE, end));
      const isLow = traffic.total(end - longMinutes * MINUTE, end) < minEvents;
      return isLow || long == null || short == null ? 0 : Math.min(long, short) / budget;
    },
  };
}

/** Compares short windows in a row, as an alert on a series does. */
export function windowsInARow({ shortMinutes }: BurnRate, budget: number, inARow: number): Method {
  return {
    every: shortMinutes,
    inARow,
    value: (traffic, end) => {
      const share = traffic.badShare(end - shortMinutes * MINUTE, end);
      return share === null ? null : share / budget;
    },
  };
}

/** Time at which an alert fires and ends, in seconds. */
interface Fired {
  readonly firedAt: number;
  readonly endedAt: number;
}

/** Evaluates an alert with the evaluator of the back-test. */
export function firingsOf(traffic: Traffic, { every, inARow, value }: Method, factor: number): readonly Fired[] {
  const length = every * MINUTE;
  const windows = Array.from({ length: Math.floor(traffic.steps / length) }, (_, index) => {
    const end = (index + 1) * length;
    const found = value(traffic, end);
    const isEmpty = traffic.total(end - length, end) === 0 && found === null;
    return { start: index * every * 60_000, values: isEmpty ? [] : [{ group: "", value: found }] };
  });
  const condition = { type: "above", threshold: factor, max: factor };
  return evaluate(windows, { condition, length: every * 60_000, inARow, grouped: false }).map(
    ({ firedAt, end, ongoing }) => ({
      firedAt: firedAt / 1000,
      endedAt: ongoing ? Number.POSITIVE_INFINITY : end / 1000 + every * 60,
    }),
  );
}
