// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of Terraform are what these texts are about.
import { type TerraformStack, TerraformVariable, Token } from "cdktf";
import fc from "fast-check";
import { Alert, above, count, Dashboard, SavedSearch, tile, verbatim } from "../../../src";
import { evaluateText, verbatimAsWritten } from "../../../src/constructs/verbatim";
import { testLongTexts } from "../../support/constructs/long-texts";
import { mistakes, only, synthesized } from "../../support/constructs/synthesize";
import { FOREIGN_TEXTS, HALVES } from "../../support/foreign-texts";

const ID = "0123456789abcdef01234567";

const anyText = () =>
  fc.oneof(
    fc.constantFrom(...FOREIGN_TEXTS),
    fc.string({
      unit: fc.constantFrom(
        "$",
        "%",
        "{",
        "}",
        '"',
        "\\",
        "#",
        "&",
        "a",
        "TfToken[TOKEN.0]",
        "-8.109562212591379e+298",
      ),
    }),
  );

test("a text that was escaped with verbatim or by hand evaluates to itself and contains no token", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const written of [verbatim(text), verbatimAsWritten(text)]) {
        expect(evaluateText(written)).toBe(text);
        expect(Token.isUnresolved(written)).toBe(false);
      }
    }),
    { seed: 3, numRuns: 2000 },
  );
});

test.each([
  ["a$${b}%%{c}", "a${b}%{c}"],
  ["a${var.b}", undefined],
  ["a%{ if b }", undefined],
  ["$%{", undefined],
  ["$$%{ %${", undefined],
  ["no template $ {", "no template $ {"],
])("the text %s in a prop is evaluated as %s, or is undefined if only Terraform can evaluate it", (prop, text) => {
  expect(evaluateText(prop)).toBe(text);
});

test("a template in a prop is evaluated, and a value that only Terraform knows causes no error", () => {
  const { resource } = synthesized((stack) => {
    new TerraformVariable(stack, "logs", { type: "string" });
    new SavedSearch(stack, "search", { name: "Errors of ${var.team}", source: "${var.logs}" });
  });
  expect(only(resource?.clickstack_saved_search)).toEqual({ name: "Errors of ${var.team}", source_id: "${var.logs}" });
});

// The other texts are in hostile-sizes.long.ts.
testLongTexts(["|-"]);

test("a length limit applies to the evaluated text", () => {
  const long = verbatim("${".repeat(16));
  const build = (tag: string) => (stack: TerraformStack) => new Dashboard(stack, "d", { name: "D", tags: [tag] });
  expect(long.length).toBeGreaterThan(32);
  expect(only(synthesized(build(long)).resource?.clickstack_dashboard).tags).toEqual([long]);
  expect(mistakes(build(`${long}!`))).toEqual(["[test/d] tags[0]: Must be at most 32 characters long; it has 33."]);
});

test.each(HALVES)(
  "an unpaired surrogate is refused with its position, because no server can receive it: %j",
  (half) => {
    const markdown = tile.markdown({ markdown: `a ${half}` });
    const sentence = "The text contains half of a surrogate pair, which is not a character. Remove it.";
    expect(mistakes((stack) => new Dashboard(stack, "d", { name: half, tiles: { note: markdown } }))).toEqual([
      `[test/d] name: ${sentence}`,
      `[test/d] tiles.note.markdown: ${sentence}`,
    ]);
    const body = JSON.stringify({
      name: "D",
      tiles: [{ name: "Note", x: 0, y: 0, w: 1, h: 1, config: { displayType: "markdown", markdown: half } }],
    });
    expect(() => synthesized((stack) => Dashboard.fromJson(stack, "d", body))).toThrow(
      "The text at tiles[0].config.markdown contains half of a surrogate pair, which is not a character.\nFix: Remove it.",
    );
  },
);

test("a tile can have the key __proto__, and a threshold can be the number that cdktf reserves for tokens", () => {
  const { resource } = synthesized((stack) => {
    const tiles = Object.fromEntries([["__proto__", tile.number({ source: ID, select: [count()] })]]);
    const dashboard = new Dashboard(stack, "d", { name: "D", tiles });
    const notify = [{ type: "webhook", webhookId: ID }] as const;
    new Alert(stack, "a", {
      on: dashboard.addTile("constructor", tile.number({ source: ID, select: [count()] })),
      when: above(-123456789),
      every: "5m",
      notify,
    });
  });
  const { tiles } = only(resource?.clickstack_dashboard) as { tiles: object };
  expect(Object.keys(tiles)).toEqual(['${"_"}_proto__', "constructor"]);
  expect(only(resource?.clickstack_alert).threshold).toBe("-123456789");
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("a number in an exported dashboard is refused with its position if cdktf would read it as a token", () => {
  const body =
    '{"name":"D","tiles":[{"name":"A","x":0,"y":-8.109562212591379e+298,"w":1,"h":1,"config":{"displayType":"markdown"}}]}';
  expect(() => synthesized((stack) => Dashboard.fromJson(stack, "d", body))).toThrow(
    "tiles[0].y: cdktf treats this number as a token. Use another number.",
  );
});
