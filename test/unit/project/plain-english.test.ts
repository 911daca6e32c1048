import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");

/** Texts that users and contributors read, and that are rewritten completely. */
const READ = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...["docs/architecture.md", "docs/releasing.md", "docs/guides", "docs/internals"],
  ...["docs/data-sources", "docs/ephemeral-resources", "docs/functions", "docs/list-resources", "docs/resources"],
  ...["docs/coverage.md", "docs/index.md", "examples", "scripts"],
  ...["src/checks.ts", "src/index.ts", "src/confined-folder.ts", "src/staged-file.ts", "src/package-root.ts"],
  ...[
    "src/constructs",
    "src/client",
    "src/declaration",
    "src/drawing",
    "src/emulator",
    "src/install",
    "src/plugin",
    "src/provider",
  ],
  ...[
    "src/resources",
    "src/cli/check",
    "src/cli/drift",
    "src/cli/engine",
    "src/cli/frame",
    "src/cli/plan",
    "src/cli/report",
  ],
];

const TEXT_FILE = /\.(md|[jt]sx?|tf|ya?ml|rego)$/;

/** Copies of published documents, and folders that other programs write. */
const NOT_OURS = /(^|\/)(node_modules|openapi|cdktf\.out|\.terraform|dist)(\/|$)/;

/** Expressions with the words that replace them. */
const REPLACED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bstands?\b/i, "is, is in, is next to, represents"],
  [/\b(somebody|nobody|everybody|anybody|whoever)\b/i, "a user, no process, another client"],
  [/\bwhatever\b/i, "any value"],
  [/\bbeside\b/i, "in addition to, next to"],
  [/\b(of (its|their|one's) own)\b/i, "separate"],
  [/(?<!\bthere )\b(is|are) no (?!longer\b)[a-z]+\b/i, "is not a valid"],
  [/\b(is told|are told|comes to be)\b/i, "is configured, is created"],
  [/\b(to vouch for|vouches for|at stake|in vain|hardly)\b/i, "to sign, at risk, without result, rarely"],
  [/\banew\b/i, "again"],
  [/\b(tak(e|es|ing|en)|took) over\b/i, "adopts, imports, replaces"],
  [/\b(goes|going|went) on\b/i, "continues"],
  [/\b(is|are|was|were) gone\b/i, "was deleted"],
  [/\b(lies|lie)\b/i, "is in"],
  [/\bon (its|their) own\b/i, "separately, inline"],
  [/\bsays\b/i, "reports, contains, describes"],
  [/\bends with code\b/i, "exits with code"],
  [/\b(MOST|LONGEST|LARGEST|LEAST|SHORTEST)_[A-Z]/, "MAX_, MIN_"],
  [/^\s*(\/\*\*|\*|\/\/) (What|Whether|Where|How|Which|Who) (?!.*\?$)/m, "a verb or a noun phrase"],
];

/** Lines that contain such an expression for a reason. */
const EXCEPTIONS: readonly (readonly [file: string, line: string, reason: string])[] = [
  ["docs/guides/import.md", '"status": "beside"', "a value in the JSON of `import`"],
  ["docs/guides/import.md", "`beside` (edited;", "a value in the JSON of `import`"],
  ["src/cli/report/wording.ts", '"is gone"', "a status in reports, like the rule `gone`"],
];

function textFiles(path: string): readonly string[] {
  if (NOT_OURS.test(path)) {
    return [];
  }
  if (statSync(join(ROOT, path)).isDirectory()) {
    return readdirSync(join(ROOT, path)).flatMap((name) => textFiles(`${path}/${name}`));
  }
  return TEXT_FILE.test(path) ? [path] : [];
}

function findingsIn(file: string): readonly string[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const isException = EXCEPTIONS.some(([name, text]) => name === file && line.includes(text));
    const found = isException ? undefined : REPLACED.find(([pattern]) => pattern.test(line));
    return found ? [`${file}:${index + 1}: "${found[0].exec(line)?.[0].trim()}" - write: ${found[1]}`] : [];
  });
}

test("the texts of the project use common words", () => {
  expect(READ.flatMap(textFiles).flatMap(findingsIn)).toEqual([]);
});

test("every exception of the word list is still necessary", () => {
  const unused = EXCEPTIONS.filter(
    ([file, line]) =>
      !readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .some((each) => each.includes(line)),
  );
  expect(unused).toEqual([]);
});
