import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** Modules that start another program or a server, or that need a build. A unit test must not import them. */
const REFUSED = [
  // Other programs: the provider as a process, the built package, a browser, a database.
  /^(node:)?child_process$/,
  /^playwright-core$/,
  // Terraform or OpenTofu.
  /\/src\/cli\/engine\/(find-)?engine$/,
  // Checks that run after an apply. The build creates their script, and synthesis places it.
  /\/src\/checks$/,
  /\/src\/emulator(\/|$)/,
];

const TYPES = /\bimport type\b[^;]*;/g;
const IMPORTED = /(?:^(?:import|export)\b[^;"]*|\b(?:import|require)\(\s*)"([^"]+)"/gm;

/**
 * Returns the forbidden imports of a unit test and of its helpers.
 * @param folders folders of the helpers that are searched too
 */
export function refusedImports(file: string, folders: readonly string[]): readonly string[] {
  return withHelpers(file, folders)
    .flatMap(importsOf)
    .filter((name) => REFUSED.some((pattern) => pattern.test(name)));
}

/** Returns the test file and the helpers that it imports directly or indirectly. */
function withHelpers(file: string, folders: readonly string[]): readonly string[] {
  const found = new Set([file]);
  for (const each of found) {
    for (const helper of helpersOf(each, folders)) {
      found.add(helper);
    }
  }
  return [...found];
}

function helpersOf(file: string, folders: readonly string[]): readonly string[] {
  return importsOf(file)
    .filter((name) => name.startsWith("."))
    .map((name) => resolve(dirname(file), name))
    .flatMap((path) => [path, `${path}.ts`, join(path, "index.ts")])
    .filter(
      (path) => path.endsWith(".ts") && folders.some((folder) => path.startsWith(folder + sep)) && existsSync(path),
    );
}

/** Returns the names of the modules that a file loads. Type imports load no modules. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8").replace(TYPES, "");
  return [...text.matchAll(IMPORTED)].map(([, name = ""]) => name);
}
