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

/** One complaint of the server about one part of a request. */
export interface Finding {
  /** Part of the request: body unless the server names another one. */
  readonly part: "body" | "params" | "query";
  /** Path inside that part, joined by dots; empty if the server names none. */
  readonly path: string;
  readonly message: string;
}

const PARTS = { Body: "body", Params: "params", Query: "query" } as const;
const PART_HEADING = /^(Body|Params|Query) validation failed: /;
const WITH_PATH = /^([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*): (.*)$/s;
const GATEWAY_PATH = /^request body\.([\w.$-]+): (.*)$/s;
const GATEWAY_UNKNOWN = /^request body property can't be validated: ([\w.$-]+)$/;

/**
 * Splits the server's text into its complaints (docs/internals/api-behavior.md 1.6, 2.2, 3.4). Returns an empty list
 * for a text without a path.
 */
export function parseFindings(text: string): readonly Finding[] {
  const gateway = parseGateway(text);
  if (gateway !== undefined) {
    return [gateway];
  }
  const findings: Finding[] = [];
  let part: Finding["part"] = "body";
  let headed = false;
  for (const piece of text.split("; ")) {
    const heading = PART_HEADING.exec(piece);
    const body = heading === null ? piece : piece.slice(heading[0].length);
    if (heading !== null) {
      part = PARTS[heading[1] as keyof typeof PARTS];
      headed = true;
    }
    const previous = findings.at(-1);
    // Some sentences of the server contain "; ". A piece that starts in lower case and has no path continues the
    // previous one.
    if (previous !== undefined && heading === null && !WITH_PATH.test(body) && /^[a-z]/.test(body)) {
      findings[findings.length - 1] = { ...previous, message: `${previous.message}; ${body}` };
      continue;
    }
    findings.push(parsePiece(part, body));
  }
  return headed || findings.some((finding) => finding.path !== "") ? findings : [];
}

function parsePiece(part: Finding["part"], piece: string): Finding {
  const match = WITH_PATH.exec(piece);
  if (match === null) {
    return { part, path: "", message: piece.replace(/^: /, "") };
  }
  return { part, path: match[1] ?? "", message: match[2] ?? "" };
}

function parseGateway(text: string): Finding | undefined {
  const placed = GATEWAY_PATH.exec(text);
  if (placed !== null) {
    return { part: "body", path: placed[1] ?? "", message: `not accepted: ${placed[2] ?? ""}` };
  }
  const unknown = GATEWAY_UNKNOWN.exec(text);
  return unknown === null ? undefined : { part: "body", path: unknown[1] ?? "", message: "unknown property" };
}
