import { numericGroups, withTextGroups } from "../../../../src/resources/dashboard/tiles/numeric-group";
import { cpuTimeOf } from "../../../support/cpu-time";

test.each([
  ["toUInt16OrZero(LogAttributes['http.status'])", "toString(toUInt16OrZero(LogAttributes['http.status']))"],
  ["ServiceName, toHour(Timestamp) AS hour", "ServiceName, toString(toHour(Timestamp)) AS hour"],
  ["LogAttributes['status']::UInt16", "toString(LogAttributes['status']::UInt16)"],
  ["CAST(Code, 'Nullable(Int32)')", "toString(CAST(Code, 'Nullable(Int32)'))"],
  ["SeverityNumber", "toString(SeverityNumber)"],
])("a group that is a number is found: %s", (groupBy, repaired) => {
  expect(numericGroups(groupBy)).toHaveLength(1);
  expect(withTextGroups(groupBy)).toBe(repaired);
  expect(numericGroups(repaired)).toEqual([]);
});

test.each(["ServiceName", "toString(SeverityNumber)", "if(toUInt8(a) > 1, 'x', 'y')", "LogAttributes['Duration']"])(
  "other groups are texts: %s",
  (groupBy) => {
    expect(numericGroups(groupBy)).toEqual([]);
  },
);

test.each(["as ", "a,", "toUInt16(", "cast(", "::Int", "'"])("a long grouping is read quickly: %s", (part) => {
  expect(cpuTimeOf(() => withTextGroups(part.repeat(10_000 / part.length)))).toBeLessThan(1000);
});
