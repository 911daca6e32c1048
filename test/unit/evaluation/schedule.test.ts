import { scheduleOf, windowStarts } from "../../../src/evaluation/schedule";

/** The windows of an alert on one day, as `HH:MM`. */
function starts(alert: object, from = "00:00", to = "04:00"): readonly string[] {
  const schedule = scheduleOf({ interval: "1h", ...alert });
  if (!schedule) {
    throw new Error("There is no such interval.");
  }
  const at = (time: string) => Date.parse(`2026-06-01T${time}:00Z`);
  return windowStarts(schedule, at(from), at(to)).map((start) => new Date(start).toISOString().slice(11, 16));
}

test.each([
  ["an interval of an hour", {}, ["00:00", "01:00", "02:00", "03:00"]],
  ["an offset", { scheduleOffsetMinutes: 10 }, ["00:10", "01:10", "02:10"]],
  ["an offset of 0", { scheduleOffsetMinutes: 0 }, ["00:00", "01:00", "02:00", "03:00"]],
  ["a start long before the time range", { scheduleStartAt: "2026-05-20T07:20:00.000Z" }, ["00:20", "01:20", "02:20"]],
  ["a start within the time range", { scheduleStartAt: "2026-06-01T01:15:00.000Z" }, ["01:15", "02:15"]],
  ["a start after the time range", { scheduleStartAt: "2027-01-01T00:00:00.000Z" }, []],
  [
    "a start and an offset, which is then ignored",
    { scheduleStartAt: "2026-05-31T00:30:00Z", scheduleOffsetMinutes: 5 },
    ["00:30", "01:30", "02:30"],
  ],
  [
    "a start that was cleared",
    { scheduleStartAt: null, scheduleOffsetMinutes: 0 },
    ["00:00", "01:00", "02:00", "03:00"],
  ],
])("an alert with %s has windows at the expected times", (_name, alert, expected) => {
  expect(starts(alert)).toEqual(expected);
});

test("a window is evaluated only if it is completely inside the time range", () => {
  expect(starts({}, "00:10", "03:50")).toEqual(["01:00", "02:00"]);
  expect(starts({ interval: "6h" }, "00:00", "18:00")).toEqual(["00:00", "06:00", "12:00"]);
});

test.each([
  ["30s", 30_000],
  ["1m", 60_000],
  ["15m", 900_000],
  ["1d", 86_400_000],
  ["24h", 86_400_000],
  ["soon", undefined],
  ["0m", undefined],
])("an interval of %s has a length of %s milliseconds", (interval, length) => {
  expect(scheduleOf({ interval })?.length).toBe(length);
});
