import manifest from "../../package.json";
import { REPOSITORY } from "../release/repository-links";
import { PROVIDER_PAGE, type Section } from "./sections";
import type { SiteVersion } from "./versions";

export interface SiteOptions {
  readonly versions: readonly SiteVersion[];
  /** Address of the site without a slash at its end. It is an empty text for the root of any server. */
  readonly url: string;
  /** Folder of the site. */
  readonly output: string;
}

/** Content security policy of each page. With it, browsers refuse requests to other servers. */
export const CONTENT_POLICY =
  "default-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'";

/** Path of the site on its server, without a slash at its end. */
export function basePath(url: string): string {
  return url === "" ? "" : new URL(url).pathname.replace(/\/$/, "");
}

/** Returns the configuration of the generator for a version. */
export function siteConfig(version: SiteVersion, sections: readonly Section[], options: SiteOptions): object {
  const base = `${basePath(options.url)}/${version.path}`;
  const isCurrent = version.path === "";
  return {
    title: "cdk-clickstack",
    description: manifest.description,
    lang: "en",
    base,
    outDir: `${options.output}/${version.path}`,
    srcExclude: ["public/**"],
    head: [
      ["meta", { "http-equiv": "Content-Security-Policy", content: CONTENT_POLICY }],
      ["link", { rel: "icon", href: `${base}icon.svg` }],
      // Search engines list only the current version.
      ...(isCurrent ? [] : [["meta", { name: "robots", content: "noindex" }]]),
    ],
    themeConfig: {
      search: { provider: "local" },
      outline: [2, 3],
      nav: [
        { text: "Guides", link: "/guides/getting-started" },
        { text: "Reference", link: `/${PROVIDER_PAGE.replace(".md", "")}` },
        { text: version.name, items: options.versions.map((each) => linkToVersion(each, version)) },
      ],
      sidebar: sidebarOf(sections),
      socialLinks: [{ icon: "github", link: REPOSITORY }],
      // Files of a tag cannot be edited.
      ...(version.tag === undefined && { editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path` } }),
    },
  };
}

/**
 * Returns the link from a version to another one. The generator puts the folder of the version before each link. The
 * target `_self` makes the browser load the whole page, because each version has its own scripts.
 */
function linkToVersion({ name, path }: SiteVersion, from: SiteVersion): object {
  return { text: name, link: `/${from.path === "" ? "" : "../"}${path}`, target: "_self" };
}

function sidebarOf(sections: readonly Section[]): readonly object[] {
  const groups = sections.map(({ title, links }, index) => ({
    text: title,
    collapsed: index > 0,
    items: links.map((link) => ({ text: link.title, link: `/${link.place}` })),
  }));
  const first = [
    { text: "Introduction", link: "/" },
    { text: "Provider", link: `/${PROVIDER_PAGE}` },
  ];
  return [{ items: first }, ...groups];
}

/** Returns the module that the generator loads. Headings get the same anchors as on GitHub. */
export function configModule(config: object): string {
  return `export default {
  ...${JSON.stringify(config, undefined, 2)},
  markdown: {
    linkify: false,
    anchor: { slugify: (text) => text.trim().toLowerCase().replace(/[^\\p{L}\\p{N}_ -]/gu, "").replaceAll(" ", "-") },
  },
};
`;
}
