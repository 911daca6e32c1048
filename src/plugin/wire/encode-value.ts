import type { AttributePath } from "../diagnostics/attribute-path";
import { inferType } from "../types/infer-type";
import type { Type } from "../types/type";
import { typeToBytes } from "../types/type-json";
import { DynamicValue } from "../values/dynamic-value";
import { ExactNumber } from "../values/exact-number";
import { isUnknown } from "../values/unknown";
import { attributeOf, isList, isObject, type ObjectValue, type Value } from "../values/value";
import { MsgpackWriter } from "./msgpack-writer";
import { ValueError } from "./value-error";

/** Where the encoding is: a stack, since a copy for every attribute would take longer than its encoding. */
type MutablePath = AttributePath[number][];

/** The msgpack of a value. A missing attribute of an object is null. Throws a ValueError that names what does not fit the type. */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const writer = new MsgpackWriter();
  encode(writer, type, value, []);
  return writer.finish();
}

function encode(writer: MsgpackWriter, type: Type, value: Value, path: MutablePath): MsgpackWriter {
  if (value === null) return writer.writeNil();
  if (isUnknown(value)) return writer.writeUnknown();
  if (type === "dynamic") return encodeDynamic(writer, value, path);
  if (typeof type === "string") return encodePrimitive(writer, type, value, path);
  if ("map" in type) return encodeMap(writer, type.map, value, path);
  if ("object" in type) return encodeObject(writer, type.object, value, path);
  if (!isList(value)) throw mismatch("an array", value, path);
  if ("tuple" in type) return encodeTuple(writer, type.tuple, value, path);
  const inner = "list" in type ? type.list : type.set;
  writer.writeArrayLength(value.length);
  for (const [index, element] of value.entries()) encodeAt(index, writer, inner, element, path);
  return writer;
}

function encodeAt(
  step: AttributePath[number],
  writer: MsgpackWriter,
  type: Type,
  value: Value,
  path: MutablePath,
): void {
  path.push(step);
  encode(writer, type, value, path);
  path.pop();
}

function encodePrimitive(
  writer: MsgpackWriter,
  type: "string" | "number" | "bool",
  value: Value,
  path: MutablePath,
): MsgpackWriter {
  if (type === "string" && typeof value === "string") return writer.writeString(value);
  if (type === "bool" && typeof value === "boolean") return writer.writeBool(value);
  const numeric =
    typeof value === "bigint" || value instanceof ExactNumber || (typeof value === "number" && !Number.isNaN(value));
  if (type === "number" && numeric) return writer.writeNumber(value);
  throw mismatch(`a ${type}`, value, path);
}

function encodeMap(writer: MsgpackWriter, inner: Type, value: Value, path: MutablePath): MsgpackWriter {
  if (!isObject(value)) throw mismatch("a map", value, path);
  const members = Object.entries(value);
  writer.writeMapLength(members.length);
  for (const [key, member] of members) {
    writer.writeString(key);
    encodeAt({ key }, writer, inner, member, path);
  }
  return writer;
}

function encodeObject(
  writer: MsgpackWriter,
  attributes: Readonly<Record<string, Type>>,
  value: Value,
  path: MutablePath,
): MsgpackWriter {
  if (!isObject(value)) throw mismatch("an object", value, path);
  refuseForeign(attributes, value, path);
  const entries = Object.entries(attributes);
  writer.writeMapLength(entries.length);
  for (const [name, type] of entries) {
    writer.writeString(name);
    encodeAt(name, writer, type, attributeOf(value, name), path);
  }
  return writer;
}

function refuseForeign(attributes: Readonly<Record<string, Type>>, value: ObjectValue, path: MutablePath): void {
  const foreign = Object.keys(value).find((name) => !Object.hasOwn(attributes, name) && value[name] !== undefined);
  if (foreign !== undefined) throw new ValueError("the schema has no such attribute", [...path, foreign]);
}

function encodeTuple(
  writer: MsgpackWriter,
  types: readonly Type[],
  value: readonly Value[],
  path: MutablePath,
): MsgpackWriter {
  if (value.length !== types.length)
    throw new ValueError(`a tuple of ${types.length} is expected, not of ${value.length}`, [...path]);
  writer.writeArrayLength(types.length);
  for (const [index, type] of types.entries()) encodeAt(index, writer, type, value[index] ?? null, path);
  return writer;
}

function encodeDynamic(writer: MsgpackWriter, value: Value, path: MutablePath): MsgpackWriter {
  const type = inferType(value);
  writer.writeArrayLength(2);
  writer.writeBytes(typeToBytes(type));
  return encode(writer, type, value instanceof DynamicValue ? value.value : value, path);
}

function mismatch(wanted: string, value: Value, path: MutablePath): ValueError {
  const found = isList(value) ? "an array" : value === undefined ? "undefined" : `a value of type ${typeof value}`;
  return new ValueError(`${wanted} is expected, not ${found}`, [...path]);
}
