import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** What Node prints before an error that no code catches: the place of the `throw`, its line, and a mark below it. */
const EXCERPT = /^\S.*:\d+\n.*\n *\^+\n+/gm;

const NODE_VERSION = /\n+Node\.js v\S+\s*$/;

/** Start of the message of a `SynthesisError`, which the constructs print without a stack trace. */
const SYNTHESIS_ERROR = /^Error: (?=The declaration of .* is invalid:$|\S+:\d+ {2})/m;

/** Returns the lines of the constructs' error in the output of a failed program; undefined for any other failure. */
export function synthesisErrorIn(output: string): readonly string[] | undefined {
  const start = SYNTHESIS_ERROR.exec(output);
  return start ? output.slice(start.index + start[0].length).split("\n") : undefined;
}

/**
 * Returns the output of a failed program with the author's line in place of each stack trace: `main.ts:5  TypeError: x
 * is not a function`.
 */
export function withoutStackTraces(output: string, folder: string): string {
  const shown: string[] = [];
  let error = -1;
  for (const line of output.replace(EXCERPT, "").replace(NODE_VERSION, "").split("\n")) {
    if (/^ +at /.test(line)) {
      const place = error < 0 ? undefined : authorsPlace(line, folder);
      if (place !== undefined) {
        shown[error] = `${place}  ${shown[error]}`;
        error = -1;
      }
      continue;
    }
    error = /^\w*Error\b/.test(line) ? shown.length : error;
    shown.push(line);
  }
  return shown.join("\n");
}

/** Returns the place of a frame as `file:line`; undefined for a frame of Node, of a package, or outside of the folder. */
function authorsPlace(frame: string, folder: string): string | undefined {
  const [, place = "", line] = /^ +at (?:.* \()?(?:async )?(.*):(\d+):\d+\)?$/.exec(frame) ?? [];
  const path = place.startsWith("file:") ? fileURLToPath(place) : place;
  const file = relative(folder, path);
  const isAuthors = isAbsolute(path) && !isAbsolute(file) && !/(?:^|[\\/])(?:\.\.|node_modules)[\\/]/.test(file);
  return isAuthors ? `${file.split(sep).join("/")}:${line}` : undefined;
}
