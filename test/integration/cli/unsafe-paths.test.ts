import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeFiles } from "../../../src/cli/code/folder/write-files";
import { KeptPlans } from "../../../src/cli/commands/plan/kept-plans";
import { FolderFiles, MANIFEST, NO_MANIFEST } from "../../../src/cli/project/import-manifest";
import { placeProvider } from "../../../src/install/place-provider";
import { thisPlatform } from "../../../src/install/provider-executable";
import { VERSION } from "../../../src/version";
import { callCli } from "../../support/cli/call-cli";
import { BUILT_CLI } from "../../support/cli/run-cli";

let root: string;
let folder: string;
let elsewhere: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "clickstack-unsafe-"));
  folder = join(root, "project");
  elsewhere = join(root, "elsewhere");
  for (const each of [folder, elsewhere]) {
    mkdirSync(each);
  }
  writeFileSync(join(elsewhere, "precious.txt"), "theirs");
});

afterEach(() => {
  expect(readdirSync(elsewhere)).toEqual(["precious.txt"]);
  expect(readFileSync(join(elsewhere, "precious.txt"), "utf8")).toBe("theirs");
  rmSync(root, { recursive: true, force: true });
});

const PACKAGE = join("terraform.d/plugins/registry.terraform.io/cdk-clickstack/clickstack", VERSION, thisPlatform());

/** Replaces a path of the project with a symbolic link to a folder of another user. */
function linkFolder(path: string): string {
  const link = join(folder, path);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(elsewhere, link);
  return link;
}

const refusal = (path: string) =>
  `error: ${path} is a link, which is not followed. Fix: Replace the link with a folder.\n`;

describe("install-provider", () => {
  const parents = PACKAGE.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));

  test.each(parents)("refuses a symbolic link at %s, and deletes nothing in its target", async (path) => {
    const link = linkFolder(path);
    const { exitCode, stderr } = await callCli(["install-provider", folder]);
    expect(exitCode).toBe(1);
    expect(stderr).toEqual(refusal(link));
  });

  test("refuses a symbolic link instead of the pointer file before it writes anything", async () => {
    const pointer = join(folder, "terraform.d", `terraform-provider-clickstack_v${VERSION}.path`);
    mkdirSync(dirname(pointer));
    symlinkSync(join(elsewhere, "precious.txt"), pointer);
    const { exitCode, stderr } = await callCli(["install-provider", folder]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`error: ${pointer} is a link, which is not followed. Fix: Remove the link.\n`);
    expect(readdirSync(dirname(pointer))).toHaveLength(1);
  });

  test("deletes only files that it wrote", async () => {
    const notes = join(folder, PACKAGE, "notes.txt");
    mkdirSync(dirname(notes), { recursive: true });
    writeFileSync(notes, "mine");
    const { exitCode, stderr } = await callCli(["install-provider", folder]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `error: ${notes} was not written by cdk-clickstack, and the engine hashes every file of this folder. Fix: Remove the file.\n`,
    );
    expect(readFileSync(notes, "utf8")).toBe("mine");
    expect(readdirSync(dirname(notes))).toEqual(["notes.txt"]);
  });

  test("accepts a project whose path contains a symbolic link", () => {
    symlinkSync(folder, join(root, "link"));
    placeProvider(join(root, "link"));
    expect(existsSync(join(folder, PACKAGE))).toBe(true);
  });
});

describe("init", () => {
  test("refuses a dangling symbolic link instead of a file, and writes nothing", async () => {
    symlinkSync(join(elsewhere, "main.ts"), join(folder, "main.ts"));
    const { exitCode, stderr } = await callCli(["init", folder]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`error: ${join(folder, "main.ts")} is a link, which is not followed. Fix: Remove the link.\n`);
    expect(readdirSync(folder)).toEqual(["main.ts"]);
  });

  test("refuses a symbolic link instead of the folder of a CI kit, and writes nothing", async () => {
    const link = linkFolder(".github");
    const { exitCode, stderr } = await callCli(["init", folder, "--ci", "github"]);
    expect(exitCode).toBe(1);
    expect(stderr).toEqual(refusal(link));
    expect(readdirSync(folder)).toEqual([".github"]);
  });

  test("does not wait for a FIFO instead of a file", async () => {
    execFileSync("mkfifo", [join(folder, "package.json")]);
    const { exitCode, stderr } = await callCli(["init", folder]);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `error: ${join(folder, "package.json")} is a FIFO, a socket or a device, not a file. Fix: Remove it, or choose another folder.\n`,
    );
    expect(readdirSync(folder)).toEqual(["package.json"]);
  });

  test("prints the name of a folder with a line break on one line", async () => {
    const named = join(folder, "a\nerror: b");
    mkdirSync(named);
    writeFileSync(join(named, "main.ts"), "mine");
    const { stderr } = await callCli(["init", named]);
    expect(stderr).toMatch(/^error: [^\n]*a\\u000aerror: b already contains main\.ts\.[^\n]*\n$/);
  });
});

