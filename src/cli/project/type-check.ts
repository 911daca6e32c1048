import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { quietly } from "../../quietly";
import { runProcess } from "../engine/engine";
import { CommandError } from "../terminal/exit";
import { say, withProgress } from "../terminal/output";

const CONFIGURATION = "tsconfig.json";

/** Maximum number of lines of the compiler in an error. */
const MAX_LINES = 20;

/**
 * Checks the types of a project with its own compiler, because tsx, Node and bundlers run programs with type errors.
 * Throws a `CommandError` with the errors. A project without tsconfig.json has no types to check.
 */
export async function checkTypes(folder: string): Promise<void> {
  if (!existsSync(join(folder, CONFIGURATION))) {
    return;
  }
  const compiler = findCompiler(resolve(folder));
  if (compiler === undefined) {
    say(
      "warning: The types were not checked, because the project has no TypeScript. Fix: npm install --save-dev typescript\n",
    );
    return;
  }
  const words = [compiler, "--noEmit", "--pretty", "false", "--project", CONFIGURATION];
  const options = { workingDirectory: resolve(folder), environment: process.env };
  const result = await withProgress("Checking the types", () => runProcess(process.execPath, words, options));
  if (result.exitCode !== 0) {
    const lines = `${result.stdout}${result.stderr}`.trim().split("\n");
    const shown = lines.slice(0, MAX_LINES).map((line) => line.replace(/^([^\s(][^(]*)\((\d+),\d+\): /, "$1:$2: "));
    const more = lines.length > MAX_LINES ? [`... and ${lines.length - MAX_LINES} more lines`] : [];
    const fix = "Fix: Correct the types, or leave out this check with --no-check.";
    throw new CommandError(["The program has type errors.", ...shown, ...more, fix].join("\n"));
  }
}

function findCompiler(folder: string): string | undefined {
  const file = quietly(() => createRequire(join(folder, CONFIGURATION)).resolve("typescript/package.json"));
  return file && join(dirname(file), "bin", "tsc");
}
