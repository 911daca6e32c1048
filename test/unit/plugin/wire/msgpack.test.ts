import { decode, ExtData, ExtensionCodec, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { DynamicValue, ExactNumber, schemaType, type Type, UNKNOWN, type Value } from "../../../../src/plugin";
import { decodeMsgpack, encodeMsgpack } from "../../../../src/plugin/values/value-codec";
import { MsgpackError } from "../../../../src/plugin/wire/msgpack-reader";
import { anyCharacter } from "../../../support/any-character";

const hex = (type: Type, value: Value) => Buffer.from(encodeMsgpack(type, value)).toString("hex");
const there = (type: Type, value: Value) => decodeMsgpack(type, encodeMsgpack(type, value));

describe("numbers in MessagePack", () => {
  test.each<[Value, string]>([
    [0, "00"],
    [127, "7f"],
    [128, "cc80"],
    [256, "cd0100"],
    [65536, "ce00010000"],
    [4294967296, "cf0000000100000000"],
    [-1, "ff"],
    [-32, "e0"],
    [-33, "d0df"],
    [-129, "d1ff7f"],
    [-32769, "d2ffff7fff"],
    [-2147483649, "d3ffffffff7fffffff"],
    [9007199254740993n, "cf0020000000000001"],
    [0.5, "cb3fe0000000000000"],
  ])("are encoded from %p as %s", (number, expected) => {
    expect(hex("number", number)).toBe(expected);
  });

  test.each<[Value, string]>([
    [0.1, "0.1"],
    [18446744073709551616n, "18446744073709551616"],
    [1e30, "1000000000000000000000000000000"],
    [new ExactNumber("1e-400"), "1e-400"],
  ])(
    "are encoded as text for %p, because no 64-bit integer or float would be read as the same number",
    (number, text) => {
      expect(decode(encodeMsgpack("number", number))).toBe(text);
    },
  );

  test("are decoded from integers, floats and text", () => {
    expect(decodeMsgpack("number", Buffer.from("ca3f000000", "hex"))).toBe(0.5);
    expect(decodeMsgpack("number", encode("9007199254740993"))).toBe(9007199254740993n);
    expect(decodeMsgpack("number", encode(-5))).toBe(-5);
    expect(decodeMsgpack("number", encode(2 ** 60))).toBe(2n ** 60n);
  });

  test("are unchanged after a round trip", () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Number.isInteger(one)),
      fc.maxSafeInteger(),
    );
    fc.assert(fc.property(number, (one) => expect(there("number", one)).toBe(one === 0 ? 0 : one)));
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (integer) => {
        expect(BigInt(String(there("number", integer)))).toBe(integer);
      }),
    );
  });
});

describe("unknown values in MessagePack", () => {
  test("are encoded as extension 0 with one zero byte", () => {
    expect(hex("string", UNKNOWN)).toBe("d40000");
    expect(hex({ list: "string" }, ["a", UNKNOWN])).toBe("92a161d40000");
  });

  test.each([
    ["an empty payload", 0, new Uint8Array(1)],
    ["another payload", 0, new Uint8Array(7)],
    ["a refined value", 12, encode({ 1: false, 2: "prefix" })],
    ["a long refined value", 12, encode({ 2: "p".repeat(300) })],
    ["a longer refined value", 12, encode({ 2: "p".repeat(70_000) })],
  ])("are decoded from any extension: %s", (_, code, payload) => {
    const bytes = encode([new ExtData(code, payload), "after"]);
    expect(decodeMsgpack({ list: "string" }, bytes)).toEqual([UNKNOWN, "after"]);
  });
});

describe("objects in MessagePack", () => {
  const type: Type = { object: { a: "string", b: { set: "number" }, c: { map: "bool" } } };

  test("contain every attribute, with nil for missing attributes", () => {
    expect(decode(encodeMsgpack(type, { b: [1] }))).toEqual({ a: null, b: [1], c: null });
  });

  test("are refused with the path if they have an attribute that the type does not have", () => {
    expect(() => encodeMsgpack({ list: type }, [{ a: "x" }, { d: 1 }])).toThrow(
      expect.objectContaining({ message: "the schema has no such attribute", path: [1, "d"] }),
    );
    expect(() => decodeMsgpack(type, encode({ d: 1 }))).toThrow(MsgpackError);
  });

  test("are refused without showing a value of another type", () => {
    expect(() => encodeMsgpack(type, { c: { k: "secret" } })).toThrow(
      expect.objectContaining({ message: "a bool is expected, not a value of type string", path: ["c", { key: "k" }] }),
    );
  });

  test("keep map keys that have a meaning in JavaScript", () => {
    const map = Object.fromEntries([
      ["__proto__", "p"],
      ["constructor", "c"],
      ["toString", "t"],
    ]);
    const back = there({ map: "string" }, map);
    expect(Object.entries(back as object)).toEqual(Object.entries(map));
  });
});

