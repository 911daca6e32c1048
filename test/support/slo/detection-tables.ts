import { type BurnRate, burnRateOf, durationText, PUBLISHED_LIMITS } from "../../../src/constructs/slo/burn-rate";
import type { SynthesizedAlert } from "../../../src/testing";
import { BUDGET, declaredAlerts, firingsOf, STEP, Traffic } from "./simulation";

/** Tables of docs/guides/slo.md, measured with the alerts of objectives of 99.9 % in 30 days. */

const MINUTE = 60 / STEP;

type Key = keyof typeof PUBLISHED_LIMITS;

export function rateOf(key: Key): BurnRate {
  const rate = burnRateOf(PUBLISHED_LIMITS[key], 1 - BUDGET, 30 * 1440);
  if (typeof rate === "string") {
    throw new Error(rate);
  }
  return rate;
}

/** The ideal alerts of the workbook, which are evaluated each minute, and the alerts of both methods. */
const DECLARED = {
  ideal: declaredAlerts("sql", { fast: { every: "1m" }, medium: { every: "1m" }, slow: { every: "1m" } }),
  sql: declaredAlerts("sql"),
  series: declaredAlerts("series"),
  one: declaredAlerts("series", { fast: { numConsecutiveWindows: 1 } }),
  two: declaredAlerts("series", { fast: { numConsecutiveWindows: 2 } }),
};

export function alertOf(method: keyof typeof DECLARED, key: Key): SynthesizedAlert {
  const alert = DECLARED[method].get(key);
  if (!alert) {
    throw new Error(`The objective has no alert ${key}.`);
  }
  return alert;
}

/** Range of detection and reset times in minutes, and the share of starts at which the alert fires. */
interface Measured {
  readonly detection: readonly number[];
  readonly reset: readonly number[];
  readonly fired: number;
}

/** Number of starts of an incident, spread over the short window. */
const STARTS = 15;

/** Measures an incident that starts at different times of the windows. */
export function measure(alert: SynthesizedAlert, rate: BurnRate, errorRate: number, minutes: number): Measured {
  const detection: number[] = [];
  const reset: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const from = rate.longMinutes * MINUTE + Math.round((rate.shortMinutes * MINUTE * start) / STARTS);
    const to = from + Math.round(minutes * MINUTE);
    const traffic = new Traffic(to + (rate.longMinutes + 3 * rate.shortMinutes) * MINUTE, (step) => [
      10,
      step >= from && step < to ? 10 * errorRate : 0,
    ]);
    const fired = firingsOf(traffic, alert, rate);
    const [first, last] = [fired[0], fired.at(-1)];
    if (first && last) {
      detection.push(first.firedAt / 60 - from / MINUTE);
      reset.push(last.endedAt / 60 - to / MINUTE);
    }
  }
  return { detection, reset, fired: detection.length / STARTS };
}

const INCIDENTS: readonly (readonly [errors: string, errorRate: number, lasts: string, minutes: number, alert: Key])[] =
  [
    ["100 %", 1, "1h", 60, "fast"],
    ["10 %", 0.1, "2h", 120, "fast"],
    ["2 %", 0.02, "6h", 360, "fast"],
    ["1 %", 0.01, "1d", 1440, "medium"],
    ["0.2 %", 0.002, "3d", 4320, "slow"],
  ];

export function incidentTable(): string {
  const rows = INCIDENTS.map(([errors, errorRate, lasts, minutes, alert]) => {
    const rate = rateOf(alert);
    const cells = (["ideal", "sql", "series"] as const).map((method) => {
      const { detection, reset, fired } = measure(alertOf(method, alert), rate, errorRate, minutes);
      return fired === 0 ? "never" : `${rangeText(detection)}, ${rangeText(reset)}`;
    });
    return [errors, lasts, alert, ...cells];
  });
  return tableOf(
    ["Errors", "Lasts", "Alert", "Ideal: detection, reset", "`sql`: detection, reset", "`series`: detection, reset"],
    rows,
  );
}

