import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const ROOT = join(__dirname, "..", "..", "..", "..");

test("a verified write names the edited files and the command that restores them if the disk became full", () => {
  const folder = temporaryFolder();
  const file = join(folder, "main.ts");
  writeFileSync(file, "a");
  const module = (name: string) => JSON.stringify(join(ROOT, "src", "cli", "project", name));
  const program = `
    import { execFileSync } from "node:child_process";
    import { AuthorFiles } from ${module("author-files")};
    import { writeVerified } from ${module("write-verified")};
    const files = new AuthorFiles(${JSON.stringify(folder)});
    const editsOf = () => [{ path: "main.ts", original: files.read("main.ts"), edited: "A" }];
    const verify = async () => {
      execFileSync("prlimit", ["--pid", String(process.pid), "--fsize=0:"]);
      throw new TypeError("broken");
    };
    writeVerified({ files, objects: ["a"], editsOf, verify }).catch(({ message }) => console.log(message));
  `;
  const script = join(temporaryFolder(), "full-disk.ts");
  writeFileSync(script, program);
  expect(execFileSync(process.execPath, ["--import", "tsx", script], { cwd: ROOT, encoding: "utf8" })).toMatch(
    /^The files could not be restored, and still contain unverified edits: main\.ts\. .* larger than this disk allows\. .* Then run `git restore main\.ts`, which/,
  );
  expect(readFileSync(file, "utf8")).toBe("A");
});
