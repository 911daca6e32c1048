import fc from "fast-check";
import { alertText, chartValuesOf, comparedFormat, numberText } from "../../../src/drawing";
import { SensitiveValue } from "../../../src/drawing/dashboard-fields";

const nanoseconds = { output: "duration", factor: 1e-9 };

describe("the number format of a series value", () => {
  test.each<[number | null, unknown, string]>([
    [null, { output: "percent" }, "-"],
    [Number.POSITIVE_INFINITY, undefined, "Infinity"],
    [12.345, undefined, "12.35"],
    [1_234_567, undefined, "1.2M"],
    [1234.5678, { output: "number", mantissa: 2 }, "1234.57"],
    [1_234_567, { output: "number", thousandSeparated: true }, "1,234,567"],
    [1_234_567, { output: "number", average: true, mantissa: 1 }, "1.2m"],
    [1_234_567, { output: "number", average: true }, "1m"],
    [0.4, { output: "number" }, "0"],
    [1000, { output: "number", factor: 0.001 }, "1000"],
    [1234, { output: "number", unit: "ms" }, "1234 ms"],
    [0.1234, { output: "percent" }, "12%"],
    [-0.001, { output: "percent" }, "0%"],
    [0.1234, { output: "percent", mantissa: 0 }, "12%"],
    [0.1234, { output: "percent", mantissa: 1 }, "12.3%"],
    [1234.56, { output: "currency", thousandSeparated: true, mantissa: 0 }, "$1,235"],
    [-5, { output: "currency", currencySymbol: "€", mantissa: 2 }, "-€5.00"],
    [0.5, { output: "currency" }, "$1"],
    [-0.4, { output: "currency" }, "$0"],
    [1024, { output: "byte" }, "1 KB"],
    [1536 * 1024, { output: "byte", mantissa: 1 }, "1.5 MB"],
    [1300, { output: "byte" }, "1 KB"],
    [1000, { output: "byte", decimalBytes: true }, "1 KB"],
    [0, { output: "byte" }, "0 B"],
    [2048, { output: "byte", numericUnit: "bytes_iec" }, "2 KiB"],
    [2000, { output: "byte", numericUnit: "bits_si" }, "2 Kbit"],
    [12, { output: "byte", numericUnit: "bits_iec" }, "12 b"],
    [5, { output: "byte", numericUnit: "gibibytes" }, "5 GiB"],
    [2_500_000, { output: "data_rate", numericUnit: "bytes_sec_si", mantissa: 1 }, "2.5 MB/s"],
    [2_400_000, { output: "data_rate", numericUnit: "bytes_sec_si" }, "2 MB/s"],
    [7.4, { output: "throughput", numericUnit: "rps" }, "7 rps"],
    [7, { output: "data_rate", numericUnit: "megabits_sec" }, "7 Mbit/s"],
    [7, { output: "data_rate", numericUnit: "packets_sec" }, "7 pkt/s"],
    [7, { output: "throughput", numericUnit: "reads_sec" }, "7 rps"],
    [7, { output: "throughput", numericUnit: "rpm_reads" }, "7 rpm"],
    [7.4, { output: "throughput" }, "7"],
    [7.4, { output: "throughput", numericUnit: "constructor" }, "7"],
    [8e8, nanoseconds, "800 ms"],
    [0, nanoseconds, "0 s"],
    [950, nanoseconds, "950 ns"],
    [-1500, { output: "duration", factor: 0.001 }, "-1.5 s"],
    [90, { output: "duration" }, "1.5 min"],
    [7200, { output: "duration", mantissa: 2 }, "2 h"],
    [5000, { output: "duration", mantissa: 0 }, "1.39 h"],
    [800, { output: "time", factor: 1 }, "0:13:20"],
    [3_661_000, { output: "time", factor: 0.001 }, "1:01:01"],
    [5, {}, "5"],
    [5, { output: "hex", mantissa: 500, unit: 7 }, `5.${"0".repeat(20)}`],
    [5.5, { output: "number", mantissa: -1 }, "5.5"],
  ])("shows %p with %j as %p", (value, format, text) => {
    expect(numberText(value, format)).toBe(text);
  });
});

