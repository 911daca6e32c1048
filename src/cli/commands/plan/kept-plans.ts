import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfinedFolder } from "../../../confined-folder";
import { visiblePath } from "../../../visible";
import { CommandError, expectedFileProblem, fileProblem } from "../../terminal/exit";
import { assertWritable, say } from "../../terminal/output";

const ENDING = ".tfplan";

/** A saved plan is a ZIP archive. */
const ARCHIVE = "PK";

/**
 * A folder of saved plans. A saved plan contains the state with its secrets, so only the owner may read the folder and
 * its files.
 */
export class KeptPlans {
  readonly #folder: ConfinedFolder;

  /** Creates the folder if it is missing. Throws an error with the fix if it cannot contain plans. */
  constructor(folder: string, names: readonly string[]) {
    this.#folder = new ConfinedFolder(folder);
    makePrivate(folder);
    for (const name of names) {
      assertWritable(join(folder, `${name}${ENDING}`));
      this.#folder.statsOf(`${name}${ENDING}`);
    }
  }

  /** Copies a plan from the place where the engine wrote it. */
  keep(file: string, name: string): void {
    const target = join(this.#folder.root, `${name}${ENDING}`);
    try {
      chmodSync(file, 0o600);
      this.#folder.write(`${name}${ENDING}`, { copyOf: file }, { mode: 0o600 });
    } catch (error) {
      throw new CommandError(fileProblem(error) ?? String(error));
    }
    if (isOpen(target)) {
      warn(`other users can read ${visiblePath(target)}, and its permissions could not be changed`);
    }
  }

  /** Removes plans that must not be applied. Files that are not plans stay. */
  discard(names: readonly string[]): void {
    for (const name of names) {
      const file = `${name}${ENDING}`;
      if (this.#folder.startOf(file, ARCHIVE.length) === ARCHIVE) {
        this.#folder.remove(file);
      }
    }
  }
}

function makePrivate(folder: string): void {
  const before = statSync(folder, { throwIfNoEntry: false });
  if (before && !before.isDirectory()) {
    throw new CommandError(`${visiblePath(folder)} is not a folder. Fix: Name another folder.`);
  }
  if (!before) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  if (!isOpen(folder)) {
    return;
  }
  // If the folder contains other files, their users must keep access to them.
  if (readdirSync(folder).some((name) => !name.endsWith(ENDING))) {
    warn(`other users can enter ${visiblePath(folder)}, whose permissions stay because it contains other files too`);
    return;
  }
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    expectedFileProblem(error);
  }
  if (isOpen(folder)) {
    warn(`other users can enter ${visiblePath(folder)}, and its permissions could not be changed`);
  }
}

function warn(what: string): void {
  say(`warning: ${what}. Saved plans contain secrets. Fix: Name a separate folder with --out.\n`);
}

/** Windows has no such permissions, and new files belong to their owner. */
function isOpen(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
