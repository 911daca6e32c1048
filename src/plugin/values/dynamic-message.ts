import type { Message } from "../protocol/message-types";
import { parseJson } from "./exact-json";
import { valueFromJson } from "./json-value";
import type { Type } from "./type";
import { isObjectValue, type ObjectValue, type Value } from "./value";
import { decodeMsgpack, encodeMsgpack, ValueError } from "./value-codec";

type DynamicMessage = Message<"DynamicValue">;

/** Decodes the value in a message from msgpack, which hosts send, or JSON. A missing message is null. */
export function readValue(type: Type, message: DynamicMessage | undefined): Value {
  if (message === undefined) {
    return null;
  }
  if (message.msgpack.byteLength > 0) {
    return decodeMsgpack(type, message.msgpack);
  }
  if (message.json.byteLength > 0) {
    return valueFromJson(type, parseJson(Buffer.from(message.json).toString()));
  }
  return null;
}

const NIL = 0xc0;

/** Returns true if a message is null, without decoding it. */
export function isNullMessage(message: DynamicMessage | undefined): boolean {
  if (message === undefined) {
    return true;
  }
  if (message.msgpack.byteLength > 0) {
    return message.msgpack[0] === NIL;
  }
  return message.json.byteLength === 0 || Buffer.from(message.json).toString().trim() === "null";
}

export function readObject(type: Type, message: DynamicMessage | undefined): ObjectValue | null {
  const value = readValue(type, message);
  if (value === null || isObjectValue(value)) {
    return value;
  }
  throw new ValueError("an object is expected", []);
}

export function writeValue(type: Type, value: Value): { msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(type, value) };
}
