import type { WrittenFile } from "../../project/generated-file";
import type { TextOptions } from "../../terminal/text-options";
import { columnsOf, wrapLine } from "../../terminal/wrap";

const WORDS: Readonly<Record<WrittenFile["status"], string>> = {
  written: "written",
  unchanged: "unchanged",
  extended: "edited; the changes were merged, and the edits stay",
  conflict: "edited; search for <<<<<<< and resolve the conflicts",
  kept: "kept, because it was edited; there is no new text",
  beside: "kept, because no earlier run wrote it or it is too large to merge",
  deleted: "left out, because it was deleted; there is no new text",
};

/** Maximum columns of a path whose status is on the same line. The status of a longer path is below it. */
const MAX_PATH = 44;

/** Lists the files that a command wrote or kept, with a note on edited ones. */
export function writtenFileLines(files: readonly WrittenFile[], { colors, width }: TextOptions): readonly string[] {
  const paths = files.map(({ path }) => columnsOf(path));
  const longest = Math.max(...paths.filter((columns) => columns <= MAX_PATH || width === Number.POSITIVE_INFINITY), 0);
  return files.flatMap(({ path, status, besidePath }) => {
    const paint = status === "beside" || status === "conflict" ? colors.yellow : colors.dim;
    const words = besidePath === undefined ? WORDS[status] : `${WORDS[status]}; the new text is in ${besidePath}`;
    const columns = columnsOf(path);
    if (columns > longest) {
      return [`  ${path}`, ...wrapLine(paint(words), { width, first: " ".repeat(longest + 4) })];
    }
    return wrapLine(paint(words), { width, first: `  ${path}${" ".repeat(longest - columns)}  ` });
  });
}
