import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { transform } from "sucrase";

/**
 * Runs a TypeScript program without a compiler: types are removed. The packages of the generated code come from the
 * folder of the program, or from the folder of this command.
 *
 *   node run-typescript.js <main.ts> <root of this package> <entry of this package> <cdktf or cdktn>
 */
const [, , program = "", root = "", ...packageNames] = process.argv;

const PACKAGES = [...packageNames, "constructs"];

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
const packageFiles = new Map(isInstalled() ? [] : PACKAGES.map((name) => [name, ours.resolve(name)]));
const resolveFilename = loader._resolveFilename.bind(loader);
loader._resolveFilename = (request, ...rest) => {
  const file = packageFiles.get(request);
  if (file !== undefined) {
    return file;
  }
  try {
    return resolveFilename(request, ...rest);
  } catch (error) {
    // An import can name the compiled `.js` file of a TypeScript file.
    if (!/^\..*\.js$/.test(request)) {
      throw error;
    }
    return resolveFilename(request.replace(/js$/, "ts"), ...rest);
  }
};

createRequire(program)(program);

/** Returns true if all packages are installed. Objects of two copies of a package are not compatible. */
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
