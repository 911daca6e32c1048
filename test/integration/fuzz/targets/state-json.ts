import fc from "fast-check";
import type { ExactJson, Type } from "../../../../src/plugin";
import { readValue, writeValue } from "../../../../src/plugin/values/dynamic-message";
import { valuesEqual } from "../../../../src/plugin/values/equal";
import { ValueError } from "../../../../src/plugin/values/value-codec";
import { anyCharacter } from "../../../support/any-character";
import { changedJsonText } from "../generators/json";
import { anyType } from "../generators/values";
import { must, orRefusal, pureTarget } from "../target";

const digits = fc.stringMatching(/^-?[1-9]\d{0,40}(\.\d{1,30})?(e[+-]?\d{1,30})?$/);

/** JSON in the form of a state file. Some numbers cannot be represented in JavaScript. */
function jsonFor(type: Type): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: changedJsonText(stored(type)), weight: 8 },
    {
      arbitrary: fc.tuple(changedJsonText(stored(type)), digits).map(([text, number]) => text.replace(/\d+/, number)),
      weight: 4,
    },
    { arbitrary: fc.string(), weight: 1 },
  );
}

/** A value of the type in the form that Terraform writes into a state. */
function stored(type: Type): fc.Arbitrary<ExactJson> {
  if (type === "string") {
    return fc.string({ unit: anyCharacter, maxLength: 12 });
  }
  if (type === "number") {
    return fc.double({ noNaN: true, noDefaultInfinity: true });
  }
  if (type === "bool") {
    return fc.boolean();
  }
  if (type === "dynamic") {
    return fc.string().map((value) => ({ type: "string", value }));
  }
  if ("list" in type) {
    return fc.array(stored(type.list), { maxLength: 3 });
  }
  if ("set" in type) {
    return fc.array(stored(type.set), { maxLength: 3 });
  }
  if ("tuple" in type) {
    return fc.tuple(...type.tuple.map(stored));
  }
  if ("map" in type) {
    return fc.dictionary(fc.string(), stored(type.map), { maxKeys: 3 });
  }
  const members = Object.entries(type.object).map(([name, inner]) =>
    stored(inner).map((value) => [name, value] as const),
  );
  return fc.tuple(...members).map((each) => Object.fromEntries(each));
}

/**
 * JSON of states and of configurations that are written by hand. Every value that is read can be written for the host.
 */
export const stateJson = pureTarget(
  "state-json",
  100,
  anyType.chain((type) => jsonFor(type).map((text) => ({ type, text }))),
  ({ type, text }) => {
    const message = { msgpack: new Uint8Array(), json: Buffer.from(text) };
    const value = orRefusal(() => readValue(type, message), ValueError);
    if (value === undefined) {
      return;
    }
    const again = readValue(type, { ...writeValue(type, value), json: new Uint8Array() });
    must(valuesEqual(value, again, type), () => "What was read is not what was written.");
  },
);
