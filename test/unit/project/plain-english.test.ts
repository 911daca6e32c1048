import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findUncommonWords } from "../../support/uncommon-words";

const ROOT = join(__dirname, "..", "..", "..");

/** Texts that users and contributors read. They are rewritten completely. */
const READ = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...["docs/architecture.md", "docs/releasing.md", "docs/guides", "docs/internals"],
  ...["docs/data-sources", "docs/ephemeral-resources", "docs/functions", "docs/list-resources", "docs/resources"],
  ...["docs/coverage.md", "docs/index.md", "examples", "scripts"],
  ...["src/checks.ts", "src/index.ts", "src/confined-folder.ts", "src/staged-file.ts", "src/package-root.ts"],
  ...[
    "src/cli",
    "src/constructs",
    "src/client",
    "src/declaration",
    "src/drawing",
    "src/emulator",
    "src/install",
    "src/plugin",
    "src/provider",
  ],
  ...["src/resources", "src/packs", "test/unit/packs"],
  ...["test/contract", "test/integration/docs", "test/integration/install", "test/integration/policy"],
  ...["test/integration/client", "test/integration/project", "test/unit/constructs", "test/unit/declaration"],
  ...["test/unit/docs", "test/unit/install", "test/unit/plugin", "test/integration/constructs"],
  ...["test/integration/emulator", "test/integration/plugin", "test/unit/resources"],
  ...["test/acceptance", "test/integration/resources", "test/integration/fuzz", "test/integration/mutation"],
  ...["test/support"],
];

const TEXT_FILE = /\.(md|[jt]sx?|tf|ya?ml|rego)$/;

/** Copies of published documents, and folders that other programs write. */
const NOT_OURS = /(^|\/)(node_modules|openapi|cdktf\.out|\.terraform|dist)(\/|$)/;

/** Lines that contain such an expression for a valid reason. */
const EXCEPTIONS: readonly (readonly [file: string, line: string, reason: string])[] = [
  ["docs/guides/import.md", "`beside` (not written", "a value in the JSON of `import`"],
  ["src/cli/project/generated-file.ts", '"beside"', "the declaration of this value"],
  ["src/cli/project/generated-file.ts", "`beside`", "the declaration of this value"],
  ["src/cli/reports/formats/written-files.ts", "  beside: ", "the text for this value"],
  ["src/cli/reports/formats/written-files.ts", '=== "beside"', "the text for this value"],
  ["src/cli/code/folder/write-files.ts", '"beside"', "this value"],
  ["test/integration/mutation/survivors.md", "Nobody knows the secret", "a quotation of the measured code"],
  ["test/support/postgres.ts", '["postgres", "nobody"]', "the name of a system user"],
  ["test/support/team-dashboards.ts", '"page somebody"', "a label in the stored dashboards of the fixtures"],
  ["test/support/uncommon-words.ts", "  [/", "the list itself"],
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
    const finding = isException ? undefined : findUncommonWords(line);
    return finding ? [`${file}:${index + 1}: ${finding}`] : [];
  });
}

test("the texts of the project use only common words", () => {
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
