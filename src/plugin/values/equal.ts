import { canonicalKey } from "../../canonical-text";
import { ExactNumber, numberKey } from "../wire/numbers";
import { type Type, typeAt, typeToJson } from "./type";
import {
  attributeOf,
  DynamicValue,
  inferType,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type Value,
} from "./value";

/**
 * Compares two values deeply: numbers by their numeric value, canonically equivalent texts as equal, members of objects
 * in any order. With a type, sets are compared without order and a missing attribute equals null. An unknown equals an
 * unknown.
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
  if (isObjectValue(a) && isObjectValue(b)) {
    return objectsEqual(a, b, type);
  }
  return valueKey(a, type) === valueKey(b, type);
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
  if (isUnknownValue(value)) {
    return "?";
  }
  if (type === "dynamic") {
    return dynamicKey(value);
  }
  if (typeof value === "string") {
    return JSON.stringify(canonicalKey(value));
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
