import { insertItems, itemsOf } from "./list-edits";
import type { ProgramFile } from "./program-file";

/** Modules of this package that programs import. */
export const ENTRIES: ReadonlySet<string> = new Set(["cdk-clickstack", "cdk-clickstack/cdktn"]);

/** Start of the local names of helpers whose names the file uses for other values. */
const ALIAS = "clickstack";

/** Returns the local name of a helper in a file that uses its name for another value. */
export function aliasOf(name: string): string {
  return `${ALIAS}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Adds the missing imports of a file to its import or `require` of this package, or as a new import. */
export function addImports(file: ProgramFile): void {
  if (file.missingImports.size === 0) {
    return;
  }
  const specifiers = (renaming: string) =>
    [...file.missingImports].map(([local, name]) => (local === name ? name : `${name}${renaming}${local}`));
  if (!addToImport(file, specifiers(" as ")) && !addToRequire(file, specifiers(": "))) {
    const { lineEnd } = file;
    const { quote } = file.style;
    const modules = [...file.imports.values()].map(({ module }) => module);
    const entry = modules.includes("cdktf") ? "cdk-clickstack" : "cdk-clickstack/cdktn";
    const { interpreter } = file.syntax.program;
    const start = interpreter ? file.lineStart((interpreter.end ?? 0) + lineEnd.length) : 0;
    file.edits.appendLeft(
      start,
      `import { ${specifiers(" as ").join(", ")} } from ${quote}${entry}${quote};${lineEnd}`,
    );
  }
}

function addToImport(file: ProgramFile, names: readonly string[]): boolean {
  for (const statement of file.syntax.program.body) {
    if (statement.type !== "ImportDeclaration" || statement.importKind === "type") {
      continue;
    }
    const named = statement.specifiers.filter(({ type }) => type === "ImportSpecifier");
    const [first] = named;
    if (ENTRIES.has(statement.source.value) && first) {
      const start = file.text.lastIndexOf("{", first.start ?? 0) + 1;
      const end = file.text.indexOf("}", named.at(-1)?.end ?? 0);
      const list = { items: named, start, end, isSpaced: true };
      insertItems(
        file,
        list,
        named.length - 1,
        names.map((name) => () => name),
      );
      return true;
    }
  }
  return false;
}

function addToRequire(file: ProgramFile, names: readonly string[]): boolean {
  for (const pattern of file.requirePatterns(ENTRIES)) {
    const list = itemsOf(pattern, pattern.properties);
    insertItems(
      file,
      { ...list, isSpaced: true },
      list.items.length - 1,
      names.map((name) => () => name),
    );
    return true;
  }
  return false;
}
