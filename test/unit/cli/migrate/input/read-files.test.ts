import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDocuments } from "../../../../../src/cli/commands/migrate/input/read-documents";
import { readFiles } from "../../../../../src/cli/commands/migrate/input/read-files";

const DASHBOARD = JSON.stringify({ title: "Shop", panels: [] });

const created: string[] = [];

afterAll(() => {
  for (const folder of created) {
    rmSync(folder, { recursive: true });
  }
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "grafana-"));
  created.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("the JSON and YAML files of a folder are read, with the names of their folders", () => {
  const folder = folderWith({
    "a.json": `\uFEFF${DASHBOARD}`,
    "team/b.yaml": "title: Team\npanels: []\n---\ntitle: Second\npanels: []\n",
    "node_modules/x/c.json": DASHBOARD,
    ".git/d.json": DASHBOARD,
    "notes.txt": "hello",
  });
  const { documents, problems } = readFiles([folder]);
  const { dashboards } = readDocuments(documents, problems);
  expect(dashboards.map(({ title, folder: of }) => [title, of])).toEqual([
    ["Shop", ""],
    ["Team", "team"],
    ["Second", "team"],
  ]);
});

test.each(["", "/", "/."])(
  "files of a folder that is named with the ending %j are in no folder of Grafana",
  (ending) => {
    const folder = folderWith({ "a.json": DASHBOARD, "team/b.json": DASHBOARD });
    const { documents } = readFiles([`${folder}${ending}`]);
    expect(documents.map(({ folder: of }) => of)).toEqual(["", "team"]);
  },
);

test("a link in a folder is not followed", () => {
  const folder = folderWith({ "a.json": DASHBOARD });
  symlinkSync(folder, join(folder, "loop"));
  symlinkSync(join(folder, "a.json"), join(folder, "b.json"));
  expect(readFiles([folder]).documents).toHaveLength(1);
});

test("a folder without JSON and YAML files is reported", () => {
  const folder = folderWith({ "notes.txt": "hello" });

  expect(readFiles([folder]).problems).toEqual([
    { file: expect.stringContaining(folder), reason: "The folder contains no JSON or YAML file." },
  ]);
});

test("a missing path is an error with a fix", () => {
  expect(() => readFiles(["missing-exports"])).toThrow(
    "missing-exports does not exist. Fix: Name a file or a folder with exports of Grafana.",
  );
});

const BOMB = `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"]
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[index]}`).join(",")}]`)
  .join("\n")}\n`;

test.each([
  ["broken.json", "{", /^It cannot be read: /],
  ["helm.yaml", "title: {{ .Values.title }}\n  x: [", /^It is not valid YAML: /],
  ["bomb.yaml", BOMB, /^It cannot be read: Excessive alias count/],
  ["deep.yaml", `a: ${"[".repeat(20_000)}`, /^It is nested too deeply\.$|^It is not valid YAML: /],
])("%s is reported with the reason, and other files are read", (name, text, reason) => {
  const { documents, problems } = readFiles([folderWith({ [name]: text, "good.json": DASHBOARD })]);
  expect(documents).toHaveLength(1);
  expect(problems).toEqual([{ file: expect.stringContaining(name), reason: expect.stringMatching(reason) }]);
});

test("a YAML file with many keys is read in linear time", () => {
  const text = `title: Shop\npanels: []\n${Array.from({ length: 30_000 }, (_, index) => `key${index}: 1`).join("\n")}\n`;
  const start = performance.now();

  expect(readFiles([folderWith({ "keys.yaml": text })]).documents).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(5_000);
});

test("a dashboard that is nested too deeply is reported, and other documents are read", () => {
  const deep = `${'{"kind":"List","items":['.repeat(50_000)}${"]}".repeat(50_000)}`;
  const { documents, problems } = readFiles([folderWith({ "deep.json": deep, "good.json": DASHBOARD })]);
  const input = readDocuments(documents, problems);
  expect(input.dashboards).toHaveLength(1);
  expect(input.problems).toEqual([{ file: expect.stringContaining("deep.json"), reason: "It is nested too deeply." }]);
});
