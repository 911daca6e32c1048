import fc from "fast-check";
import { ExactNumber } from "../../../../src/plugin";
import { isExactFloat, numberFromFloat, numberFromText, numberKey } from "../../../../src/plugin/wire/numbers";

describe("a number that is read from a text", () => {
  test.each([
    ["0", 0],
    ["-0", 0],
    ["1", 1],
    ["1.0", 1],
    ["1e3", 1000],
    ["0.1", 0.1],
    ["-17.25", -17.25],
    ["1e-7", 1e-7],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["1e30", 10n ** 30n],
    ["1.5e30", 15n * 10n ** 29n],
  ])("has for %s the value %p", (text, expected) => {
    expect(numberFromText(text)).toBe(expected);
  });

  test("stays a text if neither a number nor a bigint can represent it", () => {
    expect(numberFromText("0.12345678901234567890")).toEqual(new ExactNumber("1234567890123456789e-19"));
    expect(numberFromText("1e-400")).toEqual(new ExactNumber("1e-400"));
    expect(numberFromText("1e100000")).toEqual(new ExactNumber("1e100000"));
  });

  test.each(["", "x", "1.2.3", "0x10", "1e", "NaN", " 1", "1e646456994", "1e-646456994", "1e99999999999999999999"])(
    "is refused for %p without repeating the text",
    (text) => {
      expect(() => numberFromText(text)).toThrow(new SyntaxError("not a decimal number"));
    },
  );

  test("becomes an integer up to a thousand digits, and stays a text above", () => {
    expect(numberFromText("9".repeat(1000))).toBe(10n ** 1000n - 1n);
    expect(numberFromText("1e999")).toBe(10n ** 999n);
    expect(numberFromText("1e1000")).toEqual(new ExactNumber("1e1000"));
    expect(numberFromText(`-${"9".repeat(1001)}`)).toEqual(new ExactNumber(`-${"9".repeat(1001)}`));
  });

  test("has no leading or trailing zeros, for any number of written zeros", () => {
    const zeros = "0".repeat(100_000);
    expect(numberFromText(`1${zeros}1`)).toEqual(new ExactNumber(`1${zeros}1`));
    expect(numberFromText(`${zeros}17.5${zeros}`)).toBe(17.5);
    expect(numberFromText(`-${zeros}.${zeros}`)).toBe(0);
  });
});

describe("a number that is read from a 64-bit float", () => {
  test("has the exact value of the bits, and not the shortest decimal text", () => {
    expect(numberFromFloat(0.5)).toBe(0.5);
    expect(String(numberFromFloat(0.1))).toBe("1000000000000000055511151231257827021181583404541015625e-55");
    expect(numberFromFloat(2 ** 64)).toBe(18446744073709551616n);
    expect(numberFromFloat(-0)).toBe(0);
  });

  test("is exactly representable only for fractions of powers of two", () => {
    expect([0.5, 0.25, 1.75, 0.1, 1 / 3, 5e-324].map(isExactFloat)).toEqual([true, true, true, false, false, false]);
  });
});

describe("the key of a number", () => {
  test("is the same for every form of the same number", () => {
    expect(numberKey(1000)).toBe(numberKey(1000n));
    expect(numberKey(1000)).toBe(numberKey(new ExactNumber("1.000e3")));
    expect(numberKey(0.1)).not.toBe(numberKey(numberFromFloat(0.1)));
  });

  test("is unchanged after a conversion to text and back, for any JavaScript number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(numberKey(numberFromText(String(number)))).toBe(numberKey(number));
      }),
    );
  });

  test("is unchanged after a conversion to text and back, for any integer", () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        expect(BigInt(String(numberFromText(String(integer))))).toBe(integer);
      }),
    );
  });
});
