import fc from "fast-check";
import { firesLess } from "../../../../src/cli/reports/changes/risks";
import { THRESHOLD_TYPES } from "../../../../src/resources/declarations";

const condition = (text: string) => {
  const [type, threshold, most] = text.split(" ");
  return {
    threshold_type: type,
    threshold: Number(threshold),
    threshold_max: most === undefined ? null : Number(most),
  };
};

test.each([
  ["above 100", "above 101", true],
  ["above 100", "above 99", false],
  ["above 100", "above 100", false],
  ["above 100", "above_exclusive 100", true],
  ["above_exclusive 100", "above 100", false],
  ["below 5", "below 4", true],
  ["below 5", "below_or_equal 5", false],
  ["below_or_equal 5", "below 5", true],
  ["above 100", "below 100", true],
  ["equal 3", "between 1 4", false],
  ["between 1 4", "between 2 4", true],
  ["between 2 4", "between 1 4", false],
  ["not_between 1 4", "not_between 1 5", true],
  ["not_between 1 5", "not_between 1 4", false],
  ["not_equal 3", "above 3", true],
  ["above 5", "not_equal 3", false],
])("an alert fires on fewer values after the change from %s to %s: %s", (before, after, expected) => {
  expect(firesLess(condition(before), condition(after))).toBe(expected);
});

test("a report does not compare an unknown condition of an alert with another condition", () => {
  expect(firesLess(condition("above 1"), { threshold_type: "rising", threshold: 5 })).toBeUndefined();
  expect(firesLess(condition("above 1"), { threshold_type: "above" })).toBeUndefined();
});

/** The documented comparison of single values. */
function fires(type: string, value: number, bound: number, most: number): boolean {
  switch (type) {
    case "above":
      return value >= bound;
    case "above_exclusive":
      return value > bound;
    case "below":
      return value < bound;
    case "below_or_equal":
      return value <= bound;
    case "equal":
      return value === bound;
    case "not_equal":
      return value !== bound;
    case "between":
      return value >= bound && value <= most;
    default:
      return value < bound || value > most;
  }
}

test("the comparison of two conditions agrees with a comparison of all values", () => {
  const anyCondition = fc
    .record({ type: fc.constantFrom(...THRESHOLD_TYPES), bound: fc.integer({ min: 0, max: 6 }), width: fc.nat(3) })
    .map(({ type, bound, width }) => ({ type, bound, most: bound + width }));
  // Half steps are between all bounds.
  const values = Array.from({ length: 29 }, (_, index) => (index - 4) / 2);
  const declared = ({ type, bound, most }: { type: string; bound: number; most: number }) => ({
    threshold_type: type,
    threshold: bound,
    threshold_max: type.endsWith("between") ? most : null,
  });
  fc.assert(
    fc.property(anyCondition, anyCondition, (before, after) => {
      const expected = values.some(
        (value) =>
          fires(before.type, value, before.bound, before.most) && !fires(after.type, value, after.bound, after.most),
      );
      expect(firesLess(declared(before), declared(after))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
