import * as fc from "fast-check";
import { visible } from "../../src/visible";
import { anyCharacter } from "../support/any-character";

test.each([
  [
    "terminal sequences for colors and titles",
    "\u001b[31mred\u001b]0;title\u0007",
    "\\u001b[31mred\\u001b]0;title\\u0007",
  ],
  ["characters that move the cursor back", "safe\b\b\b\b\rdanger", "safe\\u0008\\u0008\\u0008\\u0008\\u000ddanger"],
  ["control characters of the upper 128 bytes", "a\u009b31mb\u0085", "a\\u009b31mb\\u0085"],
  ["characters that change the text direction", "a\u202eb\u2066c\u200fd\u061ce", "a\\u202eb\\u2066c\\u200fd\\u061ce"],
  ["characters without width", "pay\u200bp\u200dal\ufeff\u00ad\u2060", "pay\\u200bp\\u200dal\\ufeff\\u00ad\\u2060"],
  ["characters that look empty", "\u3164\u2800\u115f", "\\u3164\\u2800\\u115f"],
  ["tag characters outside of the basic plane", "x\u{e0041}", "x\\udb40\\udc41"],
  ["an unpaired surrogate", "x\ud800y", "x\\ud800y"],
  ["line separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
])("visible shows %s as an escape", (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each(["Grüße, 世界, שלום, مرحبا", "a\tb\nc", "👩‍💻 ❤️ 1️⃣ 🏳️‍🌈 👩🏽‍🚀", "≥ 100 │ ▁▂█ … é"])(
  "visible does not change %j",
  (text) => {
    expect(visible(text)).toBe(text);
  },
);

test("visible escapes all control characters, and in JSON the escapes do not change a value", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const once = visible(text);
      expect(visible(once)).toBe(once);
      expect(JSON.parse(visible(JSON.stringify({ text })))).toEqual({ text });
    }),
  );
});
