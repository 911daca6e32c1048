import { exactMoment } from "../../../src/evaluation/time-text";

test.each([
  ["2026-01-02T01:10:00Z", "2026-01-02 01:10"],
  ["2026-01-02T01:10:30Z", "2026-01-02 01:10:30"],
])("the time %s is shown as %s, with seconds only if they are not zero", (time, text) => {
  expect(exactMoment(Date.parse(time))).toBe(text);
});
