import { series } from "../../../src/testing";

test.each([
  // The examples of promtool's documentation.
  ["-2+4x3", [-2, 2, 6, 10]],
  [" 1-2x4", [1, -1, -3, -5, -7]],
  [" 1x4", [1, 1, 1, 1, 1]],
  [" 1 _x3 stale", [1, undefined, undefined, undefined, undefined]],
  // Every notation, and their combination.
  ["120", [120]],
  ["0x2 120 130x1 0x0", [0, 0, 0, 120, 130, 130, 0]],
  ["1.5e3 -.5 +2 3.", [1500, -0.5, 2, 3]],
  ["1e2+1e1x2", [100, 110, 120]],
  ["_ 1 _x0 _x1", [undefined, 1, undefined]],
  ["NaN Inf -Inf +inf NaNx1", [null, null, null, null, null, null]],
  ["1\n\t2", [1, 2]],
])("the notation %j has the values %j", (notation, values) => {
  expect(series("5m", notation).values).toEqual(values);
});

test("the notation 0x12 means thirteen zeros, as in promtool", () => {
  expect(series("5m", "0x12 120 130x3 0x6").values).toHaveLength(13 + 1 + 4 + 7);
});

test("a series keeps its step and its start", () => {
  const { step, start } = series("90s", "1", { start: "2026-06-01T02:00:00+02:00" });
  expect([step, start?.toISOString()]).toEqual([90_000, "2026-06-01T00:00:00.000Z"]);
  expect(series("1d", "1").start).toBeUndefined();
});

test("a list of numbers has the same values as the notation", () => {
  expect(series("1m", [1, null, undefined, Number.NaN]).values).toEqual([1, null, undefined, null]);
});

test.each([
  "12y5",
  "0x",
  "x5",
  "1x-2",
  "1x2.5",
  "1,2",
  "_5",
  "_x",
  "1+x3",
  "Stale",
  "0x1F",
  "1+infx2",
  "{{schema:1}}",
  "--1",
])("series refuses the notation %s, and the error shows the position", (item) => {
  expect(() => series("5m", `0x12 1 ${item} 7`)).toThrow(
    /^The series contains "[^"]+" at position 8, which is not in the notation of promtool\..*\n {2}0x12 1 [^\n]+ 7\n {9}\^+\nFix: Write a number/,
  );
});

test("an error shows only a part of a long series around the position, without control characters", () => {
  const message = thrownBy(() => series("5m", `${"1 ".repeat(500)}\u001b[31m ${"2 ".repeat(500)}`));
  const [, shown = "", mark = ""] = message.split("\n");
  expect(message).toContain("at position 1001");
  expect(shown.length).toBeLessThan(90);
  expect(message).not.toContain("\u001b");
  expect(mark.indexOf("^")).toBe(2 + 30);
});

test.each([
  ["", "The series is empty."],
  ["  ", "The series is empty."],
  ["1x9999999", 'more than 1000000 values at "1x9999999" (position 1)'],
  [["a" as unknown as number], 'Value 1 of the series is "a".'],
])("series refuses the values %j", (values, message) => {
  expect(() => series("5m", values)).toThrow(message);
});

test.each(["", "5", "m", "0m", "5 minutes", "-5m"])("series refuses the step %j", (step) => {
  expect(() => series(step, "1")).toThrow(
    /^The step ".*" of a series is invalid\. Fix: Give a whole number with its unit/,
  );
});

test.each(["yesterday", "2026-06-01", "2026-06-01T00:00:00", ""])(
  "series refuses the start %j, which has no time zone",
  (start) => {
    expect(() => series("5m", "1", { start })).toThrow("is not a date and time with its zone. Fix: Write it as");
  },
);

test.each([
  [() => series("5m", 120 as never), 'The values of the series are 120. Fix: Give a text such as "0x12 120"'],
  [() => series(5 as never, "1"), "The step 5 of a series is invalid."],
  [() => series("5m", "1", { start: 5 as never }), "5 is not a date and time with its zone."],
  [
    () => series("5m", "1", { strat: "2026-06-01T00:00:00Z" } as never),
    'The option "strat" does not exist. Did you mean "start"? Fix: Use start.',
  ],
])("series refuses the call %p, which is also a compile error", (run, message) => {
  expect(run).toThrow(message);
});

function thrownBy(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("It throws no error.");
}
