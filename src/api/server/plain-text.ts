const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** True for a page instead of an answer, by its type or by its looks. */
export function isPage(contentType: string | undefined, text: string): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(text) || (/html/i.test(contentType ?? "") && /<\w+[^>]*>/.test(text));
}

/** The encoding of a body that cannot be read for it; undefined where it is as it was written. */
export function foreignEncoding({
  "content-encoding": encoding,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = encoding?.trim().toLowerCase() ?? "";
  if (named === "" || named === "identity") return undefined;
  return /^[\w, .-]{1,40}$/.test(named) ? named : "something unknown";
}

/** What a reader would see of a page, in one line. */
export function plainText(text: string): string {
  return text
    .replace(/<(script|style|title)\b.*?<\/\1\s*>/gis, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(lt|gt|amp|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
