import fc from "fast-check";
import { ownValue } from "../../../../src/own-values";
import {
  DynamicValue,
  ExactNumber,
  isList,
  isObjectValue,
  type ObjectValue,
  type Type,
  UNKNOWN,
  type Value,
} from "../../../../src/plugin";
import { anyCharacter } from "../../../support/any-character";

import { NAMES_OF_JAVASCRIPT, objectOf } from "./json";

const name = fc.oneof(fc.constantFrom("id", "name", "a", ...NAMES_OF_JAVASCRIPT), fc.string({ maxLength: 4 }));

/** Generates any Terraform type, with a few levels of nesting. */
export const anyType: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Type>("string", "number", "bool", "dynamic"),
    tie("type").map((list) => ({ list })),
    tie("type").map((set) => ({ set })),
    tie("type").map((map) => ({ map })),
    fc.array(tie("type"), { maxLength: 3 }).map((tuple) => ({ tuple })),
    fc.array(fc.tuple(name, tie("type")), { maxLength: 3 }).map((members) => ({ object: objectOf(members) })),
  ),
})).type;

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  fc.constantFrom(new ExactNumber("1e-400"), new ExactNumber("123e4000")),
);

const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.constantFrom(...NAMES_OF_JAVASCRIPT));

/**
 * Generates values of a type, with null and unknown values in any place.
 * @param leaf generates the values instead of texts. Default: any text
 */
export function anyValueOf(type: Type, leaf: fc.Arbitrary<string> = text): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: knownValueOf(type, leaf), weight: 12 },
    { arbitrary: fc.constantFrom<Value>(null, UNKNOWN), weight: 1 },
  );
}

function knownValueOf(type: Type, leaf: fc.Arbitrary<string>): fc.Arbitrary<Value> {
  if (type === "string") {
    return leaf;
  }
  if (type === "number") {
    return number;
  }
  if (type === "bool") {
    return fc.boolean();
  }
  if (type === "dynamic") {
    return fc.oneof(leaf, fc.boolean()).map((one) => new DynamicValue(typeOfLeaf(one), one));
  }
  if ("list" in type) {
    return fc.array(anyValueOf(type.list, leaf), { maxLength: 3 });
  }
  if ("set" in type) {
    return fc.array(anyValueOf(type.set, leaf), { maxLength: 3 });
  }
  if ("tuple" in type) {
    return fc.tuple(...type.tuple.map((inner) => anyValueOf(inner, leaf)));
  }
  if ("map" in type) {
    return fc.array(fc.tuple(name, anyValueOf(type.map, leaf)), { maxLength: 3 }).map((members) => objectOf(members));
  }
  const members = Object.entries(type.object).map(([key, inner]) =>
    anyValueOf(inner, leaf).map((value) => [key, value] as const),
  );
  return fc.tuple(...members).map((each) => objectOf(each));
}

function typeOfLeaf(leaf: string | boolean): Type {
  return typeof leaf === "string" ? "string" : "bool";
}

const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("null", "unknown", "empty", "twice", "other"),
  other: fc.oneof(text, fc.constantFrom("$\u007b}", "x".repeat(5000), "\u0000", "\u202e", "9".repeat(400))),
});

/**
 * Generates the same value with a few changes in any place. All changes keep the type: nulls, unknowns, empty and
 * repeated collections, other texts and numbers.
 */
export function changedValue(type: Type, value: fc.Arbitrary<Value>, most = 3): fc.Arbitrary<Value> {
  return fc
    .tuple(value, fc.array(change, { maxLength: most }))
    .map(([original, changes]) => changes.reduce((one, each) => changedOnce(type, one, each), original));
}

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changedOnce(root: Type, value: Value, { at, how, other }: Change): Value {
  let left = at % countValues(root, value);
  const visit = (type: Type, node: Value): Value => {
    if (left-- === 0) {
      return replaced(type, node, how, other);
    }
    return mapInner(type, node, visit);
  };
  return visit(root, value);
}

function countValues(type: Type, value: Value): number {
  let count = 1;
  mapInner(type, value, (inner, node) => {
    count += countValues(inner, node);
    return node;
  });
  return count;
}

/** Returns the value with a change of its direct children. */
function mapInner(type: Type, value: Value, change: (type: Type, inner: Value) => Value): Value {
  if (typeof type === "string") {
    return value;
  }
  if (isList(value)) {
    const inner = (index: number) =>
      "list" in type ? type.list : "set" in type ? type.set : "tuple" in type ? type.tuple[index] : undefined;
    return value.map((element, index) => change(inner(index) ?? "dynamic", element));
  }
  if (!isObjectValue(value)) {
    return value;
  }
  const innerOf = (name: string) =>
    "map" in type ? type.map : "object" in type ? ownValue(type.object, name) : undefined;
  return objectOf(
    Object.entries(value).map(([name, inner]) => [name, change(innerOf(name) ?? "dynamic", inner)] as const),
  );
}

function replaced(type: Type, node: Value, how: Change["how"], other: string): Value {
  if (how === "null") {
    return null;
  }
  if (how === "unknown") {
    return UNKNOWN;
  }
  if (typeof type === "string") {
    return replacedLeaf(type, node, how, other);
  }
  if (isList(node)) {
    return "tuple" in type ? node : replacedList(node, how);
  }
  return "map" in type && isObjectValue(node) ? replacedMap(node, how, other) : node;
}

function replacedLeaf(type: Type, node: Value, how: Change["how"], other: string): Value {
  if (type === "number") {
    return how === "empty" ? 0 : new ExactNumber(how === "twice" ? "1e400" : "-15e-1");
  }
  if (type === "bool") {
    return node !== true;
  }
  return how === "empty" ? "" : other;
}

function replacedList(list: readonly Value[], how: Change["how"]): Value {
  if (how === "twice") {
    return [...list, ...list];
  }
  return how === "empty" ? [] : [null, UNKNOWN];
}

function replacedMap(map: ObjectValue, how: Change["how"], key: string): Value {
  return how === "empty" ? {} : objectOf([...Object.entries(map), [key, Object.values(map)[0] ?? null] as const]);
}
