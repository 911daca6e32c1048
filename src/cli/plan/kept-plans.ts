import { randomBytes } from "node:crypto";
import { chmodSync, constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandError, fileProblem } from "../frame/exit";
import { assertWritable, say } from "../frame/output";

const ENDING = ".tfplan";

/** A folder of saved plans. A saved plan holds the state with its secrets, so both are their owner's alone, whatever they were before. */
export class KeptPlans {
  /** Makes the folder where it is not there. Throws a `CommandError` with the fix where plans cannot be kept there. */
  constructor(
    private readonly folder: string,
    names: readonly string[],
  ) {
    makePrivate(folder);
    for (const name of names) assertWritable(join(folder, `${name}${ENDING}`));
  }

  /** Takes a plan from where the engine wrote it. */
  keep(file: string, name: string): void {
    const target = join(this.folder, `${name}${ENDING}`);
    try {
      chmodSync(file, 0o600);
      move(file, target);
    } catch (error) {
      throw new CommandError(fileProblem(error) ?? String(error));
    }
    if (isOpen(target)) warn(`others than you may read ${target}, and that could not be changed`);
  }

  /** Removes plans that nobody is to apply. */
  discard(names: readonly string[]): void {
    for (const name of names) rmSync(join(this.folder, `${name}${ENDING}`), { force: true });
  }
}

function makePrivate(folder: string): void {
  const before = statSync(folder, { throwIfNoEntry: false });
  if (before && !before.isDirectory()) throw new CommandError(`${folder} is no folder. Name another folder.`);
  if (!before) mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOpen(folder)) return;
  // Whoever works with the other things in a folder must not be locked out of them.
  if (readdirSync(folder).some((name) => !name.endsWith(ENDING))) {
    warn(`others than you may enter ${folder}, which was left so because it holds more than plans`);
    return;
  }
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
  }
  if (isOpen(folder)) warn(`others than you may enter ${folder}, and that could not be changed`);
}

/** A rename puts the whole plan there at once, and never writes through a link. */
function move(file: string, target: string): void {
  try {
    renameSync(file, target);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    const beside = `${target}.${randomBytes(6).toString("hex")}`;
    try {
      copyFileSync(file, beside, constants.COPYFILE_EXCL);
      chmodSync(beside, 0o600);
      renameSync(beside, target);
    } finally {
      rmSync(beside, { force: true });
    }
  }
}

function warn(what: string): void {
  say(`warning: ${what}. Saved plans hold secrets: name a folder for them alone with --out.\n`);
}

/** Windows keeps permissions elsewhere, and what is made there is its owner's. */
function isOpen(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}
