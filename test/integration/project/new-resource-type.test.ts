import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(__dirname, "..", "..", "..");
const EXAMPLE = join(ROOT, "test", "fixtures", "new-resource-type");

/** The part of CONTRIBUTING.md that describes a new resource. */
const RECIPE =
  /^## Adding a resource\n[\s\S]*?(?=^## )/m.exec(readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"))?.[0] ?? "";

/** Files that the recipe adds. */
const NEW_FILES = [...RECIPE.matchAll(/^ {3}\| `([^`]+)` \|/gm)].map(([, file = ""]) =>
  file.replace("<names>", "notes").replace("<name>", "note"),
);

/** Edits of the recipe: each block names a file, and its lines with "+" follow the line before them. */
const EDITS = [...RECIPE.matchAll(/^ {3}```text\n {3}--- (\S+)\n([\s\S]*?)^ {3}```$/gm)].map(
  ([, file = "", block = ""]) => ({
    file,
    lines: block.split("\n").map((line) => line.slice(3)),
  }),
);

/** A copy of the sources. It uses the packages of this folder. */
const copy = mkdtempSync(join(tmpdir(), "clickstack-new-resource-type-"));

beforeAll(() => {
  for (const path of [
    "src",
    "scripts",
    "bench",
    "docs",
    "examples/policy",
    "test",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
  ]) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const file of NEW_FILES) {
    cpSync(join(EXAMPLE, `${file}.txt`), join(copy, file), { recursive: true });
  }
  for (const { file, lines } of EDITS) {
    writeFileSync(join(copy, file), edited(readFileSync(join(copy, file), "utf8").split("\n"), lines).join("\n"));
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

function edited(text: readonly string[], lines: readonly string[]): readonly string[] {
  const result = [...text];
  let place = -1;
  for (const line of lines.filter((each) => each !== "")) {
    if (line.startsWith("+")) {
      place += 1;
      result.splice(place, 0, line.slice(1));
      continue;
    }
    place = result.indexOf(line.slice(1), place + 1);
    if (place < 0) {
      throw new Error(`No line is ${JSON.stringify(line.slice(1))}.`);
    }
  }
  return result;
}

/** Runs a program in the copy. Returns its output, also if it fails. */
async function outputOf(...command: readonly string[]): Promise<string> {
  return promisify(execFile)(process.execPath, [...command], { cwd: copy }).then(
    ({ stdout }) => stdout,
    (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
  );
}

test("the recipe names exactly the files of the example, and edits five files", () => {
  const files = readdirSync(EXAMPLE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".txt"));
  expect([...NEW_FILES].sort()).toEqual(files.map((file) => file.replace(/\.txt$/, "")).sort());
  expect(EDITS.map(({ file }) => file)).toEqual([
    "src/resources/registry.ts",
    "src/emulator/resource-types.ts",
    "src/index.ts",
    "test/contract/declarations/full-declarations.ts",
    "test/unit/resources/server-defaults.test.ts",
  ]);
});

test("a copy of the project with the new resource type passes the type check", async () => {
  expect(await outputOf("--import", "tsx", join("scripts", "docs", "main.ts"))).toBe("");
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  expect(await outputOf(compiler, "--singleThreaded", "--pretty", "false", "-p", ".")).toBe("");
});

test("the new resource type is planned, created, compared, documented and imported", async () => {
  const observed = JSON.parse(await outputOf("--import", "tsx", join("test", "support", "note-life.ts")));
  expect(observed).toEqual({
    planned: "Ask the team of the shop.",
    created: expect.objectContaining({ name: "Welcome", text: "Ask the team of the shop.", is_pinned: false }),
    changed: 200,
    observed: "changed elsewhere",
    reverted: "Ask the team of the shop.",
    pages: expect.arrayContaining([
      "resources/note.md",
      "data-sources/note.md",
      "data-sources/notes.md",
      "list-resources/note.md",
    ]),
    isInOverview: true,
    report: "Notes",
    isInDriftRules: true,
    code: expect.stringContaining('const welcome = new Note(scope, "welcome", {\n    name: "Welcome",'),
  });
});
