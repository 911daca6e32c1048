import { ownValue, setOwn } from "../../own-values";
import { quietly } from "../../quietly";
import { MsgpackError, MsgpackReader } from "../wire/msgpack-reader";
import { MsgpackWriter } from "../wire/msgpack-writer";
import { ExactNumber } from "../wire/numbers";
import type { AttributePath } from "./path";
import { itemType, MAX_VALUE_DEPTH, type Type, typeFromJson, typeToBytes } from "./type";
import {
  attributeOf,
  DynamicValue,
  inferType,
  isList,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "./value";

/** Decodes the value of a type. Throws a MsgpackError for invalid bytes. */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new MsgpackReader(bytes);
  const value = decode(reader, type, MAX_VALUE_DEPTH);
  if (!reader.atEnd) {
    throw new MsgpackError("msgpack continues after the value");
  }
  return value;
}

function decode(reader: MsgpackReader, type: Type, levels: number): Value {
  if (reader.takeNil()) {
    return null;
  }
  if (reader.takeExtension()) {
    return UNKNOWN;
  }
  if (type === "string") {
    return reader.readString();
  }
  if (type === "bool") {
    return reader.readBool();
  }
  if (type === "number") {
    return reader.readNumber();
  }
  if (levels === 0) {
    throw new MsgpackError(`a value is nested more than ${MAX_VALUE_DEPTH} levels deep`);
  }
  if (type === "dynamic") {
    return decodeDynamic(reader, levels);
  }
  if ("tuple" in type) {
    return decodeTuple(reader, type.tuple, levels);
  }
  if ("map" in type) {
    return decodeMembers(reader, () => type.map, levels);
  }
  if ("object" in type) {
    return decodeMembers(reader, (name) => ownValue(type.object, name), levels);
  }
  return decodeArray(reader, itemType(type), levels);
}

function decodeArray(reader: MsgpackReader, type: Type, levels: number): Value[] {
  const elements: Value[] = [];
  for (let left = reader.readArrayLength(); left > 0; left -= 1) {
    elements.push(decode(reader, type, levels - 1));
  }
  return elements;
}

function decodeTuple(reader: MsgpackReader, types: readonly Type[], levels: number): Value[] {
  const length = reader.readArrayLength();
  if (length !== types.length) {
    throw new MsgpackError(`a tuple contains ${length} elements where its type has ${types.length}`);
  }
  return types.map((type) => decode(reader, type, levels - 1));
}

function decodeMembers(reader: MsgpackReader, typeOf: (name: string) => Type | undefined, levels: number): ObjectValue {
  const members: Record<string, Value> = {};
  for (let left = reader.readMapLength(); left > 0; left -= 1) {
    const name = reader.readString();
    const type = typeOf(name);
    if (!type) {
      throw new MsgpackError(`an object contains the attribute ${JSON.stringify(name)}, which its type does not have`);
    }
    setOwn(members, name, decode(reader, type, levels - 1));
  }
  return members;
}

function decodeDynamic(reader: MsgpackReader, levels: number): Value {
  if (reader.readArrayLength() !== 2) {
    throw new MsgpackError("a dynamic value is not a pair of type and value");
  }
  const bytes = reader.readBytes();
  const type = quietly(() => typeFromJson(JSON.parse(Buffer.from(bytes).toString())));
  if (!type) {
    throw new MsgpackError("the type of a dynamic value is not a valid Terraform type");
  }
  return new DynamicValue(type, decode(reader, type, levels - 1));
}

/**
 * Thrown for a value that does not fit its type, with its path. The message never contains the value, which may be a
 * secret.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    message: string,
    readonly path: AttributePath,
  ) {
    super(message);
  }
}

/**
 * Encodes a value as msgpack. A missing attribute of an object is null. Throws a ValueError with the path of a value
 * that does not fit the type.
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const encoder = new Encoder();
  encoder.value(type, value);
  return encoder.writer.finish();
}

class Encoder {
  readonly writer = new MsgpackWriter();
  /** Current path. It is a stack, because a copy for every attribute would take longer than the encoding. */
  readonly #path: AttributePath[number][] = [];

  value(type: Type, value: Value): void {
    if (value === null) {
      this.writer.writeNil();
    } else if (isUnknownValue(value)) {
      this.writer.writeUnknown();
    } else if (type === "dynamic") {
      this.#dynamic(value);
    } else if (typeof type === "string") {
      this.#primitive(type, value);
    } else if ("map" in type) {
      this.#map(type.map, value);
    } else if ("object" in type) {
      this.#object(type.object, value);
    } else if (!isList(value)) {
      throw this.#mismatch("an array", value);
    } else if ("tuple" in type) {
      this.#tuple(type.tuple, value);
    } else {
      this.#elements(itemType(type), value);
    }
  }

  #at(step: AttributePath[number], type: Type, value: Value): void {
    this.#path.push(step);
    this.value(type, value);
    this.#path.pop();
  }

  #primitive(type: "string" | "number" | "bool", value: Value): void {
    if (type === "string" && typeof value === "string") {
      this.writer.writeString(value);
    } else if (type === "bool" && typeof value === "boolean") {
      this.writer.writeBool(value);
    } else if (type === "number" && isNumber(value)) {
      this.writer.writeNumber(value);
    } else {
      throw this.#mismatch(`a ${type}`, value);
    }
  }

  #map(inner: Type, value: Value): void {
    if (!isObjectValue(value)) {
      throw this.#mismatch("a map", value);
    }
    const entries = Object.entries(value);
    this.writer.writeMapLength(entries.length);
    for (const [key, entry] of entries) {
      this.writer.writeString(key);
      this.#at({ key }, inner, entry);
    }
  }

  #object(attributes: Readonly<Record<string, Type>>, value: Value): void {
    if (!isObjectValue(value)) {
      throw this.#mismatch("an object", value);
    }
    const unsupported = Object.keys(value).find(
      (name) => !Object.hasOwn(attributes, name) && value[name] !== undefined,
    );
    if (unsupported !== undefined) {
      throw new ValueError("the schema has no such attribute", [...this.#path, unsupported]);
    }
    const entries = Object.entries(attributes);
    this.writer.writeMapLength(entries.length);
    for (const [name, type] of entries) {
      this.writer.writeString(name);
      this.#at(name, type, attributeOf(value, name));
    }
  }

  #tuple(types: readonly Type[], value: readonly Value[]): void {
    if (value.length !== types.length) {
      throw new ValueError(`a tuple of ${types.length} is expected, not of ${value.length}`, [...this.#path]);
    }
    this.writer.writeArrayLength(types.length);
    for (const [index, type] of types.entries()) {
      this.#at(index, type, value[index] ?? null);
    }
  }

  #elements(inner: Type, value: readonly Value[]): void {
    this.writer.writeArrayLength(value.length);
    for (const [index, element] of value.entries()) {
      this.#at(index, inner, element);
    }
  }

  #dynamic(value: Value): void {
    const type = inferType(value);
    this.writer.writeArrayLength(2);
    this.writer.writeBytes(typeToBytes(type));
    this.value(type, value instanceof DynamicValue ? value.value : value);
  }

  #mismatch(wanted: string, value: Value): ValueError {
    const found = isList(value) ? "an array" : value === undefined ? "undefined" : `a value of type ${typeof value}`;
    return new ValueError(`${wanted} is expected, not ${found}`, [...this.#path]);
  }
}

function isNumber(value: Value): value is number | bigint | ExactNumber {
  return (
    typeof value === "bigint" || value instanceof ExactNumber || (typeof value === "number" && !Number.isNaN(value))
  );
}
