import { runProcess } from "../engine/engine";
import { CommandError } from "../frame/exit";

/** Settings that prevent a repository from running programs. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** Throws a `CommandError` if a file has uncommitted changes. Files outside of a repository are accepted. */
export async function assertCommitted(folder: string, files: readonly string[]): Promise<void> {
  const changed = await uncommittedFiles(folder, files);
  if (changed.length > 0) {
    throw new CommandError(
      `${changed.join(", ")} has uncommitted changes. No files were written. Fix: Commit them, or add --allow-dirty.`,
    );
  }
}

async function uncommittedFiles(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const options = { workingDirectory: folder, environment: process.env };
  const git = (...args: string[]) => runProcess("git", [...SAFE, ...args], options);
  try {
    const repository = await git("rev-parse", "--is-inside-work-tree");
    if (repository.exitCode !== 0) {
      return [];
    }
    const changed: string[] = [];
    for (const file of files) {
      const { stdout } = await git("status", "--porcelain", "--", file);
      if (stdout.trim() !== "") {
        changed.push(file);
      }
    }
    return changed;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  }
}