describe("the number format of a threshold", () => {
  test.each<[number, unknown, string]>([
    [800_000_000, undefined, "800000000"],
    [800_000_000, nanoseconds, "800 ms"],
    [1_500_000_000, nanoseconds, "1.5 s"],
    [1_234_567_890, nanoseconds, "1234567.89 µs"],
    [100, { output: "duration" }, "100 s"],
    [5400, { output: "duration" }, "1.5 h"],
    [0.999, { output: "percent", mantissa: 0 }, "99.9%"],
    [0.07, { output: "percent" }, "7%"],
    [1_500_000, { output: "byte" }, "1500000 B"],
    [1_572_864, { output: "byte" }, "1.5 MB"],
    [1_234_567.5, { output: "number", average: true, mantissa: 0 }, "1234567.5"],
    [800, { output: "time", factor: 0.001 }, "800 ms"],
    [800, { output: "time" }, "0:13:20"],
  ])("shows %p with %j as %p", (value, format, text) => {
    expect(numberText(value, format, "exact")).toBe(text);
  });

  test("shows every two different thresholds with different texts", () => {
    const format = fc.record({
      output: fc.constantFrom("number", "percent", "byte", "duration", "time", "currency", "data_rate"),
      factor: fc.constantFrom(undefined, 1, 1e-3, 1e-9),
      numericUnit: fc.constantFrom(undefined, "bytes_iec", "megabits_sec"),
      mantissa: fc.constantFrom(undefined, 0, 2),
    });
    const threshold = fc.oneof(
      fc.integer(),
      fc.integer({ min: -1e6, max: 1e6 }).map((each) => each / 1000),
    );
    fc.assert(
      fc.property(threshold, threshold, format, (one, other, shown) => {
        const texts = [one, other].map((each) => numberText(each, shown, "exact"));
        expect(texts[0] === texts[1]).toBe(one === other);
      }),
    );
  });
});

test("the number format of a value or a formula replaces the format of the chart", () => {
  const [percent, duration, number] = [{ output: "percent" }, { output: "duration" }, { output: "number" }];
  const select = [{ aggFn: "count" }, { aggFn: "max", numberFormat: duration }];
  expect(chartValuesOf({ select, numberFormat: number }).map(({ format }) => format)).toEqual([number, duration]);
  expect(comparedFormat({ select })).toEqual(duration);
  expect(comparedFormat({ select, asRatio: true, numberFormat: percent })).toEqual(percent);
  const formulas = [{ expression: "A / B", numberFormat: percent }];
  expect(chartValuesOf({ select, formulas, numberFormat: number }).map(({ format }) => format)).toEqual([percent]);
  expect(chartValuesOf({ select, formulas, showOperandSeries: true }).map(({ format }) => format)).toEqual([
    undefined,
    duration,
    percent,
  ]);
  expect(comparedFormat({ configType: "sql", numberFormat: percent })).toEqual(percent);
  expect(comparedFormat({ select: "Body" })).toBeUndefined();
  expect(comparedFormat({ numberFormat: { output: "number", unit: new SensitiveValue(1) } })).toBeUndefined();
  expect(comparedFormat(undefined)).toBeUndefined();
});

test("the condition of an alert has the unit of the watched value", () => {
  const alert = { thresholdType: "not_between", threshold: 5e7, thresholdMax: 8e8, interval: "5m" };
  expect(alertText(alert, nanoseconds)).toBe("outside 50 ms to 800 ms in 5m");
  expect(alertText(alert)).toBe("outside 50000000 to 800000000 in 5m");
});

test("a short number has no trailing zeros after the decimal point", () => {
  const percent = { output: "percent", mantissa: 3 };
  expect(numberText(3, percent)).toBe("300.000%");
  expect(numberText(3, percent, "short")).toBe("300%");
  expect(numberText(0.12345, percent, "short")).toBe("12.345%");
});

test("a short number has two decimal places if the format has no mantissa", () => {
  expect(numberText(0.01234, { output: "percent" }, "short")).toBe("1.23%");
  expect([0.2, 0.4].map((each) => numberText(each, { output: "number" }, "short"))).toEqual(["0.2", "0.4"]);
});
