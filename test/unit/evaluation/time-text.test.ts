import { exactMoment } from "../../../src/evaluation/time-text";

test.each([
  ["2026-01-02T01:10:00Z", "2026-01-02 01:10"],
  ["2026-01-02T01:10:30Z", "2026-01-02 01:10:30"],
])("the moment %s is shown as %s, with the seconds that it has", (time, text) => {
  expect(exactMoment(Date.parse(time))).toBe(text);
});
