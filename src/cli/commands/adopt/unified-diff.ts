import { join, relative, resolve, sep } from "node:path";
import { createTwoFilesPatch } from "diff";
import { countUps, type EditedFile } from "../../project/author-files";

/**
 * Returns the folder that contains all files of a patch, relative to the folder of the command: `.`, or `../..` for
 * files of neighboring packages. `git apply` accepts no paths that lead above it.
 */
export function patchRoot(paths: readonly string[]): string {
  const ups = Math.max(0, ...paths.map(countUps));
  return ups === 0 ? "." : Array.from({ length: ups }, () => "..").join("/");
}

/**
 * Returns the edits as a unified diff, which `git apply` and `patch -p1` accept in the folder `patchRoot`.
 * @param folder folder of the command
 */
export function unifiedDiff(folder: string, files: readonly EditedFile[]): string {
  const root = patchRoot(files.map(({ path }) => path));
  const below = relative(resolve(folder, root), folder);
  return files
    .map(({ path, original, edited }) => {
      const name = join(below, path).split(sep).join("/");
      return createTwoFilesPatch(`a/${name}`, `b/${name}`, original, edited, "", "").replace(/^=+\n/, "");
    })
    .join("");
}
