import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  linkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { succeeds } from "./quietly";

/** Content of a file: a text, or a copy of another file with its time. */
export type Content =
  | string
  | {
      readonly copyOf: string;
      /** Path of an equal copy. If the file system supports hard links, both names refer to one file. */
      readonly sharedWith?: string | undefined;
    };

export interface WriteOptions {
  /** Permissions of the file. Default: those of the replaced file, or the umask. */
  readonly mode?: number;
  /** Fails if a file with this name exists, instead of replacing it. */
  readonly isNew?: boolean;
}

/**
 * A file with a temporary name, which a rename replaces by the final name. No reader sees an incomplete file, and no
 * write follows a link or a hard link.
 */
export class StagedFile {
  readonly #target: string;
  readonly #isNew: boolean;
  /** Path of the content before the rename. */
  readonly draft: string;
  #isDone = false;

  /** @param replaced the file that currently has the name */
  constructor(target: string, replaced: Stats | undefined, content: Content, { mode, isNew = false }: WriteOptions) {
    this.#target = target;
    this.draft = join(dirname(target), `.${basename(target).slice(0, 20)}.${randomBytes(6).toString("hex")}.tmp`);
    this.#isNew = isNew;
    try {
      this.#fill(content, mode);
      const permissions = mode ?? (replaced && replaced.mode & 0o777);
      if (permissions !== undefined) {
        chmodSync(this.draft, permissions);
      }
      if (replaced && replaced.uid !== process.getuid?.()) {
        // Only the superuser can keep another user's ownership.
        succeeds(() => chownSync(this.draft, replaced.uid, replaced.gid));
      }
    } catch (error) {
      this.undo();
      throw this.#named(error);
    }
  }

  commit(): void {
    try {
      if (this.#isNew) {
        this.#addAsNew();
      } else {
        renameSync(this.draft, this.#target);
      }
      this.#isDone = true;
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** Removes the temporary file, or a new file that was committed. */
  undo(): void {
    if (!this.#isDone) {
      succeeds(() => unlinkSync(this.draft));
    } else if (this.#isNew) {
      succeeds(() => unlinkSync(this.#target));
    }
  }

  #fill(content: Content, mode = 0o666): void {
    if (typeof content === "string") {
      writeFileSync(this.draft, content, { flag: "wx", mode });
      return;
    }
    const { copyOf, sharedWith } = content;
    if (sharedWith !== undefined && succeeds(() => linkSync(sharedWith, this.draft))) {
      return;
    }
    copyFileSync(copyOf, this.draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const { atime, mtime } = statSync(copyOf);
    utimesSync(this.draft, atime, mtime);
  }

  /** Links instead of renaming, which would replace another program's new file. Copies where links are not possible. */
  #addAsNew(): void {
    try {
      linkSync(this.draft, this.#target);
    } catch (error) {
      if (systemErrorCode(error) === "EEXIST") {
        throw error;
      }
      copyFileSync(this.draft, this.#target, constants.COPYFILE_EXCL);
    }
    unlinkSync(this.draft);
  }

  /** Returns an error with the name of the file instead of its temporary name. */
  #named(error: unknown): unknown {
    if (systemErrorCode(error) === undefined) {
      return error;
    }
    const named = error as NodeJS.ErrnoException & { dest?: string };
    named.message = named.message.replaceAll(this.draft, this.#target);
    // The error of a failed write has no path.
    if (named.path === this.draft || named.path === undefined) {
      named.path = this.#target;
    }
    if (named.dest === this.draft) {
      named.dest = this.#target;
    }
    return named;
  }
}

/** Errors of a rename for a file that is writable only in place: the folder is read-only, or the file is a mount. */
const ONLY_IN_PLACE = ["EACCES", "EPERM", "EROFS", "EBUSY"];

/**
 * Writes a file that a user named, which may be a link, a FIFO or a device. Replaces a regular file as a whole, so that
 * a full disk keeps the earlier content. Writes in place only if a rename fails.
 */
export function writeNamedFile(file: string, text: string, mode?: number): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const target = found ? realpathSync(file) : file;
  let staged: StagedFile | undefined;
  try {
    staged = new StagedFile(target, found, text, { isNew: !found, ...(mode !== undefined && { mode }) });
    staged.commit();
  } catch (error) {
    staged?.undo();
    if (!found || !ONLY_IN_PLACE.includes(systemErrorCode(error) ?? "")) {
      throw error;
    }
    writeFileSync(target, text);
  }
}

/** Returns the code of an operating system error, such as `ENOENT`, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return undefined;
  }
  return typeof error.code === "string" ? error.code : undefined;
}
