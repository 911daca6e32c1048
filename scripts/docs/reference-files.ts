import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProviderFunction } from "../../src/plugin/provider/provider";
import { provider } from "../../src/provider/provider";
import { cliSchemas } from "./cli-schemas";
import { exampleOf, requirements } from "./example";
import { functionPageText } from "./function-page";
import { indexSections } from "./index-sections";
import { listPageFile, listPageText } from "./list-page";
import { pageFile } from "./page";
import { pageText } from "./page-text";
import { PAGES } from "./pages";

export const DOCS_FOLDER = join(__dirname, "..", "..", "docs");

/** Folders below docs that contain only generated files. */
export const GENERATED_FOLDERS = [
  ...["resources", "data-sources", "ephemeral-resources", "list-resources", "functions"],
  "cli-schemas",
];

/** Returns the content of every generated file by its path below docs. */
export function referenceFiles(): ReadonlyMap<string, string> {
  return new Map([...cliSchemas(), ...functionPages(provider.functions ?? {}), ...listPages(), ...pages()]);
}

/** Returns the guides, which are written by hand, by their path below docs. */
export function guides(): ReadonlyMap<string, string> {
  const files = readdirSync(join(DOCS_FOLDER, "guides")).sort();
  return new Map(files.map((file) => [`guides/${file}`, readFileSync(join(DOCS_FOLDER, "guides", file), "utf8")]));
}

function pages(): readonly (readonly [string, string])[] {
  const functions = Object.entries(provider.functions ?? {}).map(([name, { summary }]) => ({ name, summary }));
  return PAGES.map((page) => {
    const lists = Object.entries(provider.listResources ?? {}).map(([type, { schema }]) => ({ type, schema }));
    const more = page.kind === "provider" ? indexSections(PAGES, guides(), functions, lists) : [];
    return [pageFile(page), pageText(page, exampleOf(page), more)];
  });
}

function listPages(): readonly (readonly [string, string])[] {
  return Object.entries(provider.listResources ?? {}).map(([type, { schema }]) => {
    const { subcategory = "" } = PAGES.find((page) => page.kind === "resource" && page.type === type) ?? {};
    return [listPageFile(type), listPageText({ type, subcategory, schema })];
  });
}

function functionPages(functions: Readonly<Record<string, ProviderFunction>>): readonly (readonly [string, string])[] {
  return Object.entries(functions).map(([name, declared]) => {
    const example = readFileSync(join(__dirname, "examples", "functions", `${name}.tf`), "utf8");
    return [`functions/${name}.md`, functionPageText(name, declared, `${requirements()}\n${example}`)];
  });
}
