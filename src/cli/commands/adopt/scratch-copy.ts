import {
  copyFileSync,
  existsSync,
  constants as fileConstants,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { patchRoot } from "../../project/author-files";
import { findRepository, isBelow } from "../../project/editable-path";
import { synthesizedIn } from "../../project/find-stacks";
import { reasonOf } from "../../terminal/exit";

/** Larger files are data or executables. The copy contains links to them. */
const MAX_FILE_BYTES = 5_000_000;

/** Folders that the copy creates. Their entries are links. */
const LINKED_CONTENTS = [".git", "node_modules", ".terraform"];

const MAX_FILES = 20_000;

/** Maximum size of all copied files. */
const MAX_COPY_BYTES = 200_000_000;

/** Large files in this folder are copied too, because synthesis refuses links to a provider. */
const PROVIDER_FOLDER = `${sep}terraform.d${sep}`;

/** Thrown if a plan of the copy could differ from a plan of the project. */
export class UnlikeProjectError extends Error {
  override readonly name = "UnlikeProjectError";
}

/**
 * Copy of a project and of neighboring packages with edited files. Other files of the repository, and packages in
 * node_modules, are links. A program in the copy can be run with edits, while the project stays unchanged.
 */
export class ScratchCopy {
  readonly #root: string;
  readonly #copy: string;
  readonly #copied: readonly string[];
  #count = 0;
  #bytes = 0;

  /**
   * @param folder folder of the program or of the configuration
   * @param edited files with edits, relative to this folder
   * @param scratch empty folder
   */
  constructor(folder: string, edited: readonly string[], scratch: string) {
    const around = resolve(folder, patchRoot(edited));
    const repository = findRepository(folder);
    this.#root = repository !== undefined && isBelow(repository, around) ? repository : around;
    this.#copy = join(realpathSync(scratch), basename(this.#root));
    this.#copied = [folder, ...edited.map((path) => this.#packageOf(resolve(folder, path)))];
    this.#add(this.#root);
  }

  pathOf(path: string): string {
    return join(this.#copy, relative(this.#root, path));
  }

  /** Replaces paths of the copy by the original ones in synthesized stacks, such as the path of a local state. */
  restorePaths(output: string): void {
    for (const { folder } of synthesizedIn(output) ?? []) {
      const file = join(folder, "cdk.tf.json");
      writeFileSync(
        file,
        readFileSync(file, "utf8").replaceAll(inJson(this.#copy), () => inJson(this.#root)),
      );
    }
  }

  #packageOf(file: string): string {
    let folder = dirname(file);
    while (folder !== this.#root && !existsSync(join(folder, "package.json"))) {
      folder = dirname(folder);
    }
    return folder === this.#root ? dirname(file) : folder;
  }

  #add(path: string): void {
    const place = this.pathOf(path);
    const stats = lstatSync(path);
    this.#count += 1;
    if (this.#count > MAX_FILES) {
      throw new UnlikeProjectError(`The project has more than ${MAX_FILES} files, too many for a copy.`);
    }
    if (stats.isSymbolicLink()) {
      link(this.#targetOf(path), place);
    } else if (stats.isDirectory() && this.#copiesEntries(path)) {
      mkdirSync(place);
      // Skips the copy itself, which can be in the project.
      for (const name of readdirSync(path).filter((each) => join(path, each) !== dirname(this.#copy))) {
        this.#add(join(path, name));
      }
    } else if (
      stats.isDirectory() ||
      (stats.isFile() && stats.size > MAX_FILE_BYTES && !path.includes(PROVIDER_FOLDER))
    ) {
      link(path, place);
    } else if (stats.isFile()) {
      this.#bytes += stats.size;
      if (this.#bytes > MAX_COPY_BYTES) {
        throw new UnlikeProjectError(
          `The project has more than ${MAX_COPY_BYTES / 1_000_000} MB, too much for a copy.`,
        );
      }
      copyFileSync(path, place, fileConstants.COPYFILE_FICLONE);
    }
  }

  /** Returns true for a folder whose entries are copied one by one. */
  #copiesEntries(path: string): boolean {
    const [name = "", ...below] = relative(this.#root, path).split(sep).reverse();
    if (name === ".git" || below.some((each) => LINKED_CONTENTS.includes(each))) {
      return below[0] === "node_modules" && name.startsWith("@");
    }
    if (LINKED_CONTENTS.includes(name)) {
      return true;
    }
    return this.#copied.some((each) => isBelow(each, path) || isBelow(path, each));
  }

  /** Returns the target of a link. A link to a file of the repository, such as a neighboring package, stays in the copy. */
  #targetOf(link: string): string {
    const target = resolve(dirname(link), readlinkSync(link));
    const isOwn = isBelow(this.#root, target) && !relative(this.#root, target).split(sep).includes("node_modules");
    return isOwn ? this.pathOf(target) : target;
  }
}

/** On Windows, a user who is not an administrator can create only junctions to folders and hard links to files. */
function link(target: string, place: string): void {
  try {
    if (process.platform === "win32" && statSync(target, { throwIfNoEntry: false })?.isFile()) {
      linkSync(target, place);
    } else {
      symlinkSync(target, place, "junction");
    }
  } catch (error) {
    if (reasonOf(error)) {
      throw error;
    }
    throw new UnlikeProjectError("A copy of the project requires links, which this disk does not support.");
  }
}

function inJson(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
