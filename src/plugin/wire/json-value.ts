import { ownValue, setOwn } from "../../own-values";
import type { AttributePath } from "../diagnostics";
import type { Type } from "../schema/schema";
import { typeFromJson } from "../schema/schema-message";
import { numberFromText } from "../values/equal";
import { DynamicValue, type Value } from "../values/value";
import type { JsonObject, JsonValue } from "./exact-json";
import { ValueError } from "./value-codec";

/**
 * The value of that type in JSON, as a state file holds it. Attributes that the type does not have are dropped, missing ones are null,
 * and primitives are converted to each other as Terraform converts them. Half a character, which only an escape in JSON can be, becomes what
 * UTF-8 makes of it, as in Terraform. Throws a ValueError for what cannot be converted.
 */
export function valueFromJson(type: Type, json: JsonValue | undefined): Value {
  return valueAt([], type, json);
}

/** Where the reading is: a stack, since a copy for every attribute would take longer than its reading. */
type MutablePath = AttributePath[number][];

/** As in msgpack: only dynamic values, which bring types of their own, can go deeper than anybody means. */
const MOST_LEVELS = 500;

function valueAt(path: MutablePath, type: Type, json: JsonValue | undefined): Value {
  if (json === null || json === undefined) return null;
  if (path.length > MOST_LEVELS)
    throw new ValueError(`a value is nested more than ${MOST_LEVELS} levels deep`, [...path]);
  if (type === "dynamic") return dynamicFromJson(json, path);
  if (typeof type === "string") return primitiveFromJson(type, json, path);
  if ("map" in type) return mapFromJson(type.map, json, path);
  if ("object" in type) return objectFromJson(type.object, json, path);
  if (!Array.isArray(json)) throw new ValueError("a list is expected", [...path]);
  if ("tuple" in type) return type.tuple.map((inner, index) => memberAt(path, index, inner, json[index]));
  const inner = "list" in type ? type.list : type.set;
  return json.map((element: JsonValue, index) => memberAt(path, index, inner, element));
}

function memberAt(path: MutablePath, step: AttributePath[number], type: Type, json: JsonValue | undefined): Value {
  path.push(step);
  const value = valueAt(path, type, json);
  path.pop();
  return value;
}

function primitiveFromJson(type: "string" | "number" | "bool", json: JsonValue, path: MutablePath): Value {
  if (typeof json === "object") throw new ValueError(`a ${type} is expected`, [...path]);
  if (type === "string") return String(json).toWellFormed();
  if (type === "bool") {
    if (json === true || json === "true") return true;
    if (json === false || json === "false") return false;
    throw new ValueError("a bool is expected", [...path]);
  }
  try {
    return numberFromText(String(json));
  } catch {
    throw new ValueError("a number is expected", [...path]);
  }
}

function objectFromJson(attributes: Readonly<Record<string, Type>>, json: JsonValue, path: MutablePath): Value {
  if (!isJsonObject(json)) throw new ValueError("an object is expected", [...path]);
  const object: Record<string, Value> = {};
  for (const [name, type] of Object.entries(attributes)) {
    setOwn(object, name, memberAt(path, name, type, ownValue(json, name)));
  }
  return object;
}

function mapFromJson(inner: Type, json: JsonValue, path: MutablePath): Value {
  if (!isJsonObject(json)) throw new ValueError("a map is expected", [...path]);
  const map: Record<string, Value> = {};
  for (const [key, element] of Object.entries(json))
    setOwn(map, key.toWellFormed(), memberAt(path, { key }, inner, element));
  return map;
}

/** A dynamic value is written as `{"type": ..., "value": ...}`. */
function dynamicFromJson(json: JsonValue, path: MutablePath): Value {
  if (!isJsonObject(json)) throw new ValueError("a value with its type is expected", [...path]);
  const type = typeFromJson(ownValue(json, "type"));
  if (!type) throw new ValueError("a Terraform type is expected", [...path, "type"]);
  return new DynamicValue(type, memberAt(path, "value", type, ownValue(json, "value")));
}

export function isJsonObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
