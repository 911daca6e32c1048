import { DynamicValue } from "../values/dynamic-value";
import { ExactNumber } from "../values/exact-number";
import { isUnknown } from "../values/unknown";
import { isList, type Value } from "../values/value";
import type { Type } from "./type";

/** The type of a plain value in a dynamic place: arrays are tuples, objects are objects, null and unknown stay dynamic. */
export function inferType(value: Value): Type {
  if (value === null || isUnknown(value)) return "dynamic";
  if (value instanceof DynamicValue) return value.type;
  if (value instanceof ExactNumber) return "number";
  if (isList(value)) return { tuple: value.map(inferType) };
  if (typeof value === "object") {
    return { object: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inferType(inner)])) };
  }
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "bool" : "number";
}
