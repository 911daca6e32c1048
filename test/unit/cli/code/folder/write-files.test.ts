import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFiles } from "../../../../../src/cli/code/folder/write-files";
import {
  FolderFiles,
  MANIFEST,
  type Manifest,
  NO_MANIFEST,
  readManifest,
} from "../../../../../src/cli/project/import-manifest";

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

test("an unedited file is overwritten", async () => {
  expect(await write({ "a/b.ts": "one" })).toEqual([{ path: "a/b.ts", status: "written" }]);
  expect(await write({ "a/b.ts": "one" })).toEqual([{ path: "a/b.ts", status: "unchanged" }]);
  expect(await write({ "a/b.ts": "two" })).toEqual([{ path: "a/b.ts", status: "written" }]);
  expect(read("a/b.ts")).toBe("two");
});

test("changes of an edited file and of the server are merged", async () => {
  await write({ "b.ts": "one\ntwo\nthree\n" });
  edit("b.ts", "mine\ntwo\nthree\n");
  expect(await write({ "b.ts": "one\ntwo\nthree\n" })).toEqual([{ path: "b.ts", status: "kept" }]);
  expect(await write({ "b.ts": "one\ntwo\nnew\n" })).toEqual([{ path: "b.ts", status: "extended" }]);
  expect(read("b.ts")).toBe("mine\ntwo\nnew\n");
  expect(await write({ "b.ts": "one\ntwo\nnew\n" })).toEqual([{ path: "b.ts", status: "kept" }]);
});

test("conflicting changes of a line are written once, with conflict markers", async () => {
  await write({ "b.ts": "one\ntwo\n" });
  edit("b.ts", "mine\ntwo\n");
  expect(await write({ "b.ts": "new\ntwo\n" })).toEqual([{ path: "b.ts", status: "conflict" }]);
  expect(read("b.ts")).toBe("<<<<<<< edited\nmine\n=======\nnew\n>>>>>>> imported\ntwo\n");
  expect(await write({ "b.ts": "new\ntwo\n" })).toEqual([{ path: "b.ts", status: "kept" }]);
  edit("b.ts", "resolved\ntwo\n");
  expect(await write({ "b.ts": "new\nlast\n" })).toEqual([{ path: "b.ts", status: "conflict" }]);
});

test("a file that was checked out with other line ends counts as unedited", async () => {
  await write({ "b.ts": "one\ntwo\n" });
  edit("b.ts", "one\r\ntwo\r\n");
  expect(await write({ "b.ts": "one\nthree\n" })).toEqual([{ path: "b.ts", status: "written" }]);
});

test("a file that existed before the first import is kept, and the new text is written to a file next to it", async () => {
  mkdirSync(folder);
  edit("README.md", "my project");
  const beside = (besidePath: string) => [{ path: "README.md", status: "beside", besidePath }];
  expect(await write({ "README.md": "one" })).toEqual(beside("README.md.new"));
  expect(await write({ "README.md": "two" })).toEqual(beside("README.md.new"));
  expect(read("README.md")).toBe("my project");
  expect(read("README.md.new")).toBe("two");
  edit("README.md.new", "half merged");
  expect(await write({ "README.md": "three" })).toEqual(beside("README.md.new-2"));
  expect(read("README.md.new")).toBe("half merged");
});

test("an edited file is overwritten after a confirmation, or with --force", async () => {
  await write({ "b.ts": "one" });
  edit("b.ts", "mine");
  const asked: string[] = [];
  const ask = (confirmation: boolean) => async (path: string) => asked.push(path) > 0 && confirmation;
  await write({ "b.ts": "two" }, { askOverwrite: ask(false) });
  expect(read("b.ts")).toContain("mine");
  expect(await write({ "b.ts": "three" }, { askOverwrite: ask(true) })).toEqual([{ path: "b.ts", status: "written" }]);
  expect(asked).toEqual(["b.ts", "b.ts"]);
  edit("b.ts", "mine again");
  await write({ "b.ts": "three" }, { force: true });
  expect(read("b.ts")).toBe("three");
});

test("a file that the user deleted is not written again until its content changes", async () => {
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
  "a manifest that is not from an import is refused: %s",
  (text) => {
    mkdirSync(folder);
    edit(MANIFEST, text);
    expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
  },
);

test("a manifest with a function name that is not a valid identifier is refused", () => {
  mkdirSync(folder);
  const entryPoint = (functionName: string) => ({ functionName, wants: [], returns: { several: [] } });
  const manifest = (functionName: string) => ({
    ...CONTENT,
    ...{ version: 5, files: {}, entryPoints: { "a.ts": entryPoint(functionName) } },
  });
  edit(MANIFEST, JSON.stringify(manifest("alerts")));
  expect(readManifest(folder).entryPoints).toEqual({ "a.ts": entryPoint("alerts") });
  edit(MANIFEST, JSON.stringify(manifest("alerts(); process.exit")));
  expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
});

test("the manifest lists the objects and contains the texts of all files", async () => {
  const objects = { id1: { type: "dashboard", name: "checkout", path: "a.ts" } } as const;
  await write({ "a.ts": "one" }, { content: { ...CONTENT, objects } });
  await write({ "b.ts": "two" }, { content: { ...CONTENT, objects } });
  const { files, ...content } = readManifest(folder);
  expect(content).toEqual({ ...CONTENT, objects });
  expect(files).toEqual({ "a.ts": "one", "b.ts": "two" });
});

test.each(["../a.ts", "/etc/a.ts", "a/../../b.ts"])(
  "a manifest with a path outside of the folder is refused: %s",
  (path) => {
    mkdirSync(folder);
    edit(MANIFEST, JSON.stringify({ ...CONTENT, version: 5, files: { [path]: "text" } }));
    expect(() => readManifest(folder)).toThrow("was not written by an import of this version");
  },
);

test("a program that no import wrote is merged, with its previously known text as the base", async () => {
  mkdirSync(folder);
  edit("main.ts", "one\nmine\ntwo\n");
  const file = { path: "main.ts", text: "one\ntwo\nnew\n", base: "one\ntwo\n", isProgram: true };
  const writeMain = () => writeFiles([file], new FolderFiles(folder, false), CONTENT);
  expect(await writeMain()).toEqual([{ path: "main.ts", status: "extended" }]);
  expect(read("main.ts")).toBe("one\nmine\ntwo\nnew\n");
  expect(await writeMain()).toEqual([{ path: "main.ts", status: "kept" }]);
});
