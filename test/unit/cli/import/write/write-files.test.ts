import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFiles } from "../../../../../src/cli/commands/import/write/write-files";
import { FolderFiles } from "../../../../../src/cli/project/import-folder";
import { MANIFEST, type Manifest, NO_MANIFEST, readManifest } from "../../../../../src/cli/project/import-manifest";

const { files: _, ...NOTHING } = NO_MANIFEST;
const CONTENT: Omit<Manifest, "files"> = { ...NOTHING, format: "typescript" };

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clickstack-files-"));
  folder = join(root, "code");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

interface WriteOptions {
  readonly force?: boolean;
  readonly content?: typeof CONTENT;
  readonly askOverwrite?: (path: string) => Promise<boolean>;
}

const write = async (files: Readonly<Record<string, string>>, options: WriteOptions = {}) => {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { force = false, content = CONTENT, askOverwrite } = options;
  return writeFiles(list, new FolderFiles(folder, force), content, askOverwrite);
};
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const edit = (path: string, text: string) => writeFileSync(join(folder, path), text);

test("an unedited file is written again", async () => {
  expect(await write({ "a/b.ts": "one" })).toEqual([{ path: "a/b.ts", status: "written" }]);
  expect(await write({ "a/b.ts": "one" })).toEqual([{ path: "a/b.ts", status: "unchanged" }]);
  expect(await write({ "a/b.ts": "two" })).toEqual([{ path: "a/b.ts", status: "written" }]);
  expect(read("a/b.ts")).toBe("two");
});

test("an edited file is kept, and the new text is written next to it", async () => {
  await write({ "b.ts": "one" });
  edit("b.ts", "mine");
  expect(await write({ "b.ts": "one" })).toEqual([{ path: "b.ts", status: "kept" }]);
  expect(existsSync(join(folder, "b.ts.new"))).toBe(false);
  expect(await write({ "b.ts": "two" })).toEqual([{ path: "b.ts", status: "beside", besidePath: "b.ts.new" }]);
  expect(await write({ "b.ts": "three" })).toEqual([{ path: "b.ts", status: "beside", besidePath: "b.ts.new" }]);
  expect(read("b.ts")).toBe("mine");
  expect(read("b.ts.new")).toBe("three");
});

test("an edited file with the new text is also kept", async () => {
  await write({ "b.ts": "one" });
  edit("b.ts", "mine");
  await write({ "b.ts": "two" });
  edit("b.ts.new", "half merged");
  expect(await write({ "b.ts": "three" })).toEqual([{ path: "b.ts", status: "beside", besidePath: "b.ts.new-2" }]);
  expect(read("b.ts.new")).toBe("half merged");
  expect(read("b.ts.new-2")).toBe("three");
});

test("a file that existed before the first import is treated as edited", async () => {
  mkdirSync(folder);
  edit("README.md", "my project");
  expect(await write({ "README.md": "generated" })).toEqual([
    { path: "README.md", status: "beside", besidePath: "README.md.new" },
  ]);
  expect(read("README.md")).toBe("my project");
});

test("an edited file is overwritten after a confirmation, or with --force", async () => {
  await write({ "b.ts": "one" });
  edit("b.ts", "mine");
  const asked: string[] = [];
  const ask = (confirmation: boolean) => async (path: string) => asked.push(path) > 0 && confirmation;
  await write({ "b.ts": "two" }, { askOverwrite: ask(false) });
  expect(read("b.ts")).toBe("mine");
  expect(await write({ "b.ts": "three" }, { askOverwrite: ask(true) })).toEqual([{ path: "b.ts", status: "written" }]);
  expect(asked).toEqual(["b.ts", "b.ts"]);
  edit("b.ts", "mine again");
  await write({ "b.ts": "three" }, { force: true });
  expect(read("b.ts")).toBe("three");
});

test("a deleted file is not written again until its content changes", async () => {
  await write({ "imports.ts": "one" });
  rmSync(join(folder, "imports.ts"));
  expect(await write({ "imports.ts": "one" })).toEqual([{ path: "imports.ts", status: "deleted" }]);
  expect(existsSync(join(folder, "imports.ts"))).toBe(false);
  expect(await write({ "imports.ts": "two" })).toEqual([
    { path: "imports.ts", status: "beside", besidePath: "imports.ts.new" },
  ]);
  expect(await write({ "imports.ts": "two" }, { force: true })).toEqual([{ path: "imports.ts", status: "written" }]);
});

test("no file is written through a link to a place outside the folder", async () => {
  mkdirSync(folder);
  mkdirSync(join(root, "elsewhere"));
  symlinkSync(join(root, "elsewhere"), join(folder, "dashboards"));
  await expect(write({ "dashboards/checkout.ts": "code" })).rejects.toThrow(
    "dashboards is a link, which is not followed",
  );
  expect(existsSync(join(root, "elsewhere", "checkout.ts"))).toBe(false);
});

test.each(["{", "[]", '{"version":1,"files":{},"names":{}}', '{"version":3}', "null"])(
  "a manifest of something else is refused: %s",
  (text) => {
    mkdirSync(folder);
    edit(MANIFEST, text);
    expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
  },
);

test("a manifest with a function name that is not a name in code is refused", () => {
  mkdirSync(folder);
  const entryPoint = (functionName: string) => ({ functionName, wants: [], returns: { several: [] } });
  const manifest = (functionName: string) => ({
    ...CONTENT,
    ...{ version: 4, files: {}, entryPoints: { "a.ts": entryPoint(functionName) } },
  });
  edit(MANIFEST, JSON.stringify(manifest("alerts")));
  expect(readManifest(folder).entryPoints).toEqual({ "a.ts": entryPoint("alerts") });
  edit(MANIFEST, JSON.stringify(manifest("alerts(); process.exit")));
  expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
});

test("the manifest contains the objects and the digests of all files", async () => {
  const objects = { id1: { type: "dashboard", name: "checkout", path: "a.ts" } } as const;
  await write({ "a.ts": "one" }, { content: { ...CONTENT, objects } });
  await write({ "b.ts": "two" }, { content: { ...CONTENT, objects } });
  const { files, ...content } = readManifest(folder);
  expect(content).toEqual({ ...CONTENT, objects });
  expect(Object.keys(files)).toEqual(["a.ts", "b.ts"]);
});

test.each(["../a.ts", "/etc/a.ts", "a/../../b.ts"])(
  "a manifest that leads out of the folder is refused: %s",
  (path) => {
    mkdirSync(folder);
    edit(MANIFEST, JSON.stringify({ ...CONTENT, version: 4, files: { [path]: "digest" } }));
    expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
  },
);

test("new lines are added to an edited file with a known earlier text, and the edits stay", async () => {
  const before = () => "one\ntwo\nthree\n";
  await write({ "main.ts": before() });
  edit("main.ts", "one\nmine\nthree\nmine too\n");
  const file = { path: "main.ts", text: "one\ntwo\nnew\nthree\nlast\n", before };
  const writeMain = () => writeFiles([file], new FolderFiles(folder, false), CONTENT);
  expect(await writeMain()).toEqual([{ path: "main.ts", status: "extended" }]);
  expect(read("main.ts")).toBe("one\nnew\nmine\nthree\nlast\nmine too\n");
  expect(await writeMain()).toEqual([{ path: "main.ts", status: "kept" }]);
});
