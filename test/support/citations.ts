import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";

const ROOT = join(__dirname, "..", "..");
const FOLDERS = ["src", "test", "scripts", "bench", "docs", "examples"];
/** Folders of packages and generated files. */
const MADE = new Set(["node_modules", "cdktf.out", ".terraform", "dist"]);
const TEXTS = new Set([".ts", ".tsx", ".js", ".mjs", ".proto", ".md", ".yml", ".tf"]);

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const CITATION = new RegExp(
  String.raw`\bdocs/internals/([\w-]+\.md)(?: (${NUMBER}(?:(?:, | to )${NUMBER})*)(?![\w%]))?(?=(.?))`,
  "g",
);
/** A file of this repository, by its path from the root. */
const OWN_FILE = new RegExp(
  String.raw`(?<![\w./$}{@-])(?:${FOLDERS.join("|")})/[\w./-]*\.(?:tsx?|md|json|proto|yml|tf)\b`,
  "g",
);
const LINK = /\]\(([^)\s]+)\)/g;

/** Files with examples of invalid citations. */
const ABOUT_CITATIONS = new Set(["test/support/citations.ts", "test/unit/docs/citations.test.ts"]);

/** Forms in which texts have named documents outside of the repository. */
const OUTSIDE = [
  /\bfacts\/[\w-]*/gi,
  /\bDESIGN\b/g,
  /\bshared\/(?:facts|openapi|DESIGN)\b/g,
  /\bquirks? \d+/gi,
  /(?<![\w/.-])(?!README)[\w-]+\.md,? (?:section )?\d+(?:\.\d+)?/g,
];

/** Returns the paths of the hand-written text files of the repository. */
export function textFiles(): readonly string[] {
  const own = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  return [...own, ...FOLDERS.flatMap((folder) => filesBelow(folder))];
}

/** Returns the texts of the files that may contain citations. */
export function citingFiles(): ReadonlyMap<string, string> {
  const citing = textFiles().filter((file) => !ABOUT_CITATIONS.has(file));
  return new Map(citing.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return MADE.has(entry.name) ? [] : filesBelow(path);
    }
    return TEXTS.has(extname(entry.name)) ? [path] : [];
  });
}

/** Returns the numbers of the sections of a page, from its headings. */
export function sectionsOf(page: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^##+ (${NUMBER})\\.? `, "gm"))].map(([, number = ""]) => number);
}

/** Returns every cited section, as `<page> <number>`. The ends of a range count. */
export function citedSections(text: string): readonly string[] {
  return [...text.matchAll(CITATION)].flatMap(([, page, list]) =>
    (list?.match(new RegExp(NUMBER, "g")) ?? []).map((number) => `${page} ${number}`),
  );
}

/** Returns the problems of the citations and links of a file, one sentence each. */
export function citationProblems(file: string, text: string): readonly string[] {
  const markdown = file.endsWith(".md");
  return [
    ...OUTSIDE.flatMap((pattern) => text.match(pattern) ?? []).map(
      (cited) => `${cited} is not a part of the repository`,
    ),
    ...[...text.matchAll(CITATION)]
      .filter(([, , list, next = ""]) => list === undefined && !/[`"#)]/.test(next))
      .map(([, page]) => `a citation of ${page} has no section`),
    ...citedSections(text)
      .filter((cited) => !existing().has(cited))
      .map((cited) => `there is no section ${cited}`),
    ...(text.match(OWN_FILE) ?? [])
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `there is no ${path}`),
    ...(markdown ? linkProblems(file, withoutCode(text)) : []),
  ];
}

let sections: ReadonlySet<string> | undefined;

function existing(): ReadonlySet<string> {
  sections ??= new Set(
    [...citingFiles()]
      .filter(([file]) => file.startsWith("docs/internals/"))
      .flatMap(([file, text]) => sectionsOf(text).map((number) => `${relative("docs/internals", file)} ${number}`)),
  );
  return sections;
}

function linkProblems(file: string, text: string): readonly string[] {
  return [...text.matchAll(LINK)].flatMap(([, link = ""]) => {
    if (/^[a-z]+:/.test(link)) {
      return [];
    }
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? join(ROOT, file) : resolve(ROOT, dirname(file), path);
    if (relative(ROOT, target).startsWith("..")) {
      return [`${link} leads out of the repository`];
    }
    if (!existsSync(target)) {
      return [`${link} leads nowhere`];
    }
    const hasAnchor = anchor === undefined || anchorsOf(readFileSync(target, "utf8")).includes(anchor);
    return hasAnchor ? [] : [`${link} leads to no heading`];
  });
}

function anchorsOf(page: string): readonly string[] {
  const given = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...given, ...headings];
}

function withoutCode(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]+`/g, "");
}
