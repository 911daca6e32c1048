const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** True for a page instead of a response, by its type or by its looks. */
export function isPage(contentType: string | undefined, text: string): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(text) || (/html/i.test(contentType ?? "") && /<\w/.test(text));
}

/** The encoding of a body that cannot be read for it; undefined where it is as it was written. */
export function unsupportedEncoding({
  "content-encoding": encoding,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = encoding?.trim().toLowerCase() ?? "";
  if (named === "" || named === "identity") {
    return undefined;
  }
  return /^[\w, .-]{1,40}$/.test(named) ? named : "something unknown";
}

/** What a reader would see of a page, in one line. */
export function plainText(text: string): string {
  return withoutMarkup(text)
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Goes from tag to tag: a regular expression would look for the end of each one anew, which takes minutes in a page of
 * megabytes.
 */
function withoutMarkup(page: string): string {
  const parts: string[] = [];
  const unseen = new UnseenElements(page);
  for (let at = 0; at < page.length; ) {
    const tag = page.indexOf("<", at);
    const end = tag === -1 ? -1 : page.indexOf(">", tag);
    if (end === -1) {
      parts.push(page.slice(at));
      break;
    }
    parts.push(page.slice(at, tag), " ");
    at = unseen.endOf(tag) ?? end + 1;
  }
  return parts.join("");
}

/** The elements whose content nobody sees in a page. */
class UnseenElements {
  /** Those that no end tag follows any more. */
  readonly #endless = new Set<string>();

  constructor(private readonly page: string) {}

  /** Behind the end tag of the element that begins there; undefined where none of these does, or none ends. */
  endOf(tag: number): number | undefined {
    const name = /^<(script|style|title)\b/i.exec(this.page.slice(tag, tag + 8))?.[1]?.toLowerCase();
    if (name === undefined || this.#endless.has(name)) {
      return undefined;
    }
    const endTag = new RegExp(`</${name}\\s*>`, "gi");
    endTag.lastIndex = tag;
    if (endTag.test(this.page)) {
      return endTag.lastIndex;
    }
    this.#endless.add(name);
    return undefined;
  }
}
