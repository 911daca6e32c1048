import { isNumericType } from "../../../../../src/cli/server/series/clickhouse/columns";

test.each(["UInt8", "Int256", "Float64", "Nullable(Float64)", "LowCardinality(Nullable(UInt16))"])(
  "a column of the type %s is a number for the server",
  (type) => {
    expect(isNumericType(type)).toBe(true);
  },
);

test.each(["Decimal(18, 4)", "Nullable(Decimal(9, 2))", "BFloat16", "Bool", "String", "DateTime"])(
  "a column of the type %s is no number for the server",
  (type) => {
    expect(isNumericType(type)).toBe(false);
  },
);
