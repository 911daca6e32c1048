import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertCommitted, ignoredFiles } from "../../../../src/cli/project/uncommitted";
import { temporaryFolder } from "../../../support/constructs/synthesize";

const AUTHOR = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"];
const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", [...AUTHOR, ...words], { cwd: folder, stdio: "pipe" });

/** Creates a repository with the committed file `main.ts`. */
function repository(): string {
  const folder = temporaryFolder();
  git(folder, "init", "-q", "-b", "main");
  writeFileSync(join(folder, "main.ts"), "a\n");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "Start");
  return folder;
}

describe("a file that adopt writes", () => {
  test("is accepted if the file is committed, or is outside of a git repository", async () => {
    await assertCommitted(repository(), ["main.ts"]);
    await assertCommitted(temporaryFolder(), ["main.ts"]);
  });

  test.each([["main.ts"], [":(top)new.ts"], ["*.ts"]])("is refused with uncommitted changes: %s", async (name) => {
    const folder = repository();
    writeFileSync(join(folder, name), "b\n");
    await expect(assertCommitted(folder, [name])).rejects.toThrow(`${name} has uncommitted changes.`);
  });

  test("is refused while git has not finished a merge", async () => {
    const folder = repository();
    git(folder, "checkout", "-qb", "other");
    git(folder, "commit", "-q", "--allow-empty", "-m", "Other");
    git(folder, "checkout", "-q", "main");
    git(folder, "merge", "-q", "--no-commit", "--no-ff", "other");
    await expect(assertCommitted(folder, ["main.ts"])).rejects.toThrow(
      "Git has not finished an operation (MERGE_HEAD). No files were written. Fix: Finish it, or add --allow-dirty.",
    );
  });

  test("is checked in the git submodule that contains the file", async () => {
    const folder = repository();
    git(folder, "submodule", "--quiet", "add", repository(), "shared");
    git(folder, "commit", "-qm", "Add shared");
    await assertCommitted(folder, ["shared/main.ts"]);
    writeFileSync(join(folder, "shared", "main.ts"), "b\n");
    await expect(assertCommitted(folder, ["shared/main.ts"])).rejects.toThrow(
      "shared/main.ts has uncommitted changes.",
    );
  });

  test("is refused if git fails for another reason", async () => {
    const folder = repository();
    writeFileSync(join(folder, ".git", "config"), "[broken");
    await expect(assertCommitted(folder, ["main.ts"])).rejects.toThrow(
      /^Git failed in .*\. No files were written\.\nfatal: bad config/,
    );
    expect([...(await ignoredFiles(folder, ["main.ts"]))]).toEqual([]);
  });

  test("is reported if git ignores the file", async () => {
    const folder = repository();
    mkdirSync(join(folder, "gen"));
    writeFileSync(join(folder, "gen", "a.ts"), "");
    writeFileSync(join(folder, ".gitignore"), "gen\n");
    expect([...(await ignoredFiles(folder, ["main.ts", "gen/a.ts", "gone.ts"]))]).toEqual(["gen/a.ts"]);
    expect([...(await ignoredFiles(temporaryFolder(), ["main.ts"]))]).toEqual([]);
  });
});
