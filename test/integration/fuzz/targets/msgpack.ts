import fc from "fast-check";
import type { Type } from "../../../../src/plugin";
import { valuesEqual } from "../../../../src/plugin/values/equal";
import { decodeMsgpack, encodeMsgpack } from "../../../../src/plugin/values/value-codec";
import { MsgpackError } from "../../../../src/plugin/wire/msgpack-reader";
import { changedBytes } from "../generators/bytes";
import { anyType, anyValueOf } from "../generators/values";
import { must, orRefusal, pureTarget } from "../target";

/**
 * Bytes that are read with a type: a value of this type, the value with changes, a value of another type, or any bytes.
 */
function bytesFor(type: Type): fc.Arbitrary<Uint8Array> {
  const own = anyValueOf(type).map((value) => encodeMsgpack(type, value));
  const others = anyType.chain((other) => anyValueOf(other).map((value) => encodeMsgpack(other, value)));
  return fc.oneof(
    { arbitrary: changedBytes(own), weight: 6 },
    { arbitrary: changedBytes(others), weight: 2 },
    { arbitrary: fc.uint8Array({ maxLength: 64 }), weight: 1 },
  );
}

/** Terraform's values as a host sends them. A value is unchanged after it is read, written and read again. */
export const msgpack = pureTarget(
  "msgpack",
  200,
  anyType.chain((type) => bytesFor(type).map((bytes) => ({ type, bytes }))),
  ({ type, bytes }) => {
    const value = orRefusal(() => decodeMsgpack(type, bytes), MsgpackError);
    if (value === undefined) {
      return;
    }
    const again = decodeMsgpack(type, encodeMsgpack(type, value));
    must(valuesEqual(value, again, type), () => "What was read is not what was written.");
  },
);
