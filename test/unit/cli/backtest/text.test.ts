import { backtestHtml } from "../../../../src/cli/commands/backtest/results-page";
import { backtestText } from "../../../../src/cli/commands/backtest/results-text";
import type { Result } from "../../../../src/cli/server/backtest/test-alert";
import { colorsFor } from "../../../../src/cli/terminal/colors";
import { columnsOf } from "../../../../src/cli/terminal/wrap";

const HOUR = 3_600_000;
const from = Date.UTC(2026, 0, 5);
const to = from + 7 * 24 * HOUR;

function resultOf(name: string, firingStarts: readonly number[]): Result {
  return {
    alert: {
      address: `clickstack_alert.${name}`,
      name,
      watches: `Tile errors of ${name}: Logs: count where level:error and region:eu-west-1, by ServiceName`,
      fires: "≥ 50 in 1h",
      query: { series: [], outputs: [] },
      columns: ["ServiceName"],
      condition: { type: "above", threshold: 50, max: 50 },
      schedule: { length: HOUR, offset: 0 },
      inARow: 1,
    } as unknown as Result["alert"],
    notes: [],
    from,
    to,
    windows: [],
    perWeek: firingStarts.length,
    firings: firingStarts.map((start) => ({
      group: "ServiceName: checkout-service-of-the-european-region",
      start,
      firedAt: start + HOUR,
      end: start + HOUR,
      ongoing: false,
      windows: 1,
      notifications: 1,
      peak: 77,
      peakAt: start,
    })),
  };
}

const results = ["支払い", "Errors 👍", "a", "b", "c", "d"].map((name, index) =>
  resultOf(
    name,
    Array.from({ length: index }, (_, each) => from + each * 24 * HOUR),
  ),
);
const options = (width: number) => ({ colors: colorsFor({}, {}), width });

test("more than five alerts are listed before the details, with the most frequently firing alert first", () => {
  const untestable = [{ address: "clickstack_alert.sql", name: "sql", reason: "It has no series." }];
  const text = backtestText(results, untestable, options(80));
  expect(text.split("\n").slice(0, 9)).toEqual([
    "7 alerts",
    "FIRED       A WEEK  FIRES WHEN  ALERT",
    "5 times     5       ≥ 50 in 1h  d",
    "4 times     4       ≥ 50 in 1h  c",
    "3 times     3       ≥ 50 in 1h  b",
    "2 times     2       ≥ 50 in 1h  a",
    "1 time      1       ≥ 50 in 1h  Errors 👍",
    "0 times     0       ≥ 50 in 1h  支払い",
    "not tested  -       -           sql",
  ]);
  expect(backtestText(results.slice(0, 5), [], options(80))).toMatch(/^支払い clickstack_alert/);
});

test.each([60, 80, 120])(
  "no line is wider than %d columns, and a narrow output shows the day of a firing only once",
  (width) => {
    const lines = backtestText(results, [], options(width)).split("\n");
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([]);
    expect(lines.some((line) => /^ {2}2026-01-05 00:00 {2}01:00/.test(line))).toBe(width === 60);
  },
);

test("the values of a chart with a number format have units in the text, in the HTML page and in the plot", () => {
  const fired = resultOf("slow", [from]);
  const alert = {
    ...fired.alert,
    fires: "≥ 800 ms in 1h",
    format: { output: "duration", factor: 1e-9 },
    condition: { type: "above", threshold: 8e8, max: 8e8 },
  };
  const result: Result = {
    ...fired,
    alert,
    windows: [1e8, 9e8].map((value, hour) => ({ start: from + hour * HOUR, values: [{ group: "", value }] })),
    firings: fired.firings.map((firing) => ({ ...firing, peak: 9e8 })),
    targetRate: { wanted: 1, best: { threshold: 8.5e8, firings: 1, perWeek: 1 } },
  };
  const text = backtestText([result], [], options(100));
  expect(text).toContain("up to 900 ms");
  expect(text).toMatch(/ {2}900 ms +ServiceName/);
  expect(text).toContain("threshold 850 ms would have fired 1 time");
  const page = backtestHtml([result], []);
  expect(page).toContain('data-label="Peak">900 ms</td>');
  const labels = [...page.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, label]) => label);
  expect(labels).toEqual(expect.arrayContaining(["0 s", "200 ms", "800 ms"]));
  expect(page).toContain("peak 900 ms</title>");
  expect(page).not.toMatch(/[89]00000000/);
});
