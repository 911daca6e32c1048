import { ExactNumber } from "./exact-number";

/** A finite decimal: `digits` times ten to the power of `exponent`; no trailing zero in `digits`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Integers with more digits than this stay text: nobody calculates with them. */
const mostBigintDigits = 1000;

/** Most numbers are such: what JavaScript makes of them is exact. */
const shortInteger = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * The number that a decimal text means, in the form of `Value`. Throws a SyntaxError for other text.
 */
export function numberFromText(text: string): number | bigint | ExactNumber {
  if (shortInteger.test(text)) return Number(text);
  const decimal = parseDecimal(text);
  if (!decimal) throw new SyntaxError(`not a decimal number: ${JSON.stringify(text)}`);
  const nearest = Number(text);
  if (Number.isSafeInteger(nearest) && sameDecimal(decimal, shortest(nearest))) return nearest === 0 ? 0 : nearest;
  if (decimal.exponent >= 0 && decimal.exponent < mostBigintDigits)
    return decimal.digits * 10n ** BigInt(decimal.exponent);
  if (Number.isFinite(nearest) && sameDecimal(decimal, shortest(nearest))) return nearest;
  return new ExactNumber(decimalKey(decimal));
}

/** The number that a 64-bit float is, exactly. `0.1` as a float is not the decimal 0.1, so it becomes an ExactNumber. */
export function numberFromFloat(float: number): number | bigint | ExactNumber {
  if (!Number.isFinite(float)) return float;
  if (Number.isSafeInteger(float)) return float === 0 ? 0 : float;
  if (Number.isInteger(float)) return BigInt(float);
  return isExactFloat(float) ? float : new ExactNumber(decimalKey(exact(float)));
}

/** Whether the shortest decimal text of the number is what its 64 bits hold: true for 0.5, false for 0.1. */
export function isExactFloat(number: number): boolean {
  return sameDecimal(shortest(number), exact(number));
}

/** One text per numeric value: equal numbers give equal texts, whatever form they have. */
export function numberKey(number: number | bigint | ExactNumber): string {
  if (typeof number === "bigint") return decimalKey(normalise(number, 0));
  const text = String(number);
  const decimal = parseDecimal(text);
  return decimal ? decimalKey(decimal) : text;
}

function shortest(number: number): Decimal {
  return parseDecimal(String(number)) ?? { digits: 0n, exponent: 0 };
}

/** What the 64 bits hold. Doubling a float is exact, so doubling until it is whole gives its binary fraction. */
function exact(float: number): Decimal {
  let scaled = float;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings += 1;
  }
  return normalise(BigInt(scaled) * 5n ** BigInt(halvings), -halvings);
}

function parseDecimal(text: string): Decimal | undefined {
  const match = decimalText.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  return normalise(sign === "-" ? -digits : digits, Number(exponent) - fraction.length);
}

function normalise(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const significant = text.replace(/0+$/, "");
  return { digits: BigInt(significant), exponent: exponent + text.length - significant.length };
}

function sameDecimal(a: Decimal, b: Decimal): boolean {
  return a.digits === b.digits && a.exponent === b.exponent;
}

function decimalKey(decimal: Decimal): string {
  return decimal.exponent === 0 ? String(decimal.digits) : `${decimal.digits}e${decimal.exponent}`;
}
