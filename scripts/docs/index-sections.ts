import { readFrontMatter } from "./front-matter";
import { type DocumentedList, listPageFile } from "./list-page";
import { type Page, pageFile } from "./page";

/** Returns the sections after the schema on the provider's page: guides, and every other page of the reference. */
export function indexSections(
  pages: readonly Page[],
  guides: ReadonlyMap<string, string>,
  functions: readonly { readonly name: string; readonly summary: string }[],
  lists: readonly Pick<DocumentedList, "type" | "schema">[] = [],
): readonly string[] {
  return [
    ...listed("Guides", guideLines(guides)),
    ...listed("Resources", linesOf(pages, "resource")),
    ...listed("Ephemeral Resources", linesOf(pages, "ephemeral resource")),
    ...listed("Data Sources", linesOf(pages, "data source")),
    ...listed(
      "List Resources",
      lists.map(({ type, schema }) => `- [\`${type}\`](${listPageFile(type)}): ${schema.description}`),
    ),
    ...listed(
      "Functions",
      functions.map(({ name, summary }) => `- [\`${name}\`](functions/${name}.md): ${summary}`),
    ),
  ];
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [`## ${title}`, lines.join("\n")] : [];
}

function linesOf(pages: readonly Page[], kind: Page["kind"]): readonly string[] {
  return pages
    .filter((page) => page.kind === kind)
    .map((page) => `- [\`${page.type}\`](${pageFile(page)}): ${page.summary}`);
}

function guideLines(guides: ReadonlyMap<string, string>): readonly string[] {
  return [...guides].map(([file, text]) => {
    const { page_title, description } = readFrontMatter(text);
    return `- [${page_title}](${file}): ${description}`;
  });
}
