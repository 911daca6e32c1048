import fc from "fast-check";
import {
  containsUnknown,
  DynamicValue,
  ExactNumber,
  isUnknownValue,
  type ObjectValue,
  type Type,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../../../src/plugin";
import { valueKey } from "../../../../src/plugin/values/equal";

describe("two Terraform values are equal", () => {
  test("if their contents are equal, at any depth", () => {
    expect(valuesEqual({ a: [1, { b: "x" }], c: null }, { c: null, a: [1, { b: "x" }] })).toBe(true);
    expect(valuesEqual({ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] })).toBe(false);
    expect(valuesEqual([1, 2], [2, 1])).toBe(false);
    expect(valuesEqual("1", 1)).toBe(false);
    expect(valuesEqual(true, "true")).toBe(false);
    expect(valuesEqual(null, {})).toBe(false);
  });

  test("if their numbers are equal in different representations", () => {
    expect(valuesEqual([1n, 0.5], [1, new ExactNumber("5e-1")])).toBe(true);
    expect(valuesEqual(9007199254740993n, 9007199254740992)).toBe(false);
  });

  test("in any order if their type is a set", () => {
    const type = { object: { tags: { set: "string" }, list: { list: "string" } } } as const;
    expect(valuesEqual({ tags: ["a", "b"], list: [] }, { tags: ["b", "a"], list: [] }, type)).toBe(true);
    expect(valuesEqual({ tags: [], list: ["a", "b"] }, { tags: [], list: ["b", "a"] }, type)).toBe(false);
    expect(valuesEqual({ tags: null }, { tags: null, list: null }, type)).toBe(true);
  });

  test("exactly if their keys are equal", () => {
    const type: Type = {
      object: {
        set: { set: { object: { a: "string", b: "number" } } },
        list: { list: "number" },
        map: { map: "dynamic" },
        tuple: { tuple: ["string", { set: "number" }] },
      },
    };
    const number = fc.constantFrom<Value>(
      0,
      1,
      1n,
      new ExactNumber("1e0"),
      0.5,
      new ExactNumber("5e-1"),
      null,
      UNKNOWN,
    );
    const text = fc.constantFrom<Value>("a", "b", "1", null);
    const some = <T extends Value>(one: fc.Arbitrary<T>) =>
      fc.oneof(fc.constant(null), fc.array(one, { maxLength: 2 }));
    const anything = fc.oneof(text, number, some(number), fc.constant(new DynamicValue("string", "a")));
    const value: fc.Arbitrary<ObjectValue> = fc.record(
      {
        set: some(fc.record({ a: text, b: number }, { requiredKeys: [] })),
        list: some(number),
        map: fc.dictionary(fc.constantFrom("k", "l"), anything, { maxKeys: 2 }),
        tuple: fc.tuple(text, some(number)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(valuesEqual(a, b, type)).toBe(valueKey(a, type) === valueKey(b, type));
        expect(valuesEqual(a, b)).toBe(valueKey(a) === valueKey(b));
      }),
      { numRuns: 500 },
    );
  });

  test("in attributes of the dynamic type only if their types are equal too", () => {
    expect(valuesEqual(new DynamicValue("string", "a"), "a", "dynamic")).toBe(true);
    expect(valuesEqual(new DynamicValue({ list: "string" }, ["a"]), ["a"], "dynamic")).toBe(false);
  });
});

describe("the marker of an unknown value", () => {
  test("equals only itself", () => {
    expect(isUnknownValue(UNKNOWN)).toBe(true);
    expect(isUnknownValue({})).toBe(false);
    expect(String(UNKNOWN)).toBe("(known after apply)");
    expect(valuesEqual(UNKNOWN, UNKNOWN)).toBe(true);
    expect(valuesEqual(UNKNOWN, null)).toBe(false);
  });

  test("is found inside other values", () => {
    expect(containsUnknown({ a: [{ b: UNKNOWN }] })).toBe(true);
    expect(containsUnknown(new DynamicValue({ tuple: ["string"] }, [UNKNOWN]))).toBe(true);
    expect(containsUnknown({ a: [{ b: null }], c: 1n })).toBe(false);
  });
});
