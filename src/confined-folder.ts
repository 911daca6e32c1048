import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { succeeds } from "./quietly";
import { type Content, StagedFile, systemErrorCode, type WriteOptions } from "./staged-file";
import { visiblePath } from "./visible";

/** Error for a path that is a link, is outside of its folder, or is not a regular file or folder. */
export class UnsafePathError extends Error {
  override readonly name: string = "UnsafePathError";

  constructor(path: string, problem: string, fix: string) {
    super(`${visiblePath(path)} ${problem}. Fix: ${fix}`);
  }
}

/** Windows has neither of these flags. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/**
 * File operations below a folder that a user named. The folder itself may be reached through links. Below this folder,
 * every link, junction, FIFO and device is refused, so that a link in a project cannot direct a write or a deletion to
 * files elsewhere.
 *
 * Node has no operations relative to an open folder. So another process can still replace a folder by a link between
 * check and operation. The operation then creates a file with a random name in the target of the link, or deletes a
 * file there that has the name of the intended file.
 */
export class ConfinedFolder {
  constructor(readonly root: string) {}

  /** Creates a folder and its parents. Returns the folders that did not exist. */
  makeFolder(path: string, mode?: number): readonly string[] {
    const missing = [...missingFoldersTo(this.root), ...this.#foldersTo(path).filter((folder) => !isFolder(folder))];
    for (const folder of missing) {
      mkdirSync(folder, mode);
    }
    return missing;
  }

  /** Returns the file at a path; undefined if none exists. Throws an `UnsafePathError` if it is not a regular file. */
  statsOf(path: string): Stats | undefined {
    this.#checkFolders(path);
    const file = join(this.root, path);
    const stats = statsAt(file);
    return stats && assertRegular(file, stats);
  }

  /** Returns the text of a file; undefined if none exists. Throws an `UnsafePathError` above `maxBytes`. */
  read(path: string, maxBytes: number): string | undefined {
    this.#checkFolders(path);
    return readRegularFile(join(this.root, path), maxBytes);
  }

  /** Returns the first ASCII characters of a file, or undefined if it does not exist. */
  startOf(path: string, length: number): string | undefined {
    this.#checkFolders(path);
    return bytesOf(join(this.root, path), false, () => length)?.toString("latin1");
  }

  /** Returns the sorted names in a folder. The list is empty if the folder does not exist. */
  names(path: string): readonly string[] {
    const folders = this.#foldersTo(path);
    return folders.every(isFolder) ? readdirSync(folders.at(-1) ?? this.root).sort() : [];
  }

  write(path: string, content: Content, options: WriteOptions = {}): void {
    this.writeAll({ [path]: content }, options);
  }

  /** Writes all files, or none if one of them cannot be written. Creates their folders. */
  writeAll(files: Readonly<Record<string, Content>>, options: WriteOptions = {}): void {
    const folders: string[] = [];
    const staged = new Map<string, StagedFile>();
    try {
      for (const [path, content] of Object.entries(files)) {
        folders.push(...this.makeFolder(dirname(path)));
        const placed = this.#withPlace(content, staged);
        staged.set(path, new StagedFile(join(this.root, path), this.statsOf(path), placed, options));
      }
      for (const path of staged.keys()) {
        this.statsOf(path);
      }
      for (const file of staged.values()) {
        file.commit();
      }
    } catch (error) {
      for (const file of staged.values()) {
        file.undo();
      }
      for (const folder of folders.reverse()) {
        // Fails if the folder contains a file of another program.
        succeeds(() => rmdirSync(folder));
      }
      throw error;
    }
  }

  /** Appends text to a file, or creates the file. A file with a second name (hard link) is refused. */
  append(path: string, text: string): void {
    this.makeFolder(dirname(path));
    this.statsOf(path);
    const file = join(this.root, path);
    const { O_WRONLY, O_APPEND, O_CREAT } = constants;
    const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
    try {
      if (assertRegular(file, fstatSync(descriptor)).nlink > 1) {
        throw new UnsafePathError(file, "has a second name (hard link)", "Remove the file.");
      }
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Deletes a regular file. Returns true if it existed. */
  remove(path: string): boolean {
    if (this.statsOf(path) === undefined) {
      return false;
    }
    unlinkSync(join(this.root, path));
    return true;
  }

  /** Returns the content with the full path of its shared copy: the draft, if this write also stages the copy. */
  #withPlace(content: Content, staged: ReadonlyMap<string, StagedFile>): Content {
    if (typeof content === "string" || content.sharedWith === undefined) {
      return content;
    }
    return { ...content, sharedWith: staged.get(content.sharedWith)?.draft ?? join(this.root, content.sharedWith) };
  }

  #checkFolders(path: string): void {
    this.#foldersTo(path);
    this.#foldersTo(dirname(path)).every(isFolder);
  }

  /** Returns the folders of a path, from the top down. */
  #foldersTo(path: string): readonly string[] {
    const names = path.split(/[\\/]/).filter((name) => name !== "" && name !== ".");
    if (names.includes("..")) {
      throw new UnsafePathError(join(this.root, path), "is outside of its folder", "Name a path inside the folder.");
    }
    return names.map((_, index) => join(this.root, ...names.slice(0, index + 1)));
  }
}