describe("invalid MessagePack data is refused with a clear message", () => {
  const typed = (type: string, value: Uint8Array) => Buffer.concat([Buffer.of(0x92), encode(Buffer.from(type)), value]);
  const nil = Buffer.of(0xc0);
  const dynamicChain = (levels: number) =>
    Buffer.concat([...Array.from({ length: levels }, () => typed('"dynamic"', Buffer.of())), nil]);

  test.each<[string, Type, Uint8Array, string]>([
    ["a text for a number", "number", encode("many"), "a text that is not a number"],
    ["NaN", "number", encode(Number.NaN), "NaN where a number is expected"],
    [
      "a tuple with too few elements",
      { tuple: ["bool", "bool"] },
      encode([true]),
      "a tuple contains 1 elements where its type has 2",
    ],
    [
      "a tuple with too many elements",
      { tuple: [] },
      encode([true]),
      "a tuple contains 1 elements where its type has 0",
    ],
    ["an attribute that objects inherit", { object: {} }, encode({ constructor: null }), 'the attribute "constructor"'],
    ["a type that is not JSON", "dynamic", typed("{", nil), "not a valid Terraform type"],
    ["an invalid type", "dynamic", typed('["set"]', nil), "not a valid Terraform type"],
    [
      "a type without an end",
      "dynamic",
      typed(`${'["map",'.repeat(9999)}""${"]".repeat(9999)}`, nil),
      "not a valid Terraform type",
    ],
    ["a value without an end", "dynamic", dynamicChain(100_000), "nested more than 500 levels deep"],
  ])("%s", (_, type, bytes, words) => {
    expect(() => decodeMsgpack(type, bytes)).toThrow(
      expect.objectContaining({ name: "MsgpackError", message: expect.stringContaining(words) }),
    );
  });

  test.each(["dd", "df", "db", "c6", "c9"])(
    "a declared length of four gigabytes after 0x%s allocates no memory",
    (lead) => {
      const before = process.memoryUsage().arrayBuffers;
      const bytes = Buffer.from(`${lead}ffffffff00`, "hex");
      for (const type of [{ list: "string" }, { map: "string" }, "string", "dynamic"] as const) {
        expect(() => decodeMsgpack(type, bytes)).toThrow(MsgpackError);
      }
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
    },
  );
});

describe("dynamic values in MessagePack", () => {
  test("are encoded as pairs of type and value", () => {
    const [type, value] = decode(encodeMsgpack("dynamic", { a: [1, "x"] })) as [Uint8Array, unknown];
    expect(JSON.parse(Buffer.from(type).toString())).toEqual(["object", { a: ["tuple", ["number", "string"]] }]);
    expect(value).toEqual({ a: [1, "x"] });
  });

  test("keep the type in which they were written", () => {
    const list = new DynamicValue({ list: "string" }, ["a"]);
    expect(there("dynamic", list)).toEqual(list);
    expect(there("dynamic", new DynamicValue("string", UNKNOWN))).toEqual(new DynamicValue("string", UNKNOWN));
    expect(there("dynamic", UNKNOWN)).toBe(UNKNOWN);
    expect(there("dynamic", null)).toBeNull();
  });
});

describe("texts and collections in MessagePack", () => {
  test("keep a byte order mark, which text decoders often remove", () => {
    expect(there("string", "\ufefftext")).toBe("\ufefftext");
    expect(there({ map: "string" }, { "\ufeffkey": "" })).toEqual({ "\ufeffkey": "" });
  });

  test("have their attributes sorted by name, as Terraform writes them", () => {
    const text = { type: "string", description: "x", optional: true } as const;
    const tiles = {
      description: "x",
      optional: true,
      nested: { nesting: "list", attributes: { w: text, h: text } },
    } as const;
    const bytes = encodeMsgpack(schemaType({ attributes: { tiles, name: text } }), {
      tiles: [{}],
      name: "n",
    });
    expect(Buffer.from(bytes)).toEqual(Buffer.from(encode({ name: "n", tiles: [{ h: null, w: null }] })));
  });

  test("are read by another implementation, and its output is read too", () => {
    const value = fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      fc.array(fc.string({ unit: anyCharacter }), { maxLength: 20 }),
      { maxKeys: 20 },
    );
    const type: Type = { map: { list: "string" } };
    fc.assert(
      fc.property(value, (one) => {
        expect(decode(encodeMsgpack(type, one))).toEqual({ ...one });
        expect(decodeMsgpack(type, encode(one))).toEqual({ ...one });
      }),
    );
  });

  test.each([31, 32, 255, 256, 65535, 65536])("are unchanged after a round trip with the length %d", (length) => {
    expect(there("string", "x".repeat(length))).toBe("x".repeat(length));
    expect(
      there(
        { list: "bool" },
        Array.from({ length }, () => true),
      ),
    ).toHaveLength(length);
    const map = Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, index]));
    expect(there({ map: "number" }, map)).toEqual(map);
    const blob = encode("x".repeat(length), { extensionCodec: new ExtensionCodec() });
    expect(Buffer.from(encodeMsgpack("string", "x".repeat(length))).equals(Buffer.from(blob))).toBe(true);
  });

  test("are refused if they end too early or too late", () => {
    const bytes = encode(["a", "b"]);
    expect(() => decodeMsgpack({ list: "string" }, bytes.subarray(0, -1))).toThrow(
      "msgpack ends in the middle of a value",
    );
    expect(() => decodeMsgpack("string", encode("a").slice(0, 0))).toThrow(MsgpackError);
    expect(() => decodeMsgpack({ list: "string" }, Buffer.concat([bytes, Buffer.of(0)]))).toThrow(
      "msgpack continues after the value",
    );
  });
});
