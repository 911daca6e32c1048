import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CopyWithNewType, EDITS, EXAMPLE, NEW_FILES } from "../../support/copy-with-new-type";

let copy: CopyWithNewType;
let printed: string;

beforeAll(async () => {
  copy = new CopyWithNewType();
  printed = await copy.outputOf("--import", "tsx", join("test", "support", "note-life.ts"));
});
afterAll(() => copy.remove());

test("the recipe mentions exactly the files of the example, and edits six files", () => {
  const files = readdirSync(EXAMPLE, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".txt"));
  expect([...NEW_FILES].sort()).toEqual(files.map((file) => file.replace(/\.txt$/, "")).sort());
  expect(EDITS.map(({ file }) => file)).toEqual([
    "src/resources/registry.ts",
    "src/resources/declared-types.ts",
    "src/emulator/resource-types.ts",
    "src/index.ts",
    "test/contract/declarations/full-declarations.ts",
    "test/unit/resources/server-defaults.test.ts",
  ]);
});

test("the new resource type is planned, created, compared, documented and imported", () => {
  const observed = JSON.parse(printed);
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
