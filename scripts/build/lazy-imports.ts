import { readFileSync } from "node:fs";
import { sep } from "node:path";
import { type Plugin, transformSync } from "esbuild";

/**
 * Files whose imports are loaded in the bundles when a function first uses them. The source code loads them
 * immediately.
 */
const FILES = /\/src\/(resources\/[\w-]+\/index|provider\/functions\/functions)\.ts$/;

/**
 * Loads the declarations and handlers of resource types on demand. A command needs few of them, and each declaration
 * takes time. Without this plugin, the start of the provider takes 1.6 times the CPU time.
 */
export const lazyImports: Plugin = {
  name: "lazy-imports",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      FILES.test(path.split(sep).join("/")) ? { contents: withLazyImports(readFileSync(path, "utf8")) } : undefined,
    );
  },
};

/** Replaces each import of a module with a call of `require` where an imported name is used. */
export function withLazyImports(typescript: string): string {
  const { code } = transformSync(typescript, { loader: "ts", format: "cjs" });
  const imports = [...code.matchAll(/^var (import_\w+) = (require\("[^"]+"\));\n/gm)];
  return imports.reduce(
    (text, [line, name = "", call = ""]) =>
      // The parentheses keep `new` in front of an imported class.
      text.replace(line, "").replaceAll(new RegExp(`\\b${name}\\b`, "g"), `(${call})`),
    code,
  );
}
