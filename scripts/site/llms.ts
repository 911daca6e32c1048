import { MAINTAINERS, PROVIDER_PAGE, type Section } from "./sections";

/**
 * Returns llms.txt in the form of llmstxt.org: a title, a summary, and a list of Markdown files per section.
 * @param base address of the version, with a slash at its end
 */
export function llmsText(summary: string, sections: readonly Section[], base: string): string {
  const parts = sections.map(({ title, links }) => {
    const lines = links.map((each) => {
      const description = each.description === "" ? "" : `: ${each.description}`;
      return `- [${each.title}](${base}${each.place})${description}`;
    });
    // Tools can skip a section with this name, as the format specifies.
    return `## ${title === MAINTAINERS ? "Optional" : title}\n\n${lines.join("\n")}\n`;
  });
  const first = [`- [Introduction](${base}index.md)`, `- [Provider](${base}${PROVIDER_PAGE})`].join("\n");
  return [`# cdk-clickstack\n\n> ${summary}.\n\n${first}\n`, ...parts].join("\n");
}

/** Returns the texts of all pages for users, in the order of llms.txt, as one Markdown file. */
export function llmsFullText(pages: ReadonlyMap<string, string>, sections: readonly Section[]): string {
  const listed = sections.filter(({ title }) => title !== MAINTAINERS).flatMap(({ links }) => links);
  const places = ["index.md", PROVIDER_PAGE, ...listed.map(({ place }) => place)];
  return places.map((place) => withoutHead(pages.get(place) ?? "").trim()).join("\n\n---\n\n");
}

function withoutHead(page: string): string {
  return page.replace(/^---\n[\s\S]*?\n---\n/, "");
}
