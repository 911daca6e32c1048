import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { parseAllDocuments } from "yaml";
import { readRegularFile } from "../../../../confined-folder";
import { visiblePath } from "../../../../visible";
import { CommandError, expectedError } from "../../../terminal/exit";
import { type InputDocument, TOO_DEEP } from "./read-documents";

/** Maximum sizes of files. Parsing YAML takes 50 times as long as parsing JSON. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_YAML_BYTES = 8 * 1024 * 1024;

/** Maximum number of files. */
const MAX_FILES = 20_000;

/** Maximum number of nodes that aliases of a YAML file may repeat. */
const MAX_ALIASES = 100;

/** Reads the JSON and YAML files of some paths. Throws a `CommandError` for a path that does not exist. */
export function readFiles(paths: readonly string[]) {
  const documents: InputDocument[] = [];
  const problems: { file: string; reason: string }[] = [];
  const files = paths.map((path) => ({ path, found: filesIn(path) }));
  for (const { path } of files.filter(({ found }) => found.length === 0)) {
    problems.push({ file: visiblePath(path), reason: "The folder contains no JSON or YAML file." });
  }
  for (const { file, folder } of files.flatMap(({ found }) => found)) {
    try {
      documents.push(...parsed(file).map((content) => ({ file: visiblePath(file), folder, content })));
    } catch (error) {
      problems.push({ file: visiblePath(file), reason: reasonOf(error) });
    }
  }
  return { documents, problems };
}

/** Returns files with the name of their folder below the path of the user, which is a folder in Grafana. */
function filesIn(path: string): readonly { readonly file: string; readonly folder: string }[] {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status) {
    throw new CommandError(
      `${visiblePath(path)} does not exist. Fix: Name a file or a folder with exports of Grafana.`,
    );
  }
  if (!status.isDirectory()) {
    return [{ file: path, folder: "" }];
  }
  // Links are not followed: they can lead out of the folder, or back into it.
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(?:^|[\\/])(?:node_modules|\.[^.\\/][^\\/]*)[\\/]/.test(`/${relative(path, file)}`))
    .sort();
  if (files.length > MAX_FILES) {
    throw new CommandError(
      `${visiblePath(path)} contains ${files.length} files. Fix: Name folders with at most ${MAX_FILES} files.`,
    );
  }
  return files.map((file) => {
    const parent = dirname(relative(path, file));
    return { file, folder: parent === "." ? "" : basename(parent) };
  });
}

function parsed(file: string): readonly unknown[] {
  const isYaml = /^\.ya?ml$/i.test(extname(file));
  const limit = isYaml ? MAX_YAML_BYTES : MAX_BYTES;
  if (lstatSync(file).size > limit) {
    throw new CommandError(`It is larger than ${limit / 1024 / 1024} MiB.`);
  }
  const text = (readRegularFile(file, limit, true) ?? "").replace(/^\uFEFF/, "");
  return isYaml ? documentsOfYaml(text) : [JSON.parse(text)];
}

/**
 * Returns the documents of a YAML file. Throws for a template, such as one of a Helm chart. Duplicate keys are accepted,
 * and the last one applies. The parser's check for duplicates takes quadratic time.
 */
function documentsOfYaml(text: string): readonly unknown[] {
  const documents = parseAllDocuments(text, { logLevel: "error", uniqueKeys: false });
  return (Array.isArray(documents) ? documents : []).map((document) => {
    const [problem] = document.errors;
    if (problem) {
      throw new CommandError(`It is not valid YAML: ${problem.message.split(":\n")[0]}.`);
    }
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof CommandError) {
    return error.message;
  }
  return error instanceof RangeError ? TOO_DEEP : `It cannot be read: ${expectedError(error, Error).message}.`;
}
