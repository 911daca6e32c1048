import type { Type } from "../types/type";
import { typeFromJson } from "../types/type-json";
import { DynamicValue } from "../values/dynamic-value";
import { UNKNOWN } from "../values/unknown";
import { type ObjectValue, setMember, type Value } from "../values/value";
import { MsgpackError, MsgpackReader } from "./msgpack-reader";

/** The value of that type in the bytes. Throws a MsgpackError for other bytes. */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decode(reader, type);
  if (!reader.atEnd) throw new MsgpackError("msgpack goes on after the value");
  return value;
}

function decode(reader: MsgpackReader, type: Type): Value {
  if (reader.takeNil()) return null;
  if (reader.takeExtension()) return UNKNOWN;
  if (type === "string") return reader.readString();
  if (type === "bool") return reader.readBool();
  if (type === "number") return reader.readNumber();
  if (type === "dynamic") return decodeDynamic(reader);
  if ("list" in type) return decodeArray(reader, () => type.list);
  if ("set" in type) return decodeArray(reader, () => type.set);
  if ("tuple" in type) return decodeArray(reader, (index) => type.tuple[index]);
  if ("map" in type) return decodeMembers(reader, () => type.map);
  return decodeMembers(reader, (name) => type.object[name]);
}

function decodeArray(reader: MsgpackReader, typeAt: (index: number) => Type | undefined): Value[] {
  const length = reader.readArrayLength();
  const elements: Value[] = [];
  for (let index = 0; index < length; index += 1) {
    const type = typeAt(index);
    if (!type) throw new MsgpackError("a tuple holds more elements than its type");
    elements.push(decode(reader, type));
  }
  return elements;
}

function decodeMembers(reader: MsgpackReader, typeOf: (name: string) => Type | undefined): ObjectValue {
  const members: Record<string, Value> = {};
  for (let left = reader.readMapLength(); left > 0; left -= 1) {
    const name = reader.readString();
    const type = typeOf(name);
    if (!type)
      throw new MsgpackError(`an object holds the attribute ${JSON.stringify(name)}, which its type does not have`);
    setMember(members, name, decode(reader, type));
  }
  return members;
}

function decodeDynamic(reader: MsgpackReader): Value {
  if (reader.readArrayLength() !== 2) throw new MsgpackError("a dynamic value is not a pair of type and value");
  const type = typeFromJson(JSON.parse(Buffer.from(reader.readBytes()).toString()));
  return new DynamicValue(type, decode(reader, type));
}
