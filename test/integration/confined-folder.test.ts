import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfinedFolder, readRegularFile, UnsafePathError } from "../../src/confined-folder";
import { writeNamedFile } from "../../src/staged-file";

let base: string;
let root: string;
let elsewhere: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "clickstack-confined-"));
  root = join(base, "project");
  elsewhere = join(base, "elsewhere");
  for (const folder of [root, elsewhere]) {
    mkdirSync(folder);
  }
  writeFileSync(join(elsewhere, "file"), "theirs");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const errorOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const PLACES: readonly [string, () => void, string][] = [
  ["a linked file", () => symlinkSync(join(elsewhere, "file"), join(root, "file")), "file"],
  ["a dangling link", () => symlinkSync(join(elsewhere, "new"), join(root, "new")), "new"],
  ["a linked folder", () => symlinkSync(elsewhere, join(root, "a")), "a/file"],
  [
    "a linked parent folder",
    () => {
      mkdirSync(join(root, "a"));
      mkdirSync(join(elsewhere, "b"));
      writeFileSync(join(elsewhere, "b", "file"), "theirs");
      symlinkSync(elsewhere, join(root, "a", "link"));
    },
    "a/link/b/file",
  ],
];

describe.each(PLACES)("a confined folder with %s", (_name, prepare, path) => {
  test.each<[string, (folder: ConfinedFolder) => unknown]>([
    ["write", (folder) => folder.write(path, "ours")],
    ["create", (folder) => folder.write(path, "ours", { isNew: true })],
    ["remove", (folder) => folder.remove(path)],
    ["read", (folder) => folder.read(path, 100)],
    ["find", (folder) => folder.statsOf(path)],
  ])("refuses to %s the path, and the target stays unchanged", (_verb, work) => {
    prepare();
    const error = errorOf(() => work(new ConfinedFolder(root)));
    expect(error).toBeInstanceOf(UnsafePathError);
    expect(String(error)).toMatch(/is a link, which is not followed\. Fix: (Remove|Replace) the link/);
    expect(existsSync(join(elsewhere, "new"))).toBe(false);
    expect(readFileSync(join(elsewhere, "file"), "utf8")).toBe("theirs");
    expect(readdirSync(elsewhere).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

test("the path of a confined folder itself can contain a symbolic link", () => {
  symlinkSync(root, join(base, "link"));
  new ConfinedFolder(join(base, "link")).write("a/file", "ours");
  expect(readFileSync(join(root, "a", "file"), "utf8")).toBe("ours");
});

test.each(["../file", "a/../../file", "a\\..\\..\\file"])("a confined folder refuses the path %s", (path) => {
  expect(() => new ConfinedFolder(root).write(path, "ours")).toThrow("is outside of its folder");
});

test("a FIFO instead of a file is refused immediately", () => {
  execFileSync("mkfifo", [join(root, "fifo")]);
  const folder = new ConfinedFolder(root);
  for (const work of [() => folder.read("fifo", 100), () => folder.write("fifo", ""), () => folder.remove("fifo")]) {
    expect(work).toThrow("is a FIFO, a socket or a device, not a file. Fix: Remove it, or choose another folder.");
  }
});

test("a file that is larger than expected is not read", () => {
  writeFileSync(join(root, "huge"), "");
  truncateSync(join(root, "huge"), 2 ** 40);
  expect(() => new ConfinedFolder(root).read("huge", 4096)).toThrow(
    "has 1099511627776 bytes, more than the limit of 4096. Fix: Remove the file.",
  );
  expect(new ConfinedFolder(root).startOf("huge", 2)).toBe("\0\0");
});

test("a hard link is replaced, and the file's other name keeps its content", () => {
  linkSync(join(elsewhere, "file"), join(root, "file"));
  new ConfinedFolder(root).write("file", "ours");
  expect(readFileSync(join(root, "file"), "utf8")).toBe("ours");
  expect(readFileSync(join(elsewhere, "file"), "utf8")).toBe("theirs");
});

test("a text can be appended only to a regular file", () => {
  const folder = new ConfinedFolder(root);
  for (const text of ["one", "two"]) {
    folder.append("a/file", text);
  }
  expect(readFileSync(join(root, "a", "file"), "utf8")).toBe("onetwo");
  symlinkSync(join(elsewhere, "file"), join(root, "link"));
  expect(() => folder.append("link", "ours")).toThrow("is a link, which is not followed");
  linkSync(join(elsewhere, "file"), join(root, "hard"));
  expect(() => folder.append("hard", "ours")).toThrow("has a second name (hard link). Fix: Remove the file.");
  execFileSync("mkfifo", [join(root, "fifo")]);
  expect(() => folder.append("fifo", "ours")).toThrow("is a FIFO, a socket or a device");
  expect(readFileSync(join(elsewhere, "file"), "utf8")).toBe("theirs");
});

test("a replaced file keeps its permissions", () => {
  writeFileSync(join(root, "file"), "", { mode: 0o640 });
  new ConfinedFolder(root).write("file", "ours");
  expect(statSync(join(root, "file")).mode & 0o777).toBe(0o640);
});

test("a new file does not replace an existing file", () => {
  writeFileSync(join(root, "file"), "theirs");
  expect(() => new ConfinedFolder(root).write("file", "ours", { isNew: true })).toThrow("EEXIST");
  expect(readFileSync(join(root, "file"), "utf8")).toBe("theirs");
  expect(readdirSync(root)).toEqual(["file"]);
});

test("either all files are written, or no files and no new folders remain", () => {
  mkdirSync(join(root, "last"));
  const files = { "a/b/one": "1", "a/two": "2", last: "3" };
  expect(() => new ConfinedFolder(root).writeAll(files)).toThrow("is a folder, not a file");
  expect(readdirSync(root)).toEqual(["last"]);
  expect(() => new ConfinedFolder(join(base, "new", "deep")).writeAll({ one: "1", "one/two": "2" })).toThrow();
  expect(existsSync(join(base, "new"))).toBe(false);
});

test("an error shows the path on one line, without control characters", () => {
  symlinkSync("nowhere", join(root, "a\nerror: \u001b[2J"));
  const error = errorOf(() => new ConfinedFolder(root).statsOf("a\nerror: \u001b[2J")) as Error;
  expect(error.message).toBe(
    `${root}/a\\u000aerror: \\u001b[2J is a link, which is not followed. Fix: Remove the link.`,
  );
});

test("a symbolic link to a file that is only read is followed if the caller allows it", () => {
  symlinkSync(join(elsewhere, "file"), join(root, "file"));
  expect(readRegularFile(join(root, "file"), 100, true)).toBe("theirs");
});

describe("an output file of a user", () => {
  test("is written through the user's symbolic link", () => {
    symlinkSync(join(elsewhere, "file"), join(root, "report"));
    writeNamedFile(join(root, "report"), "report");
    expect(readFileSync(join(elsewhere, "file"), "utf8")).toBe("report");
    expect(readdirSync(elsewhere)).toEqual(["file"]);
  });

  test("is not written through a dangling symbolic link", () => {
    symlinkSync(join(elsewhere, "new"), join(root, "report"));
    expect(() => writeNamedFile(join(root, "report"), "report")).toThrow("EEXIST");
    expect(readdirSync(elsewhere)).toEqual(["file"]);
    expect(readdirSync(root)).toEqual(["report"]);
  });

  test("can be a device", () => {
    writeNamedFile("/dev/null", "report");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});
