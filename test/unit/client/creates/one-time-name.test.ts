import * as fc from "fast-check";
import { isOneTimeName, nameWith, oneTimeName } from "../../../../src/client";
import { anyCharacter } from "../../../support/any-character";

test("a one-time name consists of the name and a readable suffix", () => {
  expect(oneTimeName("ci")).toMatch(/^ci \(creating [0-9a-f]{12}\)$/);
});

test("a one-time name is different each time", () => {
  expect(new Set(Array.from({ length: 1000 }, () => oneTimeName("ci"))).size).toBe(1000);
});

test("one-time names are recognized, and ordinary names are not", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (name) => isOneTimeName(oneTimeName(name))));
  for (const name of [
    "ci",
    "ci (creating)",
    "ci (creating 3f9a2c81d04b) ",
    "ci (creating 3F9A2C81D04B)",
    "__proto__",
  ]) {
    expect({ [name]: isOneTimeName(name) }).toEqual({ [name]: false });
  }
});

test("a one-time name has at most 64 characters and cuts no character in half", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-composite", minLength: 30, maxLength: 300 }), (name) => {
      const made = oneTimeName(name);
      expect([...made].length).toBeLessThanOrEqual(64);
      expect(() => encodeURIComponent(made)).not.toThrow();
    }),
  );
  expect(nameWith("a".repeat(60), " (x)")).toBe(`${"a".repeat(60)} (x)`);
  expect(nameWith("a".repeat(61), " (x)")).toBe(`${"a".repeat(57)}... (x)`);
});
