import * as fs from "node:fs";
import { join } from "node:path";
import { ScratchCopy, UnlikeProjectError } from "../../../../src/cli/commands/adopt/scratch-copy";
import { temporaryFolder } from "../../../support/constructs/synthesize";
import { pretendSystem } from "../../../support/system";

// The rules of Windows without Developer Mode: only administrators may create links other than junctions.
jest.mock("node:fs", () => {
  const actual = jest.requireActual<typeof fs>("node:fs");
  const symlinkSync = (target: string, path: string, type?: string) => {
    if (target.includes("on-a-share")) {
      throw Object.assign(new Error("ENOTSUP: operation not supported on socket"), { code: "ENOTSUP" });
    }
    if (type !== "junction" || actual.statSync(target, { throwIfNoEntry: false })?.isFile()) {
      throw Object.assign(new Error(`EPERM: operation not permitted, symlink '${target}'`), { code: "EPERM" });
    }
    actual.symlinkSync(target, path);
  };
  return { ...actual, symlinkSync };
});

pretendSystem("win32");

test("a copy of a project on Windows contains junctions to folders, and hard links to large files", () => {
  const folder = temporaryFolder();
  fs.writeFileSync(join(folder, "main.ts"), "");
  fs.writeFileSync(join(folder, "data.bin"), "");
  fs.truncateSync(join(folder, "data.bin"), 6_000_000);
  fs.mkdirSync(join(folder, "node_modules", "a"), { recursive: true });
  const copy = new ScratchCopy(folder, ["main.ts"], temporaryFolder());
  const place = (name: string) => join(copy.pathOf(folder), name);
  expect(fs.readlinkSync(place("node_modules/a"))).toBe(join(folder, "node_modules", "a"));
  expect(fs.statSync(place("data.bin")).ino).toBe(fs.statSync(join(folder, "data.bin")).ino);
});

test("copying a project to a disk without links fails with the reason", () => {
  const folder = temporaryFolder();
  fs.mkdirSync(join(folder, "node_modules", "on-a-share"), { recursive: true });
  expect(() => new ScratchCopy(folder, ["main.ts"], temporaryFolder())).toThrow(
    new UnlikeProjectError("A copy of the project requires links, which this disk does not support."),
  );
});