const SPIKES: readonly (readonly [errors: string, errorRate: number, lasts: string, minutes: number])[] = [
  ["100 %", 1, "10 s", 1 / 6],
  ["100 %", 1, "1m", 1],
  ["10 %", 0.1, "5m", 5],
  ["2 %", 0.02, "10m", 10],
  ["2 %", 0.02, "20m", 20],
];

export function spikeTable(): string {
  const rate = rateOf("fast");
  const rows = SPIKES.map(([errors, errorRate, lasts, minutes]) => [
    errors,
    lasts,
    `${Number(((errorRate * minutes * 100) / (BUDGET * 30 * 1440)).toPrecision(2))} %`,
    ...(["ideal", "sql", "one", "two", "series"] as const).map((method) => {
      const { fired } = measure(alertOf(method, "fast"), rate, errorRate, minutes);
      return fired === 0 ? "no" : fired === 1 ? "yes" : `in ${Math.round(fired * 100)} % of the cases`;
    }),
  ]);
  const series = [1, 2, alertOf("series", "fast").numConsecutiveWindows].map(
    (windows) => `\`series\`, ${windows} in a row`,
  );
  return tableOf(["Errors", "Lasts", "Budget consumed", "Ideal", "`sql`", ...series], rows);
}

/** Returns the numbers of requests and of bad requests in a step, by the minutes since the start of the incident. */
type Load = (minute: number) => readonly [total: number, bad: number];

/** Simulates one request in ten minutes, at the end of the minute. */
const rare =
  (isBad: (minute: number) => boolean): Load =>
  (minute) =>
    minute % 10 === 0 ? [1, isBad(minute) ? 1 : 0] : [0, 0];

const LOADS: readonly (readonly [name: string, load: Load])[] = [
  ["6 requests per hour, one fails", rare((minute) => minute === 0)],
  ["6 requests per hour, all fail for 6h", rare((minute) => minute >= 0 && minute < 360)],
  [
    "600 requests per minute, all fail for 3m, then no requests",
    (minute) => (minute < 3 ? [100, minute < 0 ? 0 : 100] : [0, 0]),
  ],
  ["no requests for 6h", (minute) => (minute < 0 ? [100, 0] : [0, 0])],
];

export function lowTrafficTable(): string {
  const rows = LOADS.map(([name, load]) => {
    const cells = (["ideal", "sql", "at least 60", "series"] as const).map((column) => {
      const found = (["fast", "medium"] as const).flatMap((key) => {
        const rate = rateOf(key);
        const start = rate.longMinutes * MINUTE;
        const traffic = new Traffic(start + 12 * 60 * MINUTE, (step) => load((step - start) / MINUTE));
        const [method, minEvents] = column === "at least 60" ? (["sql", 60] as const) : ([column, 1] as const);
        const [first] = firingsOf(traffic, alertOf(method, key), rate, minEvents);
        return first ? [`${key} after ${timeText(first.firedAt / 60 - start / MINUTE)}`] : [];
      });
      return found.length === 0 ? "no" : found.join(", ");
    });
    return [name, ...cells];
  });
  return tableOf(["Traffic", "Ideal", "`sql`", "`sql`, `minEvents: 60`", "`series`"], rows);
}

function rangeText(minutes: readonly number[]): string {
  const [least, most] = [timeText(Math.min(...minutes)), timeText(Math.max(...minutes))];
  return least === most ? least : `${least} to ${most}`;
}

/** Returns minutes as `90m`, rounded up, or as `36h` from ten hours on. */
function timeText(minutes: number): string {
  const whole = Math.ceil(Number(minutes.toFixed(6)));
  return whole < 600
    ? `${whole}m`
    : durationText(Math.ceil(whole / 60) * 60).replace(/^(\d+)d$/, (_, days) => `${Number(days) * 24}h`);
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")
    .replaceAll("| --- ", "|---")
    .replaceAll("--- |", "---|");
}
