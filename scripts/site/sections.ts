import { posix } from "node:path";

/** Link of the navigation, with its target as a place in the site. */
interface PageLink {
  readonly title: string;
  readonly place: string;
  readonly description: string;
}

export interface Section {
  readonly title: string;
  readonly links: readonly PageLink[];
}

const LINK = /^- \[([^\]]+)\]\(([\w./-]+\.md)\): (.+)$/;

/** Place of docs/index.md in the site. The README is the first page. */
export const PROVIDER_PAGE = "provider.md";

/** Title of the section with the pages that docs/index.md does not list. */
export const MAINTAINERS = "For maintainers";

/** Pages whose place in the site differs from their path below docs. */
export const OTHER_PAGES: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "docs/index.md": PROVIDER_PAGE,
  "CHANGELOG.md": "changelog.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
};

/** Returns the place of a file in the site, or undefined if it has none. Paths begin at the root of the repository. */
export function placeInSite(path: string): string | undefined {
  return OTHER_PAGES[path] ?? (/^docs\/.+\.\w+$/.test(path) ? posix.relative("docs", path) : undefined);
}

/**
 * Returns the sections of the navigation: those of docs/index.md, and a last one with all other pages.
 * @param pages texts of all pages by their places in the site
 */
export function sectionsOf(pages: ReadonlyMap<string, string>): readonly Section[] {
  const listed = listedSections(pages.get(PROVIDER_PAGE) ?? "");
  const known = new Set(["index.md", PROVIDER_PAGE, ...listed.flatMap(({ links }) => links.map(({ place }) => place))]);
  const others = [...pages].filter(([place]) => !known.has(place));
  return [
    ...listed,
    { title: MAINTAINERS, links: others.map(([place, text]) => ({ title: titleOf(text), place, description: "" })) },
  ];
}

function listedSections(index: string): readonly Section[] {
  return index
    .split(/^## /m)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const links = lines.flatMap((line) => {
        const [, name, place, description] = LINK.exec(line) ?? [];
        return name && place && description ? [{ title: name.replaceAll("`", ""), place, description }] : [];
      });
      return { title, links };
    })
    .filter(({ links }) => links.length > 0);
}

function titleOf(page: string): string {
  const [, title = ""] = /^# (.+)$/m.exec(page) ?? [];
  return title.replaceAll("`", "");
}
