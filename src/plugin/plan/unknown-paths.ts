import type { AttributePath } from "../diagnostics/attribute-path";
import type { Type } from "../types/type";
import { isUnknown } from "../values/unknown";
import { containsUnknown, isList, isObject, type ObjectValue, type Value } from "../values/value";

/** Where a value of that type holds unknowns. */
export function unknownPaths(type: Type, value: Value, path: AttributePath = []): AttributePath[] {
  if (isUnknown(value)) return [path];
  if (typeof type === "string") return containsUnknown(value) ? [path] : [];
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) => {
      if ("map" in type) return unknownPaths(type.map, inner, [...path, { key: name }]);
      return unknownPaths(("object" in type ? type.object[name] : undefined) ?? "dynamic", inner, [...path, name]);
    });
  }
  if (!isList(value)) return [];
  return value.flatMap((element, index) => unknownPaths(elementType(type, index), element, [...path, index]));
}

/** The object with null in place of every unknown. */
export function knownMembers(object: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, known(inner)]));
}

function known(value: Value): Value {
  if (isUnknown(value)) return null;
  if (isList(value)) return value.map(known);
  if (isObject(value)) return knownMembers(value);
  return containsUnknown(value) ? null : value;
}

function elementType(type: Exclude<Type, string>, index: number): Type {
  if ("list" in type) return type.list;
  if ("set" in type) return type.set;
  return ("tuple" in type ? type.tuple[index] : undefined) ?? "dynamic";
}
