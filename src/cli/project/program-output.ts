import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { physicalPath } from "../../physical-path";

const ERROR = "Error: ";

/** Returns the lines of the constructs' error in the output of a failed program; undefined for any other failure. */
export function synthesisErrorIn(output: string): readonly string[] | undefined {
  const lines = output.split("\n");
  // The constructs print a `SynthesisError` without a stack trace.
  const start = lines.findIndex(
    (line) => line.startsWith(ERROR) && (line.endsWith(" is invalid:") || /^Error: \S+:\d+ {2}/.test(line)),
  );
  return start < 0 ? undefined : [(lines[start] ?? "").slice(ERROR.length), ...lines.slice(start + 1)];
}

/**
 * Returns the output of a failed program with the author's line in place of each stack trace: `main.ts:5  TypeError: x
 * is not a function`.
 */
export function withoutStackTraces(output: string, folder: string): string {
  const shown: string[] = [];
  let error = -1;
  for (const line of linesWithoutExcerpt(output)) {
    if (!/^ +at /.test(line)) {
      error = /^\w*Error\b/.test(line) ? shown.length : error;
      shown.push(line);
      continue;
    }
    const place = error < 0 ? undefined : authorsPlace(line, folder);
    if (place !== undefined) {
      shown[error] = `${place}  ${shown[error]}`;
      error = -1;
    }
  }
  return shown.join("\n").trim();
}

/**
 * Before an error, Node prints the place of the `throw`, its line, a mark and an empty line; after it, its version. The
 * frameworks add the advice to skip their validation.
 */
function linesWithoutExcerpt(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => !/^Node\.js v\d|\bskipValidation\b/.test(line));
  const marks = lines.flatMap((line, index) =>
    /^ +\^+$/.test(line) && /:\d+$/.test(lines[index - 2] ?? "") ? [index] : [],
  );
  return lines.filter((_, index) => !marks.some((mark) => index >= mark - 2 && index <= mark + 1));
}

/** Returns the place of a frame as `file:line`; undefined for a frame of Node, of a package, or outside of the folder. */
function authorsPlace(frame: string, folder: string): string | undefined {
  const inBrackets = frame.endsWith(")") ? frame.slice(frame.lastIndexOf(" (") + 2, -1) : undefined;
  const place = inBrackets ?? frame.trimStart().replace(/^at (?:async )?/, "");
  const [line = "", ...path] = place.split(":").reverse().slice(1);
  const name = path.reverse().join(":");
  const absolute = name.startsWith("file:") ? fileURLToPath(name) : name;
  // In stack frames, Node resolves the links in paths of modules.
  const file = relative(physicalPath(folder), absolute);
  const isAuthors = isAbsolute(absolute) && !isAbsolute(file) && !/(?:^|[\\/])(?:\.\.|node_modules)[\\/]/.test(file);
  return isAuthors ? `${file.split(sep).join("/")}:${line}` : undefined;
}
