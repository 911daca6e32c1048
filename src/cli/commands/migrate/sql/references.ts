/** A variable or a macro in a query: `$name`, `${name:format}` or `[[name]]`. */
export interface VariableReference {
  readonly name: string;
  /** Empty without a format. */
  readonly format: string;
  /** True for the only content of a text in quotes. */
  readonly isQuoted: boolean;
  /** Index of the token after it. */
  readonly end: number;
}

const REFERENCE = /\$(\w+)|\$\{(\w+)(?::([^{}]*))?\}|\[\[(\w+)(?::(\w+))?\]\]/g;
const MAX_TOKENS = 40;

/** Returns the reference that starts at a token. */
export function referenceAt(tokens: readonly string[], index: number): VariableReference | undefined {
  const token = tokens[index] ?? "";
  const isQuoted = token.startsWith("'");
  if (!isQuoted && token !== "$" && token !== "[") {
    return undefined;
  }
  const text = isQuoted ? token.slice(1, -1) : tokens.slice(index, index + MAX_TOKENS).join("");
  const [match] = text.matchAll(REFERENCE);
  if (match?.index !== 0 || (isQuoted && match[0] !== text)) {
    return undefined;
  }
  let end = index + 1;
  for (let { length } = token; !isQuoted && length < match[0].length; end += 1) {
    length += tokens[end]?.length ?? 1;
  }
  return { ...named(match), isQuoted, end };
}

/** Replaces the references in a text, except those without a replacement. */
export function replaceReferences(text: string, replace: (name: string, format: string) => string | undefined): string {
  return text.replace(REFERENCE, (...match) => {
    const { name, format } = named(match);
    return replace(name, format) ?? String(match[0]);
  });
}

function named([, plain, name, format, old, oldFormat]: readonly (string | undefined)[]) {
  return { name: plain ?? name ?? old ?? "", format: format ?? oldFormat ?? "" };
}
