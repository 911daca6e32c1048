import { DynamicValue, type ExactJson } from "../../../../src/plugin";
import { parseJson } from "../../../../src/plugin/values/exact-json";
import { valueFromJson } from "../../../../src/plugin/values/json-value";
import { ValueError } from "../../../../src/plugin/values/value-codec";

/** A type with this number of nested lists. */
const nested = (levels: number, kind: string) =>
  JSON.parse(`${`["${kind}",`.repeat(levels)}"string"${"]".repeat(levels)}`) as ExactJson;

describe("JSON with digits that a JavaScript number loses", () => {
  test("is read with all digits, as text", () => {
    const text =
      '{"a":9007199254740993,"b":[1.5,-2e3,0.12345678901234567890],"c":"9007199254740993 in \\"text\\" 12345678901234567890"}';
    expect(parseJson(text)).toEqual({
      a: "9007199254740993",
      b: [1.5, -2000, "0.12345678901234567890"],
      c: '9007199254740993 in "text" 12345678901234567890',
    });
  });
});

describe("JSON with a number that a JavaScript number cannot represent", () => {
  test.each([
    ['{"n":1e400}', { n: "1e400" }],
    ['{"n":-1E-400}', { n: "-1E-400" }],
    ["[1e300,1e-300]", [1e300, 1e-300]],
    ['["1e400"]', ["1e400"]],
  ])("is read with the number as text: %s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test.each(["\\n", "x", '\\"', "\\\\"])("is read in a short time if it contains megabytes of %j", (part) => {
    const text = part.repeat(5_000_000);
    const { length } = JSON.parse(`"${text}"`) as string;
    const parsed = parseJson(`{"n":12345678901234567890,"text":"${text}","m":0.1}`) as { text: string };
    expect(parsed).toEqual({ n: "12345678901234567890", text: expect.any(String), m: 0.1 });
    expect(parsed.text).toHaveLength(length);
  });

  test.each(['{"n":12345678901234567890,"a":"', "12345678901234567890 secret", '"\\', ""])(
    "is refused if it is incomplete, without repeating it: %j",
    (text) => {
      expect(() => parseJson(text)).toThrow(new ValueError("it is not valid JSON", []));
    },
  );
});

describe("a Terraform value from JSON", () => {
  test("has the exact number", () => {
    expect(valueFromJson({ list: "number" }, parseJson("[9007199254740993, 0.1, 1e30, 5]"))).toEqual([
      9007199254740993n,
      0.1,
      10n ** 30n,
      5,
    ]);
  });

  test("is converted between primitive types in the same way as by Terraform", () => {
    const type = { object: { text: "string", number: "number", bool: "bool" } } as const;
    expect(valueFromJson(type, { text: 5, number: "6", bool: "true" })).toEqual({ text: "5", number: 6, bool: true });
  });

  test("has all attributes of its type and no others, at any depth", () => {
    const type = { map: { object: { a: "string", b: "string" } } } as const;
    expect(valueFromJson(type, { x: { a: "1", c: "2" } })).toEqual({ x: { a: "1", b: null } });
  });

  test("is stored with its type in an attribute of the dynamic type", () => {
    expect(valueFromJson("dynamic", { type: ["list", "number"], value: [1] })).toEqual(
      new DynamicValue({ list: "number" }, [1]),
    );
  });

  test("has no unpaired surrogates, which Terraform's texts cannot contain", () => {
    expect(valueFromJson({ map: "string" }, parseJson('{"\\ud800":"a\\udc00b \\ud83d\\ude00"}'))).toEqual({
      "\ufffd": "a\ufffdb \u{1f600}",
    });
  });

  test.each([
    ["no type", { value: 1 }, ["type"]],
    ["another type", { type: ["list"], value: [] }, ["type"]],
    ["a type without an end", { type: nested(501, "list"), value: [] }, ["type"]],
    ["an inherited type", Object.create({ type: "string" }), ["type"]],
  ])("is refused in an attribute of the dynamic type with %s", (_, json, path) => {
    expect(() => valueFromJson("dynamic", json)).toThrow(
      expect.objectContaining({ message: "a Terraform type is expected", path }),
    );
  });

  test("is refused if its nesting is too deep", () => {
    let json: ExactJson = { type: "string", value: "x" };
    for (let level = 0; level < 600; level += 1) {
      json = { type: "dynamic", value: json };
    }
    expect(() => valueFromJson("dynamic", json)).toThrow("a value is nested more than 500 levels deep");
  });

  test.each([
    [{ list: "string" } as const, { a: 1 }, []],
    [{ map: "string" } as const, ["a"], []],
    [{ list: { object: { a: "number" } } } as const, [{ a: "x" }], [0, "a"]],
    [{ map: "bool" } as const, { k: "maybe" }, [{ key: "k" }]],
  ])("is refused with its path for the type %j if the JSON is %j", (type, json, path) => {
    expect(() => valueFromJson(type, json)).toThrow(expect.objectContaining({ name: "ValueError", path }));
  });
});
