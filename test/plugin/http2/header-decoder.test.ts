import { headerBlock } from "../../../src/plugin/http2/hpack/header-block";
import { HeaderDecoder } from "../../../src/plugin/http2/hpack/header-decoder";
import { decodeHuffman } from "../../../src/plugin/http2/hpack/huffman";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

describe("the examples of RFC 7541, appendix C", () => {
  test("requests with a growing table, in plain and in Huffman's code", () => {
    const common = { ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com" };
    const expected = [
      common,
      { ...common, "cache-control": "no-cache" },
      { ...common, ":scheme": "https", ":path": "/index.html", "custom-key": "custom-value" },
    ];
    const plain = [
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
      "8286 84be 5808 6e6f 2d63 6163 6865",
      "8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65",
    ];
    const huffman = [
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
      "8286 84be 5886 a8eb 1064 9cbf",
      "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
    ];
    for (const blocks of [plain, huffman]) {
      const decoder = new HeaderDecoder();
      expect(blocks.map((block) => Object.fromEntries(decoder.decode(hex(block))))).toEqual(expected);
    }
  });

  test("responses whose table of 256 octets lets go of the oldest", () => {
    const decoder = new HeaderDecoder();
    const blocks = [
      "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
      "4883 640e ffc1 c0bf",
      "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07",
    ];
    decoder.decode(hex("3fe1 01"));
    const [first, second, third] = blocks.map((block) => Object.fromEntries(decoder.decode(hex(block))));
    const location = "https://www.example.com";
    const date = "Mon, 21 Oct 2013 20:13:21 GMT";
    expect(first).toEqual({ ":status": "302", "cache-control": "private", date, location });
    expect(second).toEqual({ ...first, ":status": "307" });
    expect(third).toEqual({
      ":status": "200",
      "cache-control": "private",
      date: "Mon, 21 Oct 2013 20:13:22 GMT",
      location,
      "content-encoding": "gzip",
      "set-cookie": "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    });
    // ":status: 302" was the oldest; what is left are the newest three.
    expect(() => decoder.decode(hex("c1"))).toThrow("not in the table");
    expect(decoder.decode(hex("be")).get("set-cookie")).toMatch(/^foo=/);
  });
});

test("a block means something else once the table has changed", () => {
  const decoder = new HeaderDecoder();
  const addSecond = headerField(0x40, "second", "2");
  decoder.decode(headerField(0x40, "first", "1"));
  expect([...decoder.decode(hex("be"))]).toEqual([["first", "1"]]);
  expect([...decoder.decode(hex("be"))]).toEqual([["first", "1"]]);
  decoder.decode(addSecond);
  expect([...decoder.decode(hex("be"))]).toEqual([["second", "2"]]);
  decoder.decode(addSecond);
  expect([...decoder.decode(hex("c0"))]).toEqual([["first", "1"]]);
  decoder.decode(hex("20"));
  expect(() => decoder.decode(hex("be"))).toThrow("not in the table");
});

test("what is written is read, also names and values beyond the lengths that fit one octet", () => {
  const headers = { "grpc-status": "13", "grpc-message": "x".repeat(126), a: "y".repeat(127), b: "z".repeat(70_000) };
  expect(Object.fromEntries(new HeaderDecoder().decode(Buffer.from(headerBlock(headers))))).toEqual(headers);
});

test.each([
  ["refers to nothing", "80"],
  ["refers beyond both tables", "be"],
  ["ends in the middle of a header", "40"],
  ["ends in the middle of a text", "4003 6162"],
  ["ends in the middle of a number", "ff"],
  ["has a number without end", "ff ffff ffff ffff ffff 7f"],
  ["makes the table longer than agreed", "3fe2 1f"],
  ["has an end of string in Huffman's code", "4084 ffff ffff 00"],
  ["has padding of more than seven bits in Huffman's code", "4083 f1ff ff 00"],
  ["has padding that is not all ones in Huffman's code", "4081 f0 00"],
])("a block that %s is refused", (_, block) => {
  expect(() => new HeaderDecoder().decode(hex(block))).toThrow(expect.objectContaining({ code: 0x9 }));
});

test("Huffman's code of nothing is nothing", () => {
  expect(decodeHuffman(new Uint8Array())).toBe("");
});

function headerField(prefix: number, name: string, value: string): Buffer {
  const text = (each: string) => Buffer.concat([Buffer.of(each.length), Buffer.from(each)]);
  return Buffer.concat([Buffer.of(prefix), text(name), text(value)]);
}