describe("import", () => {
  const { files: _, ...nothing } = NO_MANIFEST;
  const content = { ...nothing, format: "typescript" as const };
  const write = (files: Readonly<Record<string, string>>) =>
    writeFiles(
      Object.entries(files).map(([path, text]) => ({ path, text })),
      new FolderFiles(folder, false),
      content,
    );

  test("refuses a symbolic link inside the folder, and writes no files", async () => {
    symlinkSync(join(elsewhere, "b.ts"), join(folder, "b.ts"));
    await expect(write({ "a.ts": "a", "b.ts": "b" })).rejects.toThrow("b.ts is a link, which is not followed");
    expect(readdirSync(folder)).toEqual(["b.ts"]);
  });

  test("reports the name of a folder that cannot be created", async () => {
    const files = new FolderFiles("/sys/code", false);
    await expect(writeFiles([{ path: "a.ts", text: "a" }], files, content)).rejects.toThrow(
      /(EPERM|EACCES).*'\/sys\/code'/,
    );
  });

  test("does not wait for a FIFO instead of its manifest or another file", async () => {
    execFileSync("mkfifo", [join(folder, MANIFEST)]);
    expect(() => new FolderFiles(folder, false)).toThrow("is a FIFO, a socket or a device, not a file");
    rmSync(join(folder, MANIFEST));
    execFileSync("mkfifo", [join(folder, "a.ts")]);
    await expect(write({ "a.ts": "a" })).rejects.toThrow("is a FIFO, a socket or a device, not a file");
  });
});

describe("plan --out", () => {
  test("refuses a symbolic link instead of a plan file", () => {
    symlinkSync(join(elsewhere, "precious.txt"), join(folder, "shop.tfplan"));
    expect(() => new KeptPlans(folder, ["shop"])).toThrow("shop.tfplan is a link, which is not followed");
  });

  test("deletes the plans that it stored, and no other file with that name", () => {
    const plans = new KeptPlans(folder, ["kept", "notes"]);
    writeFileSync(join(root, "plan"), "PK\u0003\u0004");
    plans.keep(join(root, "plan"), "kept");
    writeFileSync(join(folder, "notes.tfplan"), "notes");
    plans.discard(["kept", "notes", "absent"]);
    expect(readdirSync(folder)).toEqual(["notes.tfplan"]);
  });
});

/** Runs the built command line with a file size limit of 512 bytes, like a disk that becomes full. */
const onFullDisk = (...words: readonly string[]) =>
  spawnSync("sh", ["-c", 'ulimit -f 1; exec "$0" "$@"', process.execPath, BUILT_CLI, ...words], { encoding: "utf8" });

describe("a command on a disk that becomes full", () => {
  test("prints one error and leaves no files (init)", () => {
    const target = join(folder, "new", "deep");
    const { status, stderr } = onFullDisk("init", target);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `error: ${join(target, "package.json")} cannot be used: it is larger than this disk allows. Name another place.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test("prints one error and leaves no partial executable (install-provider)", () => {
    const { status, stderr } = onFullDisk("install-provider", "--portable", folder);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: \S+ cannot be used: it is larger than this disk allows\. Name another place\.\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("keeps the previous text of a report", () => {
    const file = join(folder, "report.html");
    writeFileSync(file, "earlier");
    mkdirSync(join(root, "stack"));
    writeFileSync(join(root, "stack", "cdk.tf.json"), JSON.stringify(DASHBOARD));
    const { status, stderr } = onFullDisk("preview", join(root, "stack"), "--format", "html", "--output", file);
    expect(status).toBe(1);
    expect(stderr).toBe(`error: ${file} cannot be written: it is larger than this disk allows. Name another place.\n`);
    expect(readFileSync(file, "utf8")).toBe("earlier");
    expect(readdirSync(folder)).toEqual(["report.html"]);
  });
});

const DASHBOARD = {
  resource: {
    clickstack_dashboard: {
      shop: {
        name: "Shop",
        tiles: { note: { name: "Note", x: 0, y: 0, w: 4, h: 2, config: { display_type: "markdown", markdown: "x" } } },
      },
    },
  },
};