/**
 * Returns the text of a regular file, or undefined if it does not exist. Does not wait for the writer of a FIFO.
 * @param followsLinks true for a file that is only read and that its user may link. Default false.
 */
export function readRegularFile(file: string, maxBytes: number, followsLinks = false): string | undefined {
  const bytes = bytesOf(file, followsLinks, (size) => {
    if (size <= maxBytes) {
      return size;
    }
    throw new UnsafePathError(file, `has ${size} bytes, more than the limit of ${maxBytes}`, "Remove the file.");
  });
  return bytes?.toString("utf8");
}

/** Returns true for a file that this user can run. A link to one is followed. */
export function isExecutable(file: string): boolean {
  return (
    succeeds(() => accessSync(file, constants.X_OK)) && statSync(file, { throwIfNoEntry: false })?.isFile() === true
  );
}

/** @param lengthFor returns how many bytes to read of a file of this size */
function bytesOf(file: string, followsLinks: boolean, lengthFor: (size: number) => number): Buffer | undefined {
  const stats = statsAt(file, followsLinks);
  if (stats === undefined) {
    return undefined;
  }
  assertRegular(file, stats);
  const descriptor = openSync(file, constants.O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW));
  try {
    const bytes = Buffer.alloc(lengthFor(assertRegular(file, fstatSync(descriptor)).size));
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(descriptor, bytes, length, bytes.length - length, null);
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns undefined if the path does not exist, also if a parent is a file. */
function statsAt(path: string, followsLinks = false): Stats | undefined {
  try {
    return followsLinks ? statSync(path) : lstatSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) {
      return undefined;
    }
    throw error;
  }
}

function assertRegular(file: string, stats: Stats): Stats {
  if (stats.isFile()) {
    return stats;
  }
  if (stats.isSymbolicLink()) {
    throw new UnsafePathError(file, "is a link, which is not followed", "Remove the link.");
  }
  const kind = stats.isDirectory() ? "a folder" : "a FIFO, a socket or a device";
  throw new UnsafePathError(file, `is ${kind}, not a file`, "Remove it, or choose another folder.");
}

/** Returns true if a folder exists. Throws an `UnsafePathError` for any other type. */
function isFolder(path: string): boolean {
  const stats = statsAt(path);
  if (stats === undefined) {
    return false;
  }
  if (stats.isDirectory()) {
    return true;
  }
  if (stats.isSymbolicLink()) {
    throw new UnsafePathError(path, "is a link, which is not followed", "Replace the link with a folder.");
  }
  throw new UnsafePathError(path, "is not a folder", "Remove it, or choose another folder.");
}

function missingFoldersTo(folder: string): readonly string[] {
  const path = resolve(folder);
  if (statsAt(path, true)?.isDirectory()) {
    return [];
  }
  const parent = dirname(path);
  return parent === path ? [path] : [...missingFoldersTo(parent), path];
}
