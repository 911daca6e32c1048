import type { Type } from "../types/type";
import { typeFromJson } from "../types/type-json";
import { DynamicValue } from "../values/dynamic-value";
import { UNKNOWN } from "../values/unknown";
import { member, type ObjectValue, setMember, type Value } from "../values/value";
import { MsgpackError, MsgpackReader } from "./msgpack-reader";

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
  return decodeMembers(reader, (name) => member(type.object, name), levels);
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
    setMember(members, name, decode(reader, type, levels - 1));
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
