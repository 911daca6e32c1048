import { HtmlRenderer, Parser } from "commonmark";
import * as fc from "fast-check";
import { markdownReport } from "../../../../src/cli/reports/formats/markdown-report";
import { bold, fenced, htmlText, inlineCode, prose } from "../../../../src/cli/reports/formats/markdown-text";
import { dashboardChange, sampleReport, stackOf } from "../../../support/cli/report/sample-report";

/** Texts that GitHub and GitLab convert to links, mentions, pictures or formulas in every place outside of code. */
const REFERENCES = [
  "@team",
  "@acme/team",
  "#123",
  "GH-7",
  "gh-7",
  "SHOP-42",
  "acme/shop#1",
  "acme/shop@9fceb02d0ae598e95dc970b74767f19372d61af8",
  "9fceb02",
  "9fceb02d0ae598e95dc970b74767f19372d61af8",
  "https://example.com/a?b",
  "ftp://example.com",
  "mailto:a@example.com",
  "www.example.com",
  "somebody@example.com",
  "!123",
  "acme/shop!123",
  "~label",
  '~"a label"',
  "%milestone",
  '%"a milestone"',
  "$123",
  "&123",
  "^alert#1",
  "[vulnerability:123]",
  ":warning:",
  "$x^2$",
  "$`x`$",
];

const SYNTAX = [
  ...[
    "`",
    "``",
    "```",
    "~~~",
    "*a*",
    "_a_",
    "__a__",
    "~~a~~",
    "[a](b)",
    "![a](b)",
    "[a]: b",
    "<b>",
    "</details>",
    "<!--",
    "-->",
  ],
  ...[
    "|",
    "\\",
    "\\`",
    "&amp;",
    "&#64;x",
    "\n",
    "\n\n# a",
    "\n- a",
    "\n> a",
    "    a",
    " ",
    "  ",
    "{{a}}",
    "--",
    "==",
    "a_b_c",
    "1.",
    "é",
    "🛒",
  ],
];

const texts = fc
  .array(fc.oneof(fc.constantFrom(...REFERENCES), fc.constantFrom(...SYNTAX), fc.string({ unit: "grapheme-ascii" })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""))
  .filter((text) => text.trim() !== "");

/** Returns the text of a page, and the text outside of code. */
function read(markdown: string) {
  const html = new HtmlRenderer().render(new Parser().parse(markdown));
  const textOf = (part: string) =>
    part
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(
        /&(lt|gt|quot|#39|amp);/g,
        (_, name: string) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name] ?? "",
      );
  return { html, text: textOf(html), outside: textOf(html.replaceAll(/<(code|pre)\b.*?<\/\1>/gs, "")) };
}

/** Matches the start of a link or a mention in the text of a page. */
const CALLS = /[@#!~%$&^][\w"`]|\b[a-z]\w*-\d|:\/\/|mailto:|www\.|\b[0-9a-f]{7,}\b|:\w+:|\[\w+:|\S@\S/i;

test("the test's own search for references finds each kind of reference", () => {
  for (const reference of REFERENCES) {
    expect({ [reference]: CALLS.test(reference) }).toEqual({ [reference]: true });
  }
});

describe("a foreign text in a sentence", () => {
  test.each(REFERENCES)("contains no link and no mention for %s", (reference) => {
    const { html, text, outside } = read(`- ${bold(`Is ${reference} it`)} changed`);
    expect(text.trim()).toBe(`Is ${reference} it changed`);
    expect(html).not.toMatch(/<(a|img|em|del)\b/);
    expect(outside).not.toMatch(CALLS);
  });

  test("stays unchanged if no part of it can be a link or a mention", () => {
    for (const plain of [
      "Checkout",
      "Too many errors on Checkout > tile errors: where",
      "Größe (EU), v1.2 / 3",
      "🛒 Kasse",
    ]) {
      expect(prose(plain)).toBe(plain);
    }
    expect(prose("tile_id")).toBe("tile\\_id");
  });

  test("is shown by a Markdown parser as it was written", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const page = read(`- ${bold(text)}: ${prose(text)} and ${inlineCode(text)} x`);
        const shown = text.replaceAll("\n", " ");
        expect(page.text.replaceAll(/^\n+|\n+$/g, "")).toBe(`${shown}: ${shown} and ${shown} x`);
        expect(page.html).not.toMatch(/<(?!\/?(code|strong|li|ul)\b)/);
        expect(page.outside).not.toMatch(CALLS);
      }),
      { numRuns: 2000 },
    );
  });
});

test("a code block can contain a text with any fences", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { html, text: shown } = read(`before\n\n${fenced(text, "")}\n\nafter`);
      expect(html).toMatch(/^<p>before<\/p>\n<pre><code>.*<\/code><\/pre>\n<p>after<\/p>\n$/s);
      expect(shown).toBe(`before\n${text}\n\nafter\n`);
    }),
  );
});

test("a text in the summary of a section is plain text without markup", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { text: shown, outside } = read(`<details><summary>${htmlText(text)}: 2</summary>\n\n- a\n\n</details>\n`);
      expect(shown).toContain(`${text.replaceAll("\n", " ")}: 2`);
      expect(outside).not.toMatch(CALLS);
    }),
  );
});

test("every name, message and value of a report is readable, and none becomes a link or a mention", () => {
  fc.assert(
    fc.property(texts, (nasty) => {
      const change = {
        ...dashboardChange,
        name: nasty,
        place: nasty,
        address: `clickstack_dashboard.d[${JSON.stringify(nasty)}]`,
        risks: [{ rule: "dashboard-deleted", message: `deleted: ${nasty}` }],
        fields: dashboardChange.fields.map((field) => ({ ...field, part: `tile ${nasty}` })),
      };
      const diagnostic = { severity: "error", summary: nasty, detail: nasty, address: nasty } as const;
      const { html, outside } = read(
        markdownReport({
          ...sampleReport("drift"),
          stacks: [stackOf([change], { name: nasty, outputs: [nasty], diagnostics: [diagnostic] })],
          unmanaged: [{ type: "clickstack_dashboard", noun: "dashboard", id: nasty, name: nasty }],
          problems: [nasty],
        }),
      );
      expect(html).not.toMatch(/<(a|img|em|del|script|table)\b/);
      expect(outside.replaceAll(":warning:", "")).not.toMatch(CALLS);
      expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
    }),
    { numRuns: 300 },
  );
});
