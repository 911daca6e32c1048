import fc from "fast-check";
import { AllowedAddresses, canonicalizeRange, isAddressOrRange } from "../../../src/declaration/ip-ranges";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7/32", "203.0.113.7"],
  ["203.0.113.7/24", "203.0.113.0/24"],
  ["203.0.113.255/25", "203.0.113.128/25"],
  ["10.255.1.1/8", "10.0.0.0/8"],
  ["1.2.3.4/0", "0.0.0.0/0"],
  ["2001:0db8:0::0001", "2001:db8::1"],
  ["2001:DB8::1/128", "2001:db8::1"],
  ["2001:db8:1::5/32", "2001:db8::/32"],
  ["::1/0", "::/0"],
  ["build.example.com", "build.example.com"],
])("%s has the canonical form %s", (text, canonical) => {
  expect(canonicalizeRange(text)).toBe(canonical);
});

test.each(["2001:db8::1", "2001:db8::/32", "::/0", "10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "255.255.255.255/32"])(
  "%s is a valid address or range",
  (text) => {
    expect(isAddressOrRange(text)).toBe(true);
  },
);

test.each([
  "",
  "10.0.0",
  "10.0.0.256",
  "10.0.0.1/33",
  "10.0.0.1/-1",
  "10.0.0.1/8/8",
  "0x0a000001",
  "167772161",
  "2001:db8::1::2",
  "2001:db8::/129",
  "fe80::1%eth0",
  "10.0.0.1/",
])("%j is not a valid address or range", (text) => {
  expect(isAddressOrRange(text)).toBe(false);
});

test("a range and its canonical form contain the same addresses, and their number depends on the prefix length", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(octet, octet, octet, octet, fc.integer({ min: 0, max: 32 }), (a, b, c, d, length) => {
      const written = `${a}.${b}.${c}.${d}/${length}`;
      const [first = ""] = canonicalizeRange(written).split("/");
      const [range, canonical, address] = [written, canonicalizeRange(written), `${a}.${b}.${c}.${d}`].map(
        (text) => new AllowedAddresses([text]),
      );
      if (!range || !canonical || !address) {
        throw new Error("Three texts are three lists.");
      }
      expect(canonical.includes(range) && range.includes(canonical)).toBe(true);
      expect(canonicalizeRange(canonicalizeRange(written))).toBe(canonicalizeRange(written));
      expect(range.count).toBe(2 ** (32 - length));
      expect(numberOf(first) % 2 ** (32 - length)).toBe(0);
      expect(range.includes(address)).toBe(true);
    }),
  );
});

function numberOf(address: string): number {
  return address.split(".").reduce((number, part) => number * 256 + Number(part), 0);
}
