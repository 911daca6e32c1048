import { markdownLines } from "../../../src/drawing/markdown";

const texts = (markdown: string) => markdownLines(markdown).map(({ spans }) => spans.map(({ text }) => text).join(""));
const spansOf = (markdown: string) => markdownLines(markdown).flatMap(({ spans }) => spans);

test("headings, lists, quotes, code, rules and tables become separate lines", () => {
  const markdown =
    "## Title\n\n1. one\n2. two\n   - nested\n\n- [x] done\n\n> quoted\n\n```\na\n  b\n```\n\n---\n\n| A | B |\n|---|---|\n| 1 | 2 |";
  expect(markdownLines(markdown).map(({ kind, depth, mark }) => [kind, depth, mark])).toEqual([
    ["heading", 0, undefined],
    ["text", 1, "1."],
    ["text", 1, "2."],
    ["text", 2, "•"],
    ["text", 1, "☑"],
    ["text", 1, undefined],
    ["code", 0, undefined],
    ["code", 0, undefined],
    ["rule", 0, undefined],
    ["text", 0, undefined],
    ["text", 0, undefined],
  ]);
  expect(texts(markdown)).toEqual([
    "Title",
    "one",
    "two",
    "nested",
    "done",
    "quoted",
    "a",
    "  b",
    "",
    "A · B",
    "1 · 2",
  ]);
});

test("bold, italic and code texts keep their style", () => {
  expect(spansOf("a **b** _c_ `d` ~~e~~")).toEqual([
    { text: "a " },
    { text: "b", style: "strong" },
    { text: " " },
    { text: "c", style: "em" },
    { text: " " },
    { text: "d", style: "code" },
    { text: " " },
    { text: "e" },
  ]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "/dashboards/1",
  "mailto:a@b.c",
  "HTTPS:x",
])("a link to %s becomes plain text", (address) => {
  expect(spansOf(`[text](${address})`)).toEqual([{ text: "text" }]);
});

test("a link to a web page keeps its address", () => {
  expect(spansOf("[text](https://example.com/a)")).toEqual([{ text: "text", href: "https://example.com/a" }]);
});

test("HTML stays visible text, and an image becomes its description", () => {
  expect(texts('<script>alert(1)</script>\n\nx <img src="http://t"> ![logo](http://t/x.png)').join(" ")).toBe(
    '<script>alert(1)</script> x <img src="http://t"> logo',
  );
});

test("thousands of nested quotes, lists and unclosed marks are read in a short time", () => {
  const start = process.cpuUsage();
  for (const text of [">".repeat(5000), "[".repeat(100_000), "*a ".repeat(100_000), "- ".repeat(5000)]) {
    markdownLines(text);
  }
  const { user } = process.cpuUsage(start);
  expect(user).toBeLessThan(3_000_000);
});
