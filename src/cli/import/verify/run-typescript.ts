import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "sucrase";

/**
 * Runs a TypeScript program as it is, without anything that the user would have to install: types are taken away, and
 * the packages of the generated code come from the program's own folder, or from where this command comes from.
 *
 *   node run-typescript.js <main.ts> <root of this package> <entry of this package> <cdktf or cdktn>
 */
const [, , program = "", root = "", ...named] = process.argv;

const PACKAGES = [...named, "constructs"];

interface Loader {
  _extensions: Record<string, (module: { _compile(code: string, file: string): void }, file: string) => void>;
  _resolveFilename(request: string, ...rest: unknown[]): string;
}

const loader = Module as unknown as Loader;

loader._extensions[".ts"] = (module, file) => {
  const { code } = transform(readFileSync(file, "utf8"), { transforms: ["typescript", "imports"], filePath: file });
  module._compile(code, file);
};

const ours = createRequire(join(root, "package.json"));
const files = new Map(isInstalled() ? [] : PACKAGES.map((name) => [name, ours.resolve(name)]));
const resolveFilename = loader._resolveFilename.bind(loader);
loader._resolveFilename = (request, ...rest) => {
  const file = files.get(request);
  if (file !== undefined) {
    return file;
  }
  try {
    return resolveFilename(request, ...rest);
  } catch (error) {
    // A file of TypeScript is named as what the compiler makes of it.
    if (!/^\..*\.js$/.test(request)) {
      throw error;
    }
    return resolveFilename(request.replace(/js$/, "ts"), ...rest);
  }
};

createRequire(program)(program);

/** All or none: two copies of one package would not know each other's objects. */
function isInstalled(): boolean {
  const theirs = createRequire(program);
  return PACKAGES.every((name) => {
    try {
      return theirs.resolve(name) !== "";
    } catch {
      return false;
    }
  });
}
