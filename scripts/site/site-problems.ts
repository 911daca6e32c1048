import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { CONTENT_POLICY } from "./site-config";

const TAG = /<([a-z][\w-]*)\s([^<>]+)>/g;
const ATTRIBUTE = /(?<![\w-])(href|src|srcset|poster|data|id|content)="([^"]*)"/g;
const STYLE_ADDRESS = /url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)/g;

interface Reference {
  readonly tag: string;
  readonly target: string;
}

interface SitePage {
  readonly references: readonly Reference[];
  readonly ids: ReadonlySet<string>;
  readonly hasPolicy: boolean;
}

/**
 * Returns the problems of a built site, one line each: links without a target, and pages that load something from
 * another server. The check sends no requests to other sites.
 * @param base path of the site on its server, without a slash at its end
 */
export function siteProblems(folder: string, base: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(entry.parentPath.slice(folder.length).replaceAll(sep, "/"), entry.name).replace(/^\//, ""),
    );
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const pages = new Map(files.filter((file) => file.endsWith(".html")).map((file) => [file, parsePage(read(file))]));
  const known = new Set(files);
  const inPages = [...pages].flatMap(([file, { references, hasPolicy }]) => [
    ...(hasPolicy ? [] : [`${file} has no content security policy`]),
    ...references.flatMap((each) => problemOf(each, file, { base, known, pages })),
  ]);
  const inStyles = files
    .filter((file) => file.endsWith(".css"))
    .flatMap((file) => externalAddresses(read(file)).map((address) => `${file} loads ${address}`));
  return [...inPages, ...inStyles];
}

function parsePage(html: string): SitePage {
  const references: Reference[] = [];
  const ids = new Set<string>();
  let hasPolicy = false;
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    for (const [, name, value = ""] of attributes.matchAll(ATTRIBUTE)) {
      const text = value.replaceAll("&amp;", "&");
      if (name === "id") {
        ids.add(text);
      } else if (name === "content") {
        hasPolicy ||= tag === "meta" && text === CONTENT_POLICY;
      } else {
        references.push({ tag, target: text });
      }
    }
  }
  return { references, ids, hasPolicy };
}

interface Site {
  readonly base: string;
  readonly known: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, SitePage>;
}

function problemOf({ tag, target }: Reference, file: string, { base, known, pages }: Site): readonly string[] {
  if (/^(?:[a-z]+:|\/\/)/.test(target)) {
    const isAllowed = tag === "a" ? target.startsWith("https:") : target.startsWith("data:");
    return isAllowed ? [] : [`${file} ${tag === "a" ? "links to" : "loads"} ${target}`];
  }
  const [path = "", anchor = ""] = target.split("#");
  const absolute = posix.normalize(path.startsWith("/") ? path : `${base}/${posix.dirname(file)}/${path}`);
  const place = path === "" ? file : absolute.slice(base.length + 1).replace(/(^|\/)$/, "$1index.html");
  if (!absolute.startsWith(`${base}/`) || !known.has(place)) {
    return [`${file} links to ${target}, which does not exist`];
  }
  const ids = pages.get(place)?.ids;
  const isFound = anchor === "" || ids === undefined || ids.has(decodeURIComponent(anchor));
  return isFound ? [] : [`${file} links to ${target}, which has no such heading`];
}

function externalAddresses(style: string): readonly string[] {
  return [...style.matchAll(STYLE_ADDRESS)]
    .map(([, address, imported]) => address ?? imported ?? "")
    .filter((address) => /^(?:(?!data:)[a-z]+:|\/\/)/.test(address));
}
