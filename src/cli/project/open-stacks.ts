import { type Dirent, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { foldersFrom } from "../../package-root";
import { visiblePath } from "../../visible";
import { expectedFileProblem } from "../terminal/exit";
import { say } from "../terminal/output";
import { findStacks, type Stack, SYNTHESIS_MANIFEST } from "./find-stacks";
import { isProject, outputOf, synthesizeToOutput } from "./project-program";

interface OpenOptions {
  /** False for stacks that another job synthesized: no program runs. */
  readonly synth?: boolean;
}

/**
 * Returns the stacks of some folders. The program of a project runs first and writes its stacks. Any other folder is
 * prepared: its stacks are used as they are, with a warning if a file of their program is newer.
 */
export async function openStacks(folders: readonly string[], { synth = true }: OpenOptions): Promise<readonly Stack[]> {
  const places: string[] = [];
  const prepared: string[] = [];
  for (const folder of folders.length > 0 ? folders : ["."]) {
    const hasProgram = synth && isProject(folder);
    places.push(hasProgram ? await synthesizeToOutput(folder) : folder);
    prepared.push(...(hasProgram ? [] : [folder]));
  }
  const stacks = findStacks(places);
  if (prepared.length > 0) {
    warnOfNewerFiles(findStacks(prepared));
  }
  return stacks;
}

/** Warns if a file of the program was changed after the synthesis of its stacks. */
export function warnOfNewerFiles(stacks: readonly Stack[]): void {
  // A stack's folder is `stacks/NAME` in the output folder.
  const outputs = new Set(stacks.map(({ folder }) => dirname(dirname(folder))));
  for (const output of outputs) {
    const program = foldersFrom(output).find((each) => isProject(each) && resolve(outputOf(each)) === output);
    const manifest = statSync(join(output, SYNTHESIS_MANIFEST), { throwIfNoEntry: false });
    const newer = program && manifest && newerFile(program, output, manifest.mtimeMs);
    if (newer !== undefined) {
      const [file, stale] = [newer, output].map((path) => visiblePath(relative("", path)));
      say(
        `warning: ${file} is newer than ${stale}, so the result may not show the program. Fix: Run the program, or name its folder instead of ${stale}: then the command runs it.\n`,
      );
    }
  }
}

/** Folders and files that no program is made of, or that a run of the engine writes. */
export const NOT_PROGRAM =
  /^(?:node_modules|cdktf\.out|\.(?!env\b|gen$).+)$|\.(?:tfstate|tfstate\..*|tfplan|log)$|[~#]$/;

const CODE_FILE = /\.(?:[cm]?[jt]sx?|json)$/;

/** Maximum number of folders of a program that are compared. */
const MAX_FOLDERS = 5000;

/** Returns a file of the program that was changed after a time. */
function newerFile(program: string, output: string, time: number): string | undefined {
  const folders = [program];
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (NOT_PROGRAM.test(entry.name) || path === output) {
        continue;
      }
      if (entry.isDirectory() && folders.length < MAX_FOLDERS) {
        folders.push(path);
      }
      if (entry.isFile() && CODE_FILE.test(entry.name) && statSync(path).mtimeMs > time) {
        return path;
      }
    }
  }
  return undefined;
}

/** Lists a folder. A folder that this user cannot read contains no file of the program. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    expectedFileProblem(error);
    return [];
  }
}
