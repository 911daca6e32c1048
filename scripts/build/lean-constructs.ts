import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";

const SPECIFIERS = /(?:\bfrom\s+|\bimport\s*\(?\s*|\brequire\(\s*)["'](\.{1,2}\/[^"']+)["']/g;

/**
 * Removes the declarations below `dist/` that no public entry refers to.
 * @param entries files of the entries, as in package.json
 */
export function removeUnusedTypes(root: string, entries: readonly string[]): void {
  const used = new Set<string>();
  const open = entries.map((entry) => join(root, entry));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (used.has(file)) {
      continue;
    }
    used.add(file);
    const folder = dirname(file);
    const named = [...readFileSync(file, "utf8").matchAll(SPECIFIERS)].map(([, path = ""]) => join(folder, path));
    open.push(...named.map((path) => declarationOf(path)));
  }
  for (const file of filesBelow(join(root, "dist"), ".d.ts")) {
    if (!used.has(file)) {
      rmSync(file);
    }
  }
}

function declarationOf(path: string): string {
  const found = [`${path}.d.ts`, join(path, "index.d.ts"), path.replace(/\.js$/, ".d.ts")].find((each) =>
    existsSync(each),
  );
  if (found === undefined) {
    throw new Error(`There is no declaration of ${path}.`);
  }
  return found;
}

/** Removes comments from compiled modules. The declaration files contain the comments for users. */
export function removeComments(folder: string): void {
  for (const file of filesBelow(folder, ".js")) {
    writeFileSync(file, transformSync(readFileSync(file, "utf8"), { legalComments: "none", charset: "utf8" }).code);
  }
}

/** Matches a citation of a page that is not in the package, in parentheses. */
const CITATION = /[\s*]+\(docs\/internals\/[^()]*\)/g;

/** Removes citations of internal pages from the documentation of the published types. */
export function removeCitations(folder: string): void {
  for (const file of filesBelow(folder, ".d.ts")) {
    const text = readFileSync(file, "utf8").replace(CITATION, "");
    if (text.includes("docs/internals")) {
      throw new Error(`${file} cites a page that is not in the package.`);
    }
    writeFileSync(file, text);
  }
}

function filesBelow(folder: string, end: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(end)).map((name) => join(folder, name));
}
