import { citationProblems, citedSections, citingFiles, sectionsOf, textFiles } from "../../support/citations";

const files = citingFiles();
const pages = [...files].filter(([file]) => /^docs\/internals\/[\w-]+\.md$/.test(file));

test("every citation and link points to an existing place in the repository", () => {
  const problems = [...files].flatMap(([file, text]) => citationProblems(file, text).map((each) => `${file}: ${each}`));
  expect(problems).toEqual([]);
});

test("both pages in docs/internals are cited in the code", () => {
  const cited = new Set([...files.values()].flatMap(citedSections).map((section) => section.split(" ")[0]));
  expect([...cited].sort()).toEqual(["api-behavior.md", "terraform-protocol.md"]);
});

test.each(pages)("%s: each section has a separate number, and an anchor of that number", (_file, text) => {
  const sections = sectionsOf(text);
  const anchors = [...text.matchAll(/^<a id="([\d.]+)"><\/a>$/gm)].map(([, anchor]) => anchor);
  expect(sections.length).toBeGreaterThan(5);
  expect(new Set(sections).size).toBe(sections.length);
  expect(anchors).toEqual(sections);
});

test("every source file that docs/architecture.md names exists", () => {
  const named = [...(files.get("docs/architecture.md") ?? "").matchAll(/`([\w-]+(?:\/[\w.-]+)+\.tsx?)`/g)].map(
    ([, path]) => path,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !textFiles().some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
});

const outside = (cited: string) => `${cited} is not a part of the repository`;

test.each<[what: string, text: string, problems: readonly string[]]>([
  ["a section that exists", "(docs/internals/api-behavior.md 3.7).", []],
  [
    "several sections, and a range",
    "docs/internals/api-behavior.md 3.7, 4 or docs/internals/api-behavior.md 3.7 to 3.9",
    [],
  ],
  ["an unknown section", "(docs/internals/api-behavior.md 3.99)", ["there is no section api-behavior.md 3.99"]],
  ["an unknown second section", "docs/internals/api-behavior.md 3.7, 9", ["there is no section api-behavior.md 9"]],
  ["an unknown end of a range", "docs/internals/api-behavior.md 1 to 99", ["there is no section api-behavior.md 99"]],
  ["a page without a section", "docs/internals/api-behavior.md.", ["a citation of api-behavior.md has no section"]],
  [
    "a section on the next line",
    "docs/internals/api-behavior.md\n3.7",
    ["a citation of api-behavior.md has no section"],
  ],
  [
    "an unknown page",
    "docs/internals/none.md 1",
    ["there is no section none.md 1", "there is no docs/internals/none.md"],
  ],
  ["a folder of facts", "(facts/api.md 3.7)", [outside("facts/api")]],
  ["a folder next to the repository", "../shared/openapi/managed.json", [outside("shared/openapi")]],
  ["a page outside of the repository", "(server-changes.md 2)", [outside("server-changes.md 2")]],
  ["a behavior by its number", "(quirk 33)", [outside("quirk 33")]],
  ["a design page outside of the repository", "(DESIGN: tiles have names)", [outside("DESIGN")]],
  ["a file that was deleted", "`src/gone.ts`", ["there is no src/gone.ts"]],
])("the check of comments reports only citations without a target: %s", (_what, text, problems) => {
  expect(citationProblems("src/index.ts", text)).toEqual(problems);
});

test.each<[what: string, link: string, problems: readonly string[]]>([
  ["a section", "../internals/api-behavior.md#3.7", []],
  ["a heading", "../architecture.md#one-declaration", []],
  ["no heading", "cli.md#none", ["cli.md#none leads to no heading"]],
  ["a page that was deleted", "gone.md", ["gone.md leads nowhere"]],
  ["a path outside of the repository", "../../../a.md", ["../../../a.md leads out of the repository"]],
])("the check of links reports only links without a target: %s", (_what, link, problems) => {
  expect(citationProblems("docs/guides/cli.md", `[a](${link})`)).toEqual(problems);
});
