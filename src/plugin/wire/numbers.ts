/**
 * A number that neither a JS number nor a bigint represents exactly, as decimal text ("0.1000000000000000000001",
 * "1e-400"). Terraform's numbers have arbitrary precision (docs/internals/terraform-protocol.md 4).
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/**
 * A finite decimal: digits times ten to the power of `exponent`. Digits other than 0 itself have no leading or trailing
 * zero. They are text, because arithmetic with a million digits would take minutes.
 */
interface Decimal {
  readonly sign: "" | "-";
  readonly digits: string;
  readonly exponent: number;
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Integers with more digits stay text, because no code calculates with them. */
const mostBigintDigits = 1000;

/** Terraform treats a number with a larger exponent as infinity. */
const largestExponent = 646_456_993;

/** Matches most numbers. JavaScript parses them exactly. */
const shortInteger = /^(?:0|-?[1-9]\d{0,14})$/;

/** Returns the form of `Value`. Throws a SyntaxError for text that is not decimal, without quoting it. */
export function numberFromText(text: string): number | bigint | ExactNumber {
  if (shortInteger.test(text)) {
    return Number(text);
  }
  const decimal = parseDecimal(text);
  if (!decimal) {
    throw new SyntaxError("not a decimal number");
  }
  const nearest = Number(text);
  if (Number.isSafeInteger(nearest) && sameDecimal(decimal, shortest(nearest))) {
    return nearest === 0 ? 0 : nearest;
  }
  if (decimal.exponent >= 0 && decimal.digits.length + decimal.exponent <= mostBigintDigits) {
    return BigInt(decimal.sign + decimal.digits + "0".repeat(decimal.exponent));
  }
  if (Number.isFinite(nearest) && sameDecimal(decimal, shortest(nearest))) {
    return nearest;
  }
  return new ExactNumber(decimalKey(decimal));
}

/** Returns the exact number: `0.1` as a float is not the decimal 0.1, so it becomes an ExactNumber. */
export function numberFromFloat(float: number): number | bigint | ExactNumber {
  if (!Number.isFinite(float)) {
    return float;
  }
  if (Number.isSafeInteger(float)) {
    return float === 0 ? 0 : float;
  }
  if (Number.isInteger(float)) {
    return BigInt(float);
  }
  return isExactFloat(float) ? float : new ExactNumber(decimalKey(exact(float)));
}

/** Returns true if the shortest decimal text of the number equals its 64 bits: true for 0.5, false for 0.1. */
export function isExactFloat(number: number): boolean {
  return sameDecimal(shortest(number), exact(number));
}

/** Returns one text per numeric value. Equal numbers have equal texts in any form. */
export function numberKey(number: number | bigint | ExactNumber): string {
  const text = String(number);
  const decimal = parseDecimal(text);
  return decimal ? decimalKey(decimal) : text;
}

function shortest(number: number): Decimal {
  return parseDecimal(String(number)) ?? ZERO;
}

/** Doubles the float until it is an integer. Doubling is exact, so this gives its binary fraction. */
function exact(float: number): Decimal {
  let scaled = float;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings += 1;
  }
  const integer = BigInt(scaled) * 5n ** BigInt(halvings);
  return integer < 0n ? normalized("-", String(-integer), -halvings) : normalized("", String(integer), -halvings);
}

function parseDecimal(text: string): Decimal | undefined {
  const match = decimalText.exec(text);
  if (!match) {
    return undefined;
  }
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const shifted = Number(exponent) - fraction.length;
  if (Math.abs(shifted) > largestExponent) {
    return undefined;
  }
  return normalized(sign === "-" ? "-" : "", whole + fraction, shifted);
}

const ZERO: Decimal = { sign: "", digits: "0", exponent: 0 };
const zeroDigit = 0x30;

function normalized(sign: Decimal["sign"], text: string, exponent: number): Decimal {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) === zeroDigit) {
    from += 1;
  }
  // A regular expression would search for the end of each row of zeros again.
  while (to > from && text.charCodeAt(to - 1) === zeroDigit) {
    to -= 1;
  }
  return from === to ? ZERO : { sign, digits: text.slice(from, to), exponent: exponent + text.length - to };
}

function sameDecimal(a: Decimal, b: Decimal): boolean {
  return a.exponent === b.exponent && a.sign === b.sign && a.digits === b.digits;
}

function decimalKey({ sign, digits, exponent }: Decimal): string {
  return exponent === 0 ? sign + digits : `${sign}${digits}e${exponent}`;
}
