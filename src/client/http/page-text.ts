const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** Returns true for an HTML page, by its type or its content. */
export function isPage(contentType: string | undefined, text: string): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(text) || (/html/i.test(contentType ?? "") && /<\w/.test(text));
}

/** Returns the content encoding that the client does not support; undefined for a plain body. */
export function unsupportedEncoding({
  "content-encoding": encoding,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = encoding?.trim().toLowerCase() ?? "";
  if (named === "" || named === "identity") {
    return undefined;
  }
  return /^[\w, .-]{1,40}$/.test(named) ? named : "something unknown";
}

/** Returns the visible text of a page in one line. */
export function plainText(text: string): string {
  return withoutMarkup(text)
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Removes tags in one pass. A regular expression would search for the end of each tag again, which takes minutes in a
 * page of megabytes.
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

/** Elements whose content a page does not show. */
class UnseenElements {
  /** Names of elements without a further end tag. */
  readonly #endless = new Set<string>();

  constructor(private readonly page: string) {}

  /**
   * Returns the position after the end tag of the element that starts there; undefined for other elements, or without
   * an end tag.
   */
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
