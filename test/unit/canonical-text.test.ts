import { canonicalKey, canonicalText } from "../../src/canonical-text";

const marks = (count: number) => "\u0301".repeat(count);

/** Texts that Terraform 1.11 returns from `jsondecode`. */
test.each([
  ["Cafe\u0301", "Caf\u00e9"],
  ["\u1112\u1161\u11ab", "\ud55c"],
  ["\u2126 \ufb01", "\u03a9 \ufb01"],
  ["a\ud800b", "a\ufffdb"],
  [`x${marks(30)}`, `x${marks(30)}`],
  [`x${marks(61)}`, `x${marks(30)}\u034f${marks(30)}\u034f${marks(1)}`],
  [`e${marks(40)}`, `\u00e9${marks(29)}\u034f${marks(10)}`],
  [`\u1100${"\u1161".repeat(40)}`, `\uac00${"\u1161".repeat(29)}\u034f${"\u1161".repeat(10)}`],
])("the text %j is normalized as Terraform normalizes it", (text, expected) => {
  expect(canonicalText(text)).toBe(expected);
  expect(canonicalText(expected)).toBe(expected);
  expect(canonicalKey(text)).toBe(canonicalKey(expected));
});

/** The second text is the form that Terraform 1.11 uses. */
test.each([
  ["marks of a composed letter", `\u1ea4${marks(32)}`, `\u1ea4${marks(28)}\u034f${marks(4)}`],
  ["marks that are two marks", "\u0344".repeat(20), `${"\u0308\u0301".repeat(15)}\u034f${"\u0308\u0301".repeat(5)}`],
  [
    "marks of two classes",
    `a${"\u0323\u0301".repeat(20)}`,
    `\u1ea1${"\u0323".repeat(14)}${marks(15)}\u034f${"\u0323".repeat(5)}${marks(5)}`,
  ],
  ["letters of Unicode 16", "\u{16d68}", "\u{16d67}\u{16d67}"],
])("the key of a text equals the key of its normalized form: %s", (_, text, expected) => {
  expect(canonicalKey(text)).toBe(canonicalKey(expected));
});

test.each([
  ["a ligature and its letters", "\ufb01", "fi"],
  ["a wide letter", "\uff21", "A"],
  ["a superscript", "\u00b2", "2"],
  ["a letter without its mark", "\u00e9", "e"],
  ["an emoji with and without a selector", "\u2764\ufe0f", "\u2764"],
])("two texts have different keys: %s", (_, one, other) => {
  expect(canonicalKey(one)).not.toBe(canonicalKey(other));
});

test("100,000 combining marks in the worst order are normalized in linear time", () => {
  const hostile = `x${marks(100_000)}${"\u0323".repeat(100_000)}`;
  const before = process.cpuUsage();
  expect(canonicalKey(canonicalText(hostile)).length).toBe(hostile.length);
  // The function of the JavaScript runtime takes ten times as long.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
});
