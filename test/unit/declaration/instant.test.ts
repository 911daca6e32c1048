import { instant, toUtc } from "../../../src/declaration/value-types";

test.each(["2026-12-31T23:59:59Z", "2026-12-31T23:59:59.123Z", "2026-12-31T23:59:59+01:00"])(
  "%s is a valid time",
  (text) => {
    expect(instant().safeParse(text).success).toBe(true);
  },
);

test.each(["2026-12-31T23:59:59", "2026-12-31", "23:59", "2026-13-01T00:00:00Z", ""])(
  "%j is not a valid time",
  (text) => {
    expect(instant().safeParse(text).success).toBe(false);
  },
);

test("a time with a time zone is converted to UTC with milliseconds, as the servers store it", () => {
  expect(toUtc("2026-12-31T23:59:59+01:00")).toBe("2026-12-31T22:59:59.000Z");
});

test.each([
  ["soon", "soon"],
  [1e20, "100000000000000000000"],
])("the server's time %p, which no Date can represent, stays a text", (moment, text) => {
  expect(toUtc(moment)).toBe(text);
});
