import { ownValue, setOwn } from "../../own-values";
import type { AttributePath } from "../diagnostics";
import { inferType, type Type } from "../schema/schema";
import { typeFromJson, typeToBytes } from "../schema/schema-message";
import {
  attributeOf,
  DynamicValue,
  ExactNumber,
  isList,
  isObject,
  isUnknown,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../values/value";
import { MsgpackError, MsgpackReader } from "./msgpack-reader";
import { MsgpackWriter } from "./msgpack-writer";

/**
 * A type says how deep its values go, but a dynamic value brings a type of its own, which may again be dynamic. Nobody nests them this
 * deep, and reading takes a part of the stack for each level.
 */
const MOST_LEVELS = 500;

/** The value of that type in the bytes. Throws a MsgpackError for other bytes. */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decode(reader, type, MOST_LEVELS);
  if (!reader.atEnd) throw new MsgpackError("msgpack goes on after the value");
  return value;
}

function decode(reader: MsgpackReader, type: Type, levels: number): Value {
  if (reader.takeNil()) return null;
  if (reader.takeExtension()) return UNKNOWN;
  if (type === "string") return reader.readString();
  if (type === "bool") return reader.readBool();
  if (type === "number") return reader.readNumber();
  if (levels === 0) throw new MsgpackError(`a value is nested more than ${MOST_LEVELS} levels deep`);
  if (type === "dynamic") return decodeDynamic(reader, levels);
  if ("list" in type) return decodeArray(reader, type.list, levels);
  if ("set" in type) return decodeArray(reader, type.set, levels);
  if ("tuple" in type) return decodeTuple(reader, type.tuple, levels);
  if ("map" in type) return decodeMembers(reader, () => type.map, levels);
  return decodeMembers(reader, (name) => ownValue(type.object, name), levels);
}

function decodeArray(reader: MsgpackReader, type: Type, levels: number): Value[] {
  const elements: Value[] = [];
  for (let left = reader.readArrayLength(); left > 0; left -= 1) elements.push(decode(reader, type, levels - 1));
  return elements;
}

function decodeTuple(reader: MsgpackReader, types: readonly Type[], levels: number): Value[] {
  const length = reader.readArrayLength();
  if (length !== types.length)
    throw new MsgpackError(`a tuple holds ${length} elements where its type has ${types.length}`);
  return types.map((type) => decode(reader, type, levels - 1));
}

function decodeMembers(reader: MsgpackReader, typeOf: (name: string) => Type | undefined, levels: number): ObjectValue {
  const members: Record<string, Value> = {};
  for (let left = reader.readMapLength(); left > 0; left -= 1) {
    const name = reader.readString();
    const type = typeOf(name);
    if (!type)
      throw new MsgpackError(`an object holds the attribute ${JSON.stringify(name)}, which its type does not have`);
    setOwn(members, name, decode(reader, type, levels - 1));
  }
  return members;
}

function decodeDynamic(reader: MsgpackReader, levels: number): Value {
  if (reader.readArrayLength() !== 2) throw new MsgpackError("a dynamic value is not a pair of type and value");
  const type = typeFromBytes(reader.readBytes());
  if (!type) throw new MsgpackError("the type of a dynamic value is no Terraform type");
  return new DynamicValue(type, decode(reader, type, levels - 1));
}

function typeFromBytes(bytes: Uint8Array): Type | undefined {
  try {
    return typeFromJson(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}

/** A value that does not fit its type, and where. The message never holds the value: it may be a secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    message: string,
    readonly path: AttributePath,
  ) {
    super(message);
  }
}

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
  refuseUnsupported(attributes, value, path);
  const entries = Object.entries(attributes);
  writer.writeMapLength(entries.length);
  for (const [name, type] of entries) {
    writer.writeString(name);
    encodeAt(name, writer, type, attributeOf(value, name), path);
  }
  return writer;
}

function refuseUnsupported(attributes: Readonly<Record<string, Type>>, value: ObjectValue, path: MutablePath): void {
  const unsupported = Object.keys(value).find((name) => !Object.hasOwn(attributes, name) && value[name] !== undefined);
  if (unsupported !== undefined) throw new ValueError("the schema has no such attribute", [...path, unsupported]);
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
