import { extname, relative, resolve } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { applyPatch, parsePatch } from "diff";
import { ConfinedFolder } from "../../../confined-folder";
import { writeNamedFile } from "../../../staged-file";
import { visiblePath } from "../../../visible";
import { AuthorFiles } from "../../project/author-files";
import type { Colors } from "../../terminal/colors";
import { CommandError } from "../../terminal/exit";
import { assertWritable, writeResult } from "../../terminal/output";
import { adoptMarkdown } from "./adopt-markdown";
import { type AdoptDocument, adoptDocument } from "./document";

/** Returns a patch as a terminal shows it: with the colors of `git diff`. Without colors it is unchanged. */
export function coloredPatch(patch: string, { bold, cyan, green, red }: Colors): string {
  const paint = (line: string) => {
    if (/^(?:---|\+\+\+) /.test(line)) {
      return bold(line);
    }
    const color = { "@": cyan, "+": green, "-": red }[line[0] ?? ""];
    return color ? color(line) : line;
  };
  return patch.split("\n").map(paint).join("\n");
}

/** Writers of a result by file extension. */
const WRITERS: Readonly<Record<string, (file: string, document: AdoptDocument) => void>> = {
  // Escaped characters would prevent the patch from applying.
  ".patch": (file, { patch }) => writeNamedFile(file, patch),
  ".md": (file, document) => writeResult(file, adoptMarkdown(document)),
  ".json": (file, document) => writeResult(file, adoptJson(document)),
};

export const OUTPUT_EXTENSIONS = Object.keys(WRITERS);

/** Adds a file to the files of `--output`, after a check that it can be written. */
export function addOutput(file: string, earlier: readonly string[]): readonly string[] {
  if (!OUTPUT_EXTENSIONS.includes(extname(file))) {
    throw new InvalidArgumentError(`Name a file with the extension ${OUTPUT_EXTENSIONS.join(", ")}.`);
  }
  assertWritable(file);
  return [...earlier, file];
}

/** Writes a result in the format of the file's extension. */
export function writeOutput(file: string, document: AdoptDocument): void {
  WRITERS[extname(file)]?.(file, document);
}

/**
 * Writes the edited files below another folder, under their paths in the patch. For a job that has no `git` to apply the
 * patch. No plan verifies them.
 */
export function writeCopies(
  folder: string,
  { files, patch, patchRoot }: AdoptDocument,
  project: string = process.cwd(),
): void {
  const sources = new AuthorFiles(project);
  const patches = parsePatch(patch);
  const copies = files.map((path, index) => {
    const edited = applyPatch(sources.read(path) ?? "", patches[index] ?? "", { autoConvertLineEndings: false });
    if (edited === false) {
      throw new CommandError(`${visiblePath(path)} changed while the command ran. Fix: Run the command again.`);
    }
    return [relative(resolve(project, patchRoot), resolve(project, path)), edited] as const;
  });
  new ConfinedFolder(folder).writeAll(Object.fromEntries(copies));
}

export function adoptJson(document: AdoptDocument): string {
  return adoptDocument.text(document);
}
