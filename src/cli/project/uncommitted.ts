import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { visiblePath } from "../../visible";
import { type ProcessResult, runProcess } from "../engine/engine";
import { CommandError, expectedError } from "../terminal/exit";

/** Settings that prevent a repository from running programs. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** Files of an operation that git has not finished, in its folder. */
const UNFINISHED = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

/**
 * Throws a `CommandError` if git cannot restore a file: it has uncommitted changes, or git is in the middle of a merge.
 * Files outside of a repository are accepted.
 */
export async function assertCommitted(folder: string, files: readonly string[]): Promise<void> {
  // A file can be in a submodule, whose files the repository around it does not know.
  for (const place of new Set(files.map((file) => dirname(resolve(folder, file))))) {
    const unfinished = await findUnfinished(place);
    if (unfinished !== undefined) {
      throw new CommandError(
        `Git has not finished an operation (${unfinished}). No files were written. Fix: Finish it, or add --allow-dirty.`,
      );
    }
  }
  const changed: string[] = [];
  for (const file of files) {
    const path = resolve(folder, file);
    const status = await git(dirname(path), "--literal-pathspecs", "status", "--porcelain", "--", basename(path));
    if (status !== undefined && status.stdout.trim() !== "") {
      changed.push(visiblePath(file));
    }
  }
  if (changed.length > 0) {
    const verb = changed.length === 1 ? "has" : "have";
    throw new CommandError(
      `${changed.join(", ")} ${verb} uncommitted changes. No files were written. Fix: Commit them, or add --allow-dirty.`,
    );
  }
}

export const IGNORED_REASON = "Git ignores the file, so it is generated or cannot be restored.";

/**
 * Returns the files that git ignores. They are generated, or git cannot restore them. Empty if git fails, such as in a
 * container whose user does not own the repository.
 */
export async function ignoredFiles(folder: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  const ignored = new Set<string>();
  for (const file of files) {
    const path = resolve(folder, file);
    try {
      // With `./`, a name such as `:(top)a.ts` is not a pattern.
      const check = () => git(dirname(path), "check-ignore", "--", `./${basename(path)}`);
      if (existsSync(path) && (await check())?.exitCode === 0) {
        ignored.add(file);
      }
    } catch (error) {
      expectedError(error, CommandError);
    }
  }
  return ignored;
}

/** Returns the operation that a repository has not finished, such as `MERGE_HEAD`. */
async function findUnfinished(folder: string): Promise<string | undefined> {
  const found = await git(folder, "rev-parse", "--git-dir");
  const path = found?.exitCode === 0 ? found.stdout.trim() : undefined;
  if (path === undefined) {
    return undefined;
  }
  const gitFolder = isAbsolute(path) ? path : join(folder, path);
  return UNFINISHED.find((each) => existsSync(join(gitFolder, each)));
}

/** Runs git. Returns undefined outside of a repository and on a machine without git. Throws for any other failure. */
async function git(folder: string, ...args: readonly string[]): Promise<ProcessResult | undefined> {
  const options = { workingDirectory: folder, environment: { ...process.env, LC_ALL: "C" } };
  try {
    const result = await runProcess("git", [...SAFE, ...args], options);
    if (result.exitCode <= 1) {
      return result;
    }
    if (/not a git repository/i.test(result.stderr)) {
      return undefined;
    }
    throw new CommandError(`Git failed in ${visiblePath(folder)}. No files were written.\n${result.stderr.trim()}`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
