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

/** Removes tags, and elements that a page does not show. The time is linear, also for megabytes of unclosed tags. */
function withoutMarkup(page: string): string {
  const shown = ["script", "style", "title"].reduce(withoutElements, page);
  const end = shown.lastIndexOf(">") + 1;
  return shown.slice(0, end).replace(/<[^>]*>/g, " ") + shown.slice(end);
}

function withoutElements(page: string, name: string): string {
  const parts = page.split(new RegExp(`</${name}\\s*>`, "i"));
  const unclosed = parts.pop() ?? "";
  const start = new RegExp(`<${name}\\b`, "i");
  return [...parts.map((part) => part.split(start, 1)[0]), unclosed].join(" ");
}

/** One complaint of the server about one part of a request. */
export interface RefusedPart {
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

/** Splits a text into findings, none for a text without a path (docs/internals/api-behavior.md 1.6, 2.2, 3.4). */
export function parseFindings(text: string): readonly RefusedPart[] {
  const gateway = parseGateway(text);
  if (gateway !== undefined) {
    return [gateway];
  }
  const findings: RefusedPart[] = [];
  let part: RefusedPart["part"] = "body";
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
    const [, path = "", message = body.replace(/^: /, "")] = WITH_PATH.exec(body) ?? [];
    findings.push({ part, path, message });
  }
  return headed || findings.some((finding) => finding.path !== "") ? findings : [];
}

function parseGateway(text: string): RefusedPart | undefined {
  const [, placed, reason] = GATEWAY_PATH.exec(text) ?? [];
  if (placed !== undefined) {
    return { part: "body", path: placed, message: `not accepted: ${reason}` };
  }
  const unknown = GATEWAY_UNKNOWN.exec(text)?.[1];
  return unknown === undefined ? undefined : { part: "body", path: unknown, message: "unknown property" };
}
