import { containsUnknown, DynamicValue, ExactNumber, isUnknown, UNKNOWN, valuesEqual } from "../../../src/plugin";

describe("values are equal", () => {
  test("by what they are, at any depth", () => {
    expect(valuesEqual({ a: [1, { b: "x" }], c: null }, { c: null, a: [1, { b: "x" }] })).toBe(true);
    expect(valuesEqual({ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] })).toBe(false);
    expect(valuesEqual([1, 2], [2, 1])).toBe(false);
    expect(valuesEqual("1", 1)).toBe(false);
    expect(valuesEqual(true, "true")).toBe(false);
    expect(valuesEqual(null, {})).toBe(false);
  });

  test("when their numbers are", () => {
    expect(valuesEqual([1n, 0.5], [1, new ExactNumber("5e-1")])).toBe(true);
    expect(valuesEqual(9007199254740993n, 9007199254740992)).toBe(false);
  });

  test("as sets without order, given the type", () => {
    const type = { object: { tags: { set: "string" }, list: { list: "string" } } } as const;
    expect(valuesEqual({ tags: ["a", "b"], list: [] }, { tags: ["b", "a"], list: [] }, type)).toBe(true);
    expect(valuesEqual({ tags: [], list: ["a", "b"] }, { tags: [], list: ["b", "a"] }, type)).toBe(false);
    expect(valuesEqual({ tags: null }, { tags: null, list: null }, type)).toBe(true);
  });

  test("in dynamic places when their types are equal too", () => {
    expect(valuesEqual(new DynamicValue("string", "a"), "a", "dynamic")).toBe(true);
    expect(valuesEqual(new DynamicValue({ list: "string" }, ["a"]), ["a"], "dynamic")).toBe(false);
  });
});

describe("the unknown value", () => {
  test("is itself and nothing else", () => {
    expect(isUnknown(UNKNOWN)).toBe(true);
    expect(isUnknown({})).toBe(false);
    expect(String(UNKNOWN)).toBe("(known after apply)");
    expect(valuesEqual(UNKNOWN, UNKNOWN)).toBe(true);
    expect(valuesEqual(UNKNOWN, null)).toBe(false);
  });

  test("is found inside others", () => {
    expect(containsUnknown({ a: [{ b: UNKNOWN }] })).toBe(true);
    expect(containsUnknown(new DynamicValue({ tuple: ["string"] }, [UNKNOWN]))).toBe(true);
    expect(containsUnknown({ a: [{ b: null }], c: 1n })).toBe(false);
  });
});
