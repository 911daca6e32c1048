import type { JsonObject } from "../../../../src/client";
import { EMAIL, readablePart, wrongField } from "../../../../src/client/reads/resource-api";

const FORMS = { name: "text", from: "object", tiles: "objects", tags: "texts" } as const;

test.each<[string, JsonObject, string | undefined]>([
  ["every field has its type", { name: "a", from: {}, tiles: [{}], tags: ["t"] }, undefined],
  ["fields that are null or absent", { name: null, from: null }, undefined],
  ["fields that the client does not read", { other: 7 }, undefined],
  ["a number for a text", { name: 7 }, 'a field "name" that is not a text'],
  ["a list for an object", { from: [] }, 'a field "from" that is not an object'],
  ["an object for a list", { tiles: {} }, 'a field "tiles" that is not a list of objects'],
  ["null in a list of objects", { tiles: [{}, null] }, 'a field "tiles" that is not a list of objects'],
  ["a number in a list of texts", { tags: ["t", 1] }, 'a field "tags" that is not a list of texts'],
  ["a field with the name of a method", JSON.parse('{"__proto__":1,"toString":1}'), undefined],
])("a record is accepted or refused with the wrong field: %s, %#", (_, record, wrong) => {
  expect(wrongField(record, FORMS)).toBe(wrong);
});

test("the readable part of a record omits fields and list items of a wrong type", () => {
  const record = { id: "1", name: 7, from: [], tiles: [{ id: "t" }, null, 7], tags: ["t", 1], toString: 1, other: 2 };
  expect(readablePart(record, FORMS)).toEqual({ id: "1", tiles: [{ id: "t" }], toString: 1, other: 2 });
});

test("a record with correct types is returned unchanged", () => {
  const record = { id: "1", name: "a", from: null, tiles: [{}], tags: [] };
  expect(readablePart(record, FORMS)).toEqual(record);
});

const LONG = 300_000;

test.each<[string, string]>([
  ["an address", "ann@example.com"],
  ["an address with letters outside of the basic plane", "𝒜nn@exämple.com"],
  ["an address of many characters", `${"a".repeat(LONG)}@${"𝒷".repeat(LONG)}`],
  ["an id of ClickStack", "65f000000000000000000001"],
])("%s can be the id of a member", (_, id) => {
  expect(EMAIL.fits(id)).toBe(true);
});

test.each<[string, string]>([
  ["a text of many characters without @", "a".repeat(LONG)],
  ["many @", "@".repeat(LONG)],
  ["an address with two parts after its name", "änn@example.com@example.com"],
  ["an address without a name", "@example.com"],
  ["an address without a domain", "änn@"],
  ["an address of many characters that ends with a slash", `a@${"𝒷".repeat(LONG)}/`],
  ["an address with white space", "ann b@example.com"],
  ["an address with a control character", "ann@exam\u0000ple.com"],
])("%s cannot be the id of a member", (_, id) => {
  expect(EMAIL.fits(id)).toBe(false);
});
