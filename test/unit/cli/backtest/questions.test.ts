import { questionsFor, valuesOfResponses } from "../../../../src/cli/server/backtest/queries";
import type { TestableAlert } from "../../../../src/cli/server/backtest/testable-alert";
import { scheduleOf, windowStarts } from "../../../../src/evaluation/schedule";

const HOUR = 3_600_000;
const from = Date.parse("2026-06-01T00:00:00Z");

function ask(alert: object, hours: number, ...functions: readonly string[]) {
  const schedule = scheduleOf({ interval: "1h", ...alert });
  if (!schedule) {
    throw new Error("There is no such interval.");
  }
  const starts = windowStarts(schedule, from, from + hours * HOUR);
  const query = { series: functions.map((aggFn) => ({ aggFn })), outputs: [{ label: "", expression: "A" }] };
  return { starts, schedule, query, questions: questionsFor(starts, schedule, query) };
}

const shown = ({ questions }: ReturnType<typeof ask>) =>
  questions.ranges.map(({ start, end, granularity }) => [(start - from) / HOUR, (end - from) / HOUR, granularity]);

test("windows that start at multiples of their length are requested as buckets for every function", () => {
  expect(shown(ask({}, 24, "quantile"))).toEqual([[0, 24, "1h"]]);
  expect(shown(ask({ interval: "1d" }, 48, "avg"))).toEqual([[0, 48, "1d"]]);
  expect(shown(ask({ scheduleStartAt: "2026-05-01T03:00:00Z" }, 3, "avg"))).toEqual([[0, 3, "1h"]]);
});

test("a long time range is split into requests of 500 buckets, which have the same limits in every run", () => {
  const pieces = shown(ask({}, 1200, "count"));
  expect(pieces.map(([start, end]) => Number(end) - Number(start)).reduce((a, b) => a + b)).toBe(1200);
  expect(pieces.every(([start, end]) => Number(end) - Number(start) <= 500)).toBe(true);
  const later = shown(ask({}, 1300, "count"));
  expect(later.slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1));
});

test.each([
  ["count", { scheduleOffsetMinutes: 10 }, "10m"],
  ["sum", { scheduleOffsetMinutes: 7 }, "1m"],
  ["max", { scheduleStartAt: "2026-05-01T00:30:00Z" }, "30m"],
  ["min", { scheduleStartAt: "2026-05-01T00:00:30Z" }, "30s"],
])("shifted windows of %s are computed from smaller buckets: %j", (aggFn, alert, granularity) => {
  expect(shown(ask(alert, 2, aggFn)).map(([, , width]) => width)).toEqual([granularity]);
});

test.each([
  ["quantile", { scheduleOffsetMinutes: 10 }],
  ["avg", { scheduleOffsetMinutes: 10 }],
  ["count", { scheduleStartAt: "2026-05-01T00:00:07Z" }],
])("shifted windows of %s are requested one by one if no bucket size divides them: %j", (aggFn, alert) => {
  const { questions, starts } = ask(alert, 4, aggFn);
  expect(questions.bucket).toBeUndefined();
  expect(questions.ranges.map(({ start }) => start)).toEqual(starts);
  expect(new Set(questions.ranges.map(({ granularity }) => granularity))).toEqual(new Set(["30d"]));
});

test("the buckets of one window are combined with the aggregate function of their series", () => {
  const { starts, schedule, questions } = ask({ scheduleOffsetMinutes: 20 }, 3, "count", "max", "min", "sum");
  const at = (minutes: number, ...values: (number | null)[]) => ({ time: from + minutes * 60_000, group: [], values });
  const points = [at(20, 1, 1, 1, 1), at(40, 2, 2, 2, 2), at(80, 5, null, 5, 5), at(110, 6, 6, null, 6)];
  const values = (expression: string) => {
    const query = { series: [], outputs: [{ label: "", expression }] };
    const alert = { query, schedule, columns: [] } as unknown as TestableAlert;
    const range = { start: from + 20 * 60_000, end: from + 140 * 60_000, granularity: "10m" };
    return valuesOfResponses(starts, alert, questions, [{ range, points }]).map((each) => each.values[0]?.value);
  };
  expect(["A", "B", "C", "D", "A / D"].map(values)).toEqual([
    [3, 11],
    [2, 6],
    [1, 5],
    [3, 11],
    [1, 1],
  ]);
});

test("groups keep the names of their columns", () => {
  const { starts, schedule, questions } = ask({}, 1, "count");
  const alert = {
    query: { series: [], outputs: [{ label: "", expression: "A" }] },
    schedule,
    columns: ["Host", "Level"],
  };
  const points = [{ time: from, group: ["a", "error"], values: [4] }];
  const range = { start: from, end: from + HOUR, granularity: "1h" };
  expect(valuesOfResponses(starts, alert as unknown as TestableAlert, questions, [{ range, points }])).toEqual([
    { start: from, values: [{ group: "Host: a, Level: error", value: 4 }] },
  ]);
});

test.each(["avg", "count"])(
  "shifted windows of %s need one request if the response contains both parts of each window",
  (aggFn) => {
    const { starts, schedule, query } = ask({ scheduleOffsetMinutes: 7 }, 30, aggFn);
    const questions = questionsFor(starts, schedule, query, true);
    const range = { start: starts[0] ?? 0, end: (starts.at(-1) ?? 0) + HOUR, granularity: "1h" };
    expect(questions.ranges).toEqual([range]);
    const alert = { query: { series: [], outputs: [{ label: "", expression: "A" }] }, schedule, columns: [] };
    const points = [0, 53, 60, 113].map((minutes) => ({
      ...{ time: range.start + minutes * 60_000, group: [] },
      values: [minutes],
    }));
    const windows = valuesOfResponses(starts, alert as unknown as TestableAlert, questions, [{ range, points }]);
    expect(windows.slice(0, 3).map(({ values }) => values.map(({ value }) => value))).toEqual([[0, 53], [60, 113], []]);
  },
);

test("buckets outside of the requested range are ignored", () => {
  const alert = { query: { series: [], outputs: [{ label: "", expression: "A" }] }, columns: [] };
  const point = (hours: number, value: number) => ({ time: from + hours * HOUR, group: [], values: [value] });
  const { starts, schedule, questions } = ask({}, 2, "count");
  const responses = [0, 1].map((hour) => ({
    range: { start: from + hour * HOUR, end: from + (hour + 1) * HOUR, granularity: "1h" },
    points: [point(hour - 1, 100), point(hour, 1 + hour), point(hour + 1, 100)],
  }));
  const values = valuesOfResponses(starts, { ...alert, schedule } as unknown as TestableAlert, questions, responses);
  expect(values.map((each) => each.values[0]?.value)).toEqual([1, 2]);
  const shifted = ask({ scheduleOffsetMinutes: 10 }, 2, "avg");
  const [range] = shifted.questions.ranges;
  const month = (range?.start ?? 0) - ((range?.start ?? 0) % (720 * HOUR));
  const own = { time: month, group: [], values: [5] };
  const other = { time: month - 720 * HOUR, group: [], values: [9] };
  const [window] = valuesOfResponses(
    shifted.starts,
    { ...alert, schedule: shifted.schedule } as unknown as TestableAlert,
    shifted.questions,
    range ? [{ range, points: [own, other] }] : [],
  );
  expect(window?.values).toEqual([{ group: "", value: 5 }]);
});
