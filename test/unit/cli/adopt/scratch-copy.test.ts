import { lstatSync, mkdirSync, readlinkSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScratchCopy } from "../../../../src/cli/commands/adopt/scratch-copy";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const MB = 1_000_000;

function projectWith(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries({ "main.ts": 1, ...files })) {
    writeFileSync(join(folder, name), "");
    truncateSync(join(folder, name), bytes);
  }
  return folder;
}

test("a copy of a project contains its files, and links to large files and to files outside of it", () => {
  const folder = projectWith({ "data.bin": 6 * MB });
  const other = join(temporaryFolder(), "other.ts");
  symlinkSync(other, join(folder, "outside"));
  mkdirSync(join(folder, "node_modules", "a"), { recursive: true });
  const copy = new ScratchCopy(folder, ["main.ts"], temporaryFolder());
  const place = (name: string) => join(copy.pathOf(folder), name);
  expect(lstatSync(place("main.ts")).isFile()).toBe(true);
  expect(readlinkSync(place("data.bin"))).toBe(join(folder, "data.bin"));
  expect(readlinkSync(place("outside"))).toBe(other);
  expect(readlinkSync(place("node_modules/a"))).toBe(join(folder, "node_modules", "a"));
});

test("a project with more than 200 MB of small files is not copied", () => {
  const folder = projectWith(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`data-${index}`, 4 * MB])));
  expect(() => new ScratchCopy(folder, ["main.ts"], temporaryFolder())).toThrow(
    "The project has more than 200 MB, too much for a copy.",
  );
});
