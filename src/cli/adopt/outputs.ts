import { extname } from "node:path";
import { InvalidArgumentError } from "@commander-js/extra-typings";
import { writeNamedFile } from "../../staged-file";
import { jsonDocument } from "../frame/json";
import { assertWritable, writeResult } from "../frame/output";
import { ADOPT_VERSION, type AdoptDocument, adoptDocument } from "./document";
import { adoptMarkdown } from "./markdown";

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

export function adoptJson(document: AdoptDocument): string {
  return jsonDocument("adopt", ADOPT_VERSION, adoptDocument.parse(document));
}
