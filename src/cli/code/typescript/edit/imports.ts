import { insertItems, removeItem, type SeparatedItems } from "../../edits/list-edits";
import { requirePatterns } from "./imported-names";
import { ProgramFile } from "./program-file";
import { itemsOf } from "./typescript-syntax";

/** Modules of this package that programs import. */
export const ENTRIES: ReadonlySet<string> = new Set(["cdk-clickstack", "cdk-clickstack/cdktn"]);

/** Returns the local name of a helper in a file that uses its name for another value. */
export function aliasOf(name: string): string {
  return `clickstack${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * Adds the missing imports of a file to its import or `require` of this package, or as a new import. Removes imports of
 * this package that only the replaced code used.
 */
export function updateImports(file: ProgramFile): void {
  if (file.edited !== file.original) {
    removeUnusedImports(file);
  }
  if (file.missingImports.size > 0) {
    addImports(file);
  }
}

function removeUnusedImports(file: ProgramFile): void {
  const edited = new ProgramFile(file.path, file.edited);
  const isUnused = (name: string) => file.countMentions(name) > 0 && edited.countMentions(name) === 0;
  for (const { list, names } of importLists(file)) {
    for (const [index, name] of names.entries()) {
      if (isUnused(name) && !file.missingImports.has(name)) {
        removeItem(file, list, index);
      }
    }
  }
}

function addImports(file: ProgramFile): void {
  const specifiers = (renaming: string) =>
    [...file.missingImports].map(([local, name]) => (local === name ? name : `${name}${renaming}${local}`));
  const [existing] = importLists(file);
  if (existing) {
    const { list, renaming } = existing;
    const print = specifiers(renaming).map((name) => () => name);
    insertItems(file, list, list.items.length - 1, print);
  } else {
    const { lineEnd, quote } = file;
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

/** The named imports of this package in one statement. */
interface ImportList {
  readonly list: SeparatedItems;
  /** Local names. */
  readonly names: readonly string[];
  /** Text between the two names of an import with another local name. */
  readonly renaming: " as " | ": ";
}

function importLists(file: ProgramFile): readonly ImportList[] {
  const imports = file.syntax.program.body.flatMap((statement): ImportList[] => {
    if (statement.type !== "ImportDeclaration" || statement.importKind === "type") {
      return [];
    }
    const named = statement.specifiers.filter(({ type }) => type === "ImportSpecifier");
    const [first] = named;
    if (!ENTRIES.has(statement.source.value) || !first) {
      return [];
    }
    const start = file.text.lastIndexOf("{", first.start ?? 0) + 1;
    const end = file.text.indexOf("}", named.at(-1)?.end ?? 0);
    const list = { items: named, start, end, isSpaced: true };
    return [{ list, names: named.map(({ local }) => local.name), renaming: " as " }];
  });
  const required = requirePatterns(file.nodes, ENTRIES).map((pattern): ImportList => {
    const names = pattern.properties.map((each) =>
      each.type === "ObjectProperty" && each.value.type === "Identifier" ? each.value.name : "",
    );
    return { list: itemsOf(pattern), names, renaming: ": " };
  });
  return [...imports, ...required];
}
