import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readFrontMatter } from "../../../scripts/docs/front-matter";
import { CONTENT_POLICY } from "../../../scripts/site/site-config";
import { siteProblems } from "../../../scripts/site/site-problems";
import { stagePages } from "../../../scripts/site/stage-pages";
import { siteVersions } from "../../../scripts/site/versions";
import { VERSION } from "../../../src/version";

const ROOT = join(__dirname, "..", "..", "..");
const GUIDES = join(ROOT, "docs", "guides");

const guides = readdirSync(GUIDES).map((file) => readFileSync(join(GUIDES, file), "utf8"));
const titleOf = (guide: string) => readFrontMatter(guide).page_title;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-site-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the sources of the site", () => {
  let sources: string;
  const read = (path: string) => readFileSync(join(sources, path), "utf8");

  beforeAll(() => {
    sources = mkdtempSync(join(tmpdir(), "clickstack-site-"));
    const [current, version] = [
      { name: "0.1.0", path: "" },
      { name: "next", path: "next/" },
    ];
    const url = "https://docs.example.com/clickstack";
    stagePages(version, { files: ROOT, sources }, { versions: [current, version], url, output: join(sources, "site") });
  });

  afterAll(() => rmSync(sources, { recursive: true, force: true }));

  test("have a navigation with the title of every guide and every reference page", () => {
    const config = read(".vitepress/config.mjs");
    const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
    const reference = pages.filter((path) => /^[\w-]+[\\/][\w-]+\.md$/.test(path));
    expect(reference.length).toBeGreaterThan(80);
    expect(reference.filter((path) => !config.includes(`"link": "/${path.replaceAll("\\", "/")}"`))).toEqual([]);
    expect(guides.map(titleOf).filter((title) => !config.includes(`"text": ${JSON.stringify(title)}`))).toEqual([]);
  });

  test("link to the other versions from a separate folder", () => {
    expect(read(".vitepress/config.mjs").replaceAll(/\s+/g, " ")).toContain(
      '"items": [ { "text": "0.1.0", "link": "/../", "target": "_self" }, { "text": "next", "link": "/../next/", "target": "_self" } ]',
    );
  });

  test("link to other pages of the site, and to the repository for files without a page", () => {
    expect(read("index.md")).toContain("[Getting started](guides/getting-started.md)");
    expect(read("index.md")).toContain("[Reference](provider.md)");
    expect(read("index.md")).toContain("](https://github.com/cdk-clickstack/cdk-clickstack/tree/main/bench)");
    expect(read("development.md")).toContain("[CONTRIBUTING.md](contributing.md)");
  });

  test("have edit links only on pages that people edit, and a search over pages for users", () => {
    const headOf = (page: string) => read(page).split("---\n")[1];
    expect(headOf("guides/drift.md")).toBe(
      'title: "Drift"\nsubcategory: "Operation"\ndescription: |-\n  Differences that a plan shows as drift, and differences that it ignores.\n',
    );
    expect(headOf("resources/alert.md")).toMatch(/^editLink: false\ntitle: "clickstack_alert Resource"\n/);
    expect(headOf("architecture.md")).toBe("search: false\n");
  });

  test("contain each page as Markdown, and llms.txt lists these pages with absolute addresses", () => {
    const text = read("public/llms.txt");
    expect(text).toMatch(/^# cdk-clickstack\n\n> .+\.\n\n- \[Introduction\]\(https:.+\/index\.md\)\n/);
    expect(text).toContain(
      "\n## Guides\n\n- [Adopt changes made in the UI](https://docs.example.com/clickstack/next/guides/adopt.md): Take",
    );
    const places = [...text.matchAll(/\]\(https:\/\/docs\.example\.com\/clickstack\/next\/([^)]+)\)/g)];
    expect(places.length).toBeGreaterThan(90);
    for (const [, place] of places) {
      expect(read(`public/${place}`)).toMatch(/^# /m);
    }
  });

  test("contain the text of all pages for users in llms-full.txt, without front matter", () => {
    const text = read("public/llms-full.txt");
    expect(text).not.toContain("page_title:");
    for (const page of guides) {
      const [heading = ""] = /^# .+$/m.exec(page) ?? [];
      expect(text).toContain(`\n${heading}\n`);
    }
  });
});

describe("the versions of the site", () => {
  test("are only the working tree before the first release", () => {
    expect(siteVersions(["", "v0.2.0-rc.1"], VERSION)).toEqual([{ name: VERSION, path: "" }]);
  });

  test("are the newest release, the next version, and the last release of each older minor version", () => {
    const tags = ["v0.1.0", "v0.10.0", "v0.10.1", "v0.9.0", "v0.1.1", "v1.0.0-rc.1", "nightly", ""];
    expect(siteVersions(tags, VERSION)).toEqual([
      { name: "0.10.1", path: "", tag: "v0.10.1" },
      { name: "next", path: "next/" },
      { name: "0.9.0", path: "v0.9.0/", tag: "v0.9.0" },
      { name: "0.1.1", path: "v0.1.1/", tag: "v0.1.1" },
    ]);
  });
});

describe("the check of a built site", () => {
  const POLICY = `<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">`;

  function problemsOf(body: string, style = ""): readonly string[] {
    const files = {
      "index.html": `<html><head>${POLICY}</head><body>${body}</body></html>`,
      "guides/drift.html": `<html><head>${POLICY}</head><body><h2 id="rules">Rules</h2></body></html>`,
      "style.css": style,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return siteProblems(folder, "/base");
  }

  test.each([
    ["a page", '<a href="/base/guides/drift.html">a</a>'],
    ["a heading", '<a class="x" href="guides/drift.html#rules">a</a>'],
    ["the first page", '<a href="/base/">a</a>'],
    ["another site, which readers open themselves", '<a href="https://example.com">a</a>'],
    ["a picture in the page", '<img src="data:image/svg+xml,x">'],
    ["an example in a code block", '<code>&lt;img src="https://example.com/a.png"></code>'],
  ])("accepts a reference to %s", (_, body) => {
    expect(problemsOf(body)).toEqual([]);
  });

  test.each([
    ['<a href="guides/lint.html">a</a>', "index.html links to guides/lint.html, which does not exist"],
    ['<a href="/guides/drift.html">a</a>', "index.html links to /guides/drift.html, which does not exist"],
    ['<a href="guides/drift.html#x">a</a>', "index.html links to guides/drift.html#x, which has no such heading"],
    ['<a href="#here">a</a>', "index.html links to #here, which has no such heading"],
    ['<a href="http://example.com">a</a>', "index.html links to http://example.com"],
    ['<script src="https://example.com/a.js"></script>', "index.html loads https://example.com/a.js"],
    ['<link rel="stylesheet" href="//example.com/a.css">', "index.html loads //example.com/a.css"],
    ['<img alt="a" src="https://example.com/a.png">', "index.html loads https://example.com/a.png"],
  ])("reports %s", (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  test("reports a style that loads something from another server", () => {
    const style = "a{src:url(https://fonts.example.com/a.woff2)}b{src:url(/base/a.woff2)}c{src:url(data:x)}";
    expect(problemsOf("", `@import "//example.com/b.css";${style}`)).toEqual([
      "style.css loads //example.com/b.css",
      "style.css loads https://fonts.example.com/a.woff2",
    ]);
  });

  test("reports a page without the policy that makes browsers refuse requests to other servers", () => {
    writeFileSync(join(folder, "404.html"), "<html></html>");
    expect(problemsOf("")).toEqual(["404.html has no content security policy"]);
  });
});
