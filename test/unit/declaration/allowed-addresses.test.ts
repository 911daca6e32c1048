import * as fc from "fast-check";
import { AllowedAddresses } from "../../../src/declaration/ip-ranges";

test.each<[string[], string[]]>([
  [[], []],
  [["10.0.0.0/8"], ["10.0.0.0/8"]],
  [["128.0.0.0/1", "0.0.0.0/1"], ["0.0.0.0/0"]],
  [["10.0.0.0/8", "10.1.2.3"], ["10.0.0.0/8"]],
  [
    ["10.0.0.0/9", "10.128.0.0/9", "12.0.0.0/8"],
    ["10.0.0.0/8", "12.0.0.0/8"],
  ],
  [
    ["10.0.0.0", "10.0.0.2"],
    ["10.0.0.0", "10.0.0.2"],
  ],
])("%j contain the same addresses as %j", (ranges, expected) => {
  const [one, other] = [new AllowedAddresses(ranges), new AllowedAddresses(expected)];
  expect(one.includes(other) && other.includes(one)).toBe(true);
  expect(one.count).toBe(other.count);
});

test.each<[string[], number, boolean, boolean]>([
  [[], 0, false, false],
  [["10.0.0.7"], 1, false, false],
  [["10.0.0.0/8", "10.1.2.3"], 2 ** 24, false, false],
  [["10.0.0.0/8", "11.0.0.0"], 2 ** 24 + 1, true, false],
  [["0.0.0.0/1", "128.0.0.0/1"], 2 ** 32, true, true],
  [["0.0.0.0/0"], 2 ** 32, true, true],
  [["0.0.0.0/1", "128.0.0.0/2", "192.0.0.0/3"], 2 ** 31 + 2 ** 30 + 2 ** 29, true, false],
  [["2001:db8::/32", "2001:db9::1", "build.example.com", ""], 0, false, false],
  [["::/0"], 0, true, false],
  [["2001:db8::/32", "2001:db9::/32"], 0, true, false],
])(
  "the ranges %j contain %d IPv4 addresses (more than one owner has: %s, all addresses: %s)",
  (sources, count, isWide, isEverybody) => {
    const allowed = new AllowedAddresses(sources);
    expect(allowed.count).toEqual(count);
    expect(allowed.isWide).toEqual(isWide);
    expect(allowed.isEverybody).toEqual(isEverybody);
  },
);

test("the whole address space is recognized for any division into ranges", () => {
  const split = (first: number, length: number, cuts: readonly boolean[], at = 1): string[] => {
    if (length === 32 || !cuts[at]) {
      return [`${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".")}/${length}`];
    }
    const half = 2 ** (31 - length);
    return [...split(first, length + 1, cuts, 2 * at), ...split(first + half, length + 1, cuts, 2 * at + 1)];
  };
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (cuts) => {
      const pieces = split(0, 0, cuts);
      expect(new AllowedAddresses(pieces.toReversed()).isEverybody).toBe(true);
      expect(new AllowedAddresses(pieces.slice(1)).isEverybody).toBe(false);
    }),
  );
});

test.each<[string[], string[], boolean]>([
  [["2001:db8::/32"], ["2001:db8:1::/48", "2001:db8::7"], true],
  [["2001:db8::/33", "2001:db8:8000::/33"], ["2001:db8::/32"], true],
  [["2001:db8::/33"], ["2001:db8::/32"], false],
  [["0.0.0.0/0"], ["2001:db8::1"], false],
  [["::/0"], ["10.0.0.1"], false],
  [["::/0", "10.0.0.0/8"], ["10.0.0.1", "2001:db8::1"], true],
])("the ranges %j contain the ranges %j: %s", (outer, inner, holds) => {
  expect(new AllowedAddresses(outer).includes(new AllowedAddresses(inner))).toBe(holds);
});
