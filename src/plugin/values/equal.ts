import { inferType, type Type, typeAt } from "../schema/schema";
import { typeToJson } from "../schema/schema-message";
import {
  attributeOf,
  DynamicValue,
  ExactNumber,
  isList,
  isObject,
  isUnknown,
  type ObjectValue,
  type Value,
} from "./value";

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

/**
 * Returns the number of a decimal text in the form of `Value`. Throws a SyntaxError for other text, without quoting it.
 */
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

/**
 * Returns the exact number of a 64-bit float. `0.1` as a float is not the decimal 0.1, so it becomes an ExactNumber.
 */
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

/**
 * Returns the exact value of the 64 bits. Doubling a float is exact, so doubling it until it is an integer gives its
 * binary fraction.
 */
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

/**
 * Compares two values deeply: numbers by their numeric value, members of objects in any order. With a type, sets are
 * compared without order and a missing attribute equals null. An unknown equals an unknown.
 */
export function valuesEqual(a: Value, b: Value, type?: Type): boolean {
  if (a === b) {
    return true;
  }
  if (type === "dynamic") {
    return dynamicKey(a) === dynamicKey(b);
  }
  if (isList(a) && isList(b) && !isSet(type)) {
    return listsEqual(a, b, type);
  }
  if (isObject(a) && isObject(b)) {
    return objectsEqual(a, b, type);
  }
  return valueKey(a, type) === valueKey(b, type);
}

/**
 * Returns the earlier value if both are equal, and otherwise the new one. A later comparison of the same object is then
 * immediate.
 */
export function sharedWith(before: Value | undefined, value: Value, type: Type): Value {
  return before !== undefined && valuesEqual(value, before, type) ? before : value;
}

function listsEqual(a: readonly Value[], b: readonly Value[], type: Type | undefined): boolean {
  return a.length === b.length && a.every((one, index) => valuesEqual(one, b[index] ?? null, typeAt(type, index)));
}

function objectsEqual(a: ObjectValue, b: ObjectValue, type: Type | undefined): boolean {
  const { attributes, inner } = membersOf(type);
  if (!attributes && Object.keys(a).length !== Object.keys(b).length) {
    return false;
  }
  return Object.keys(attributes ?? a).every(
    (name) =>
      (attributes !== undefined || Object.hasOwn(b, name)) &&
      valuesEqual(attributeOf(a, name), attributeOf(b, name), attributes?.[name] ?? inner),
  );
}

function membersOf(type: Type | undefined): { attributes?: Readonly<Record<string, Type>>; inner?: Type } {
  if (typeof type !== "object") {
    return {};
  }
  if ("object" in type) {
    return { attributes: type.object };
  }
  return "map" in type ? { inner: type.map } : {};
}

/** Returns one text per value. Equal values have equal texts. Without a type, arrays are ordered. */
export function valueKey(value: Value, type?: Type): string {
  if (value === null) {
    return "null";
  }
  if (isUnknown(value)) {
    return "?";
  }
  if (type === "dynamic") {
    return dynamicKey(value);
  }
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "boolean") {
    return String(value);
  }
  if (typeof value === "number" || typeof value === "bigint" || value instanceof ExactNumber) {
    return numberKey(value);
  }
  if (isList(value)) {
    return listKey(value, type);
  }
  if (value instanceof DynamicValue) {
    return dynamicKey(value);
  }
  return objectKey(value, type);
}

function dynamicKey(value: Value): string {
  const type = inferType(value);
  const inner = value instanceof DynamicValue ? value.value : value;
  const typeText = JSON.stringify(typeToJson(type));
  return `<${typeText}>${type === "dynamic" ? valueKey(inner) : valueKey(inner, type)}`;
}

function listKey(values: readonly Value[], type: Type | undefined): string {
  const keys = values.map((value, index) => valueKey(value, typeAt(type, index)));
  return `[${(isSet(type) ? [...new Set(keys)].sort() : keys).join()}]`;
}

function objectKey(value: ObjectValue, type: Type | undefined): string {
  const { attributes, inner } = membersOf(type);
  const names = Object.keys(attributes ?? value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(attributeOf(value, name), attributes?.[name] ?? inner)}`)}}`;
}

function isSet(type: Type | undefined): type is { set: Type } {
  return typeof type === "object" && "set" in type;
}
