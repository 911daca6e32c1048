import { extname, join, relative, resolve, sep } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { applyPatch, createTwoFilesPatch, parsePatch } from "diff";
import { ConfinedFolder } from "../../../confined-folder";
import { writeNamedFile } from "../../../staged-file";
import { visiblePath } from "../../../visible";
import type { AdoptedObject, NotAdopted } from "../../code/edits/edit-result";
import { AuthorFiles, type EditedFile, patchRoot } from "../../project/author-files";
import { MAX_COMMENT_LENGTH, SizeLimitedText } from "../../reports/formats/markdown-report";
import { inlineCode, prose } from "../../reports/formats/markdown-text";
import type { Colors } from "../../terminal/colors";
import { CommandError } from "../../terminal/exit";
import { visibleTexts } from "../../terminal/json-document";
import { assertWritable, writeResult } from "../../terminal/output";
import { type AdoptDocument, adoptDocument } from "./document";

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

const WRITERS: Readonly<Record<string, (file: string, document: AdoptDocument) => void>> = {
  // Escaped characters would prevent the patch from applying.
  ".patch": (file, { patch }) => writeNamedFile(file, patch),
  ".md": (file, document) => writeResult(file, adoptMarkdown(document)),
  ".json": (file, document) => writeResult(file, adoptDocument.text(document)),
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

export function writeOutput(file: string, document: AdoptDocument): void {
  WRITERS[extname(file)]?.(file, document);
}

/**
 * Writes the edited files below another folder, under their paths in the patch. A job without `git` cannot apply the
 * patch and uses these files. No plan verifies them.
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

/** Maximum length of the text. The CI kits add a note below it. */
const MAX_LENGTH = MAX_COMMENT_LENGTH - 1000;

const NOT_VERIFIED =
  "The patch is not verified: the plan of this pull request or merge request must not contain these changes anymore.";

/** Writes the result for the description of a pull request. Equal results make equal texts. */
export function adoptMarkdown(document: AdoptDocument, maxLength = MAX_LENGTH): string {
  const { objects, comments } = visibleTexts(document);
  const adopted = objects.filter((each) => each.adopted.length > 0);
  const rest = objects.filter(({ notAdopted }) => notAdopted.length > 0);
  const text = new SizeLimitedText(
    maxLength,
    (count) => `\n${count} more ${count === 1 ? "object is" : "objects are"} not shown: the text would be too long.\n`,
  );
  text.add(`<!-- cdk-clickstack:adopt -->\n### ClickStack adopt: ${titleOf(adopted.length, rest.length)}\n`);
  if (adopted.length > 0) {
    const verification = document.notVerified === undefined ? "" : ` ${NOT_VERIFIED}`;
    text.add(
      `\nUsers changed these objects on the server since the last apply. The patch takes the changes into the code.${verification}\n\n`,
    );
    for (const object of adopted) {
      text.addObject(`- ${placeOf(object)}\n${object.adopted.map((prop) => `  - ${inlineCode(prop)}\n`).join("")}`);
    }
  }
  for (const { file, line } of comments) {
    text.addObject(
      `\nThe comment in ${inlineCode(`${file}:${line}`)} is next to an adopted value and may be out of date.\n`,
    );
  }
  if (rest.length > 0) {
    text.add("\n**Not adopted.** The next apply reverts these changes. To keep one, edit the code.\n\n");
    for (const object of rest) {
      text.addObject(
        `- ${placeOf(object)}\n${object.notAdopted.map((each) => `  - ${obstacleText(each)}\n`).join("")}`,
      );
    }
  }
  return text.toString();
}

function titleOf(adopted: number, rest: number): string {
  if (adopted + rest === 0) {
    return "no changes to adopt";
  }
  const count = `changes of ${adopted} ${adopted === 1 ? "object" : "objects"}`;
  return rest === 0 ? count : `${count}, ${rest} with changes that are not adopted`;
}

function placeOf({ stack, address }: AdoptedObject): string {
  return `${inlineCode(address)} in ${prose(stack)}`;
}

function obstacleText({ prop, file, line, reason }: NotAdopted): string {
  const place = file === undefined ? "" : ` in ${inlineCode(`${file}:${line}`)}`;
  const subject = `${prop === "" ? "" : inlineCode(prop)}${place}`.trim();
  return `${subject === "" ? "" : `${subject}: `}${prose(reason)}`;
}
