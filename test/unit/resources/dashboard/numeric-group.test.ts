import { numericGroups, withTextGroups } from "../../../../src/resources/dashboard/tiles/numeric-group";
import { cpuTimeOf } from "../../../support/cpu-time";

test.each([
  ["toUInt16OrZero(LogAttributes['http.status'])", "toString(toUInt16OrZero(LogAttributes['http.status']))"],
  ["ServiceName, toHour(Timestamp) AS hour", "ServiceName, toString(toHour(Timestamp)) AS hour"],
  ["LogAttributes['status']::UInt16", "toString(LogAttributes['status']::UInt16)"],
  ["CAST(Code, 'Nullable(Int32)')", "toString(CAST(Code, 'Nullable(Int32)'))"],
  ["SeverityNumber", "toString(SeverityNumber)"],
])("the group-by expression %s has a numeric group", (groupBy, repaired) => {
  expect(numericGroups(groupBy)).toHaveLength(1);
  expect(withTextGroups(groupBy)).toBe(repaired);
  expect(numericGroups(repaired)).toEqual([]);
});

test.each(["ServiceName", "toString(SeverityNumber)", "if(toUInt8(a) > 1, 'x', 'y')", "LogAttributes['Duration']"])(
  "the group-by expression %s has no numeric group",
  (groupBy) => {
    expect(numericGroups(groupBy)).toEqual([]);
  },
);

test.each(["as ", "a,", "toUInt16(", "cast(", "::Int", "'"])(
  "a long group-by expression is read in a short time: %s",
  (part) => {
    expect(cpuTimeOf(() => withTextGroups(part.repeat(10_000 / part.length)))).toBeLessThan(1000);
  },
);
