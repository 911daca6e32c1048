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

/** The content of a file: a text, or a copy of another file with its time. */
export type Content =
  | string
  | {
      readonly copyOf: string;
      /** The path of the same copy: where the file system allows it, both names refer to one file. */
      readonly sharedWith?: string | undefined;
    };

export interface WriteOptions {
  /** Permissions of the file. Default: those of the file that is replaced, else those that the umask leaves. */
  readonly mode?: number;
  /** Fails where a file of this name exists, instead of replacing it. */
  readonly isNew?: boolean;
}

/**
 * A file under a temporary name, until it gets its own by a rename. No reader sees half of it, and it is not written
 * through a link or a hard link.
 */
export class StagedFile {
  readonly #target: string;
  readonly #draft: string;
  readonly #isNew: boolean;
  #isDone = false;

  /** @param replaced the file that has the name now */
  constructor(target: string, replaced: Stats | undefined, content: Content, { mode, isNew = false }: WriteOptions) {
    this.#target = target;
    this.#draft = join(dirname(target), `.${basename(target).slice(0, 20)}.${randomBytes(6).toString("hex")}.tmp`);
    this.#isNew = isNew;
    try {
      this.#fill(content, mode);
      const permissions = mode ?? (replaced && replaced.mode & 0o777);
      if (permissions !== undefined) {
        chmodSync(this.#draft, permissions);
      }
      if (replaced && replaced.uid !== process.getuid?.()) {
        this.#giveTo(replaced);
      }
    } catch (error) {
      this.undo();
      throw this.#named(error);
    }
  }

  /** Where the content is until then. */
  get draft(): string {
    return this.#draft;
  }

  commit(): void {
    try {
      if (this.#isNew) {
        this.#addAsNew();
      } else {
        renameSync(this.#draft, this.#target);
      }
      this.#isDone = true;
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** Removes the temporary file, and a new file that was committed. */
  undo(): void {
    if (!this.#isDone) {
      removeQuietly(this.#draft);
    } else if (this.#isNew) {
      removeQuietly(this.#target);
    }
  }

  #fill(content: Content, mode = 0o666): void {
    if (typeof content === "string") {
      writeFileSync(this.#draft, content, { flag: "wx", mode });
      return;
    }
    if (content.sharedWith !== undefined && isLinked(content.sharedWith, this.#draft)) {
      return;
    }
    copyFileSync(content.copyOf, this.#draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const { atime, mtime } = statSync(content.copyOf);
    utimesSync(this.#draft, atime, mtime);
  }

  #giveTo({ uid, gid }: Stats): void {
    try {
      chownSync(this.#draft, uid, gid);
    } catch {
      // Only the superuser can keep another user's ownership.
    }
  }

  /** A rename would replace a file that another program made in the meantime. Some file systems have no hard links. */
  #addAsNew(): void {
    try {
      linkSync(this.#draft, this.#target);
    } catch (error) {
      if (systemErrorCode(error) === "EEXIST") {
        throw error;
      }
      copyFileSync(this.#draft, this.#target, constants.COPYFILE_EXCL);
    }
    unlinkSync(this.#draft);
  }

  /** An error that names the file, not its temporary name. */
  #named(error: unknown): unknown {
    if (systemErrorCode(error) === undefined) {
      return error;
    }
    const named = error as NodeJS.ErrnoException & { dest?: string };
    named.message = named.message.replaceAll(this.#draft, this.#target);
    // A failed write has no path.
    if (named.path === this.#draft || named.path === undefined) {
      named.path = this.#target;
    }
    if (named.dest === this.#draft) {
      named.dest = this.#target;
    }
    return named;
  }
}

/** Why a file can be writable in place where a rename is refused: the folder is read-only, or the file is a mount. */
const ONLY_IN_PLACE = ["EACCES", "EPERM", "EROFS", "EBUSY"];

/**
 * Writes a file that a user named, which may be a link, a FIFO or a device. A regular file is replaced as a whole, so
 * that a full disk leaves the earlier one, unless it can only be written in place.
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

/** The code of an error of the operating system, such as `ENOENT`; undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return undefined;
  }
  return typeof error.code === "string" ? error.code : undefined;
}

function isLinked(existing: string, name: string): boolean {
  try {
    linkSync(existing, name);
    return true;
  } catch {
    return false;
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was removed already.
  }
}
