import { DynamicValue } from "../../../src/plugin";
import { parseJson } from "../../../src/plugin/wire/exact-json";
import { valueFromJson } from "../../../src/plugin/wire/json-value";

describe("JSON", () => {
  test("keeps the digits that a JS number would lose, as text", () => {
    const text =
      '{"a":9007199254740993,"b":[1.5,-2e3,0.12345678901234567890],"c":"9007199254740993 in \\"text\\" 12345678901234567890"}';
    expect(parseJson(text)).toEqual({
      a: "9007199254740993",
      b: [1.5, -2000, "0.12345678901234567890"],
      c: '9007199254740993 in "text" 12345678901234567890',
    });
  });
});

describe("a value from JSON", () => {
  test("has the exact number", () => {
    expect(valueFromJson({ list: "number" }, parseJson("[9007199254740993, 0.1, 1e30, 5]"))).toEqual([
      9007199254740993n,
      0.1,
      10n ** 30n,
      5,
    ]);
  });

  test("is converted between primitives as Terraform converts them", () => {
    const type = { object: { text: "string", number: "number", bool: "bool" } } as const;
    expect(valueFromJson(type, { text: 5, number: "6", bool: "true" })).toEqual({ text: "5", number: 6, bool: true });
  });

  test("has all attributes of its type and no others, at any depth", () => {
    const type = { map: { object: { a: "string", b: "string" } } } as const;
    expect(valueFromJson(type, { x: { a: "1", c: "2" } })).toEqual({ x: { a: "1", b: null } });
  });

  test("in a dynamic place has its type beside it", () => {
    expect(valueFromJson("dynamic", { type: ["list", "number"], value: [1] })).toEqual(
      new DynamicValue({ list: "number" }, [1]),
    );
  });

  test.each([
    [{ list: "string" } as const, { a: 1 }, []],
    [{ map: "string" } as const, ["a"], []],
    [{ list: { object: { a: "number" } } } as const, [{ a: "x" }], [0, "a"]],
    [{ map: "bool" } as const, { k: "maybe" }, [{ key: "k" }]],
  ])("of type %j refuses %j and says where", (type, json, path) => {
    expect(() => valueFromJson(type, json)).toThrow(expect.objectContaining({ name: "ValueError", path }));
  });
});
