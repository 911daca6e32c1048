/**
 * The same value with every control character of its texts written as an escape, but for tabs and line ends: names and values are
 * what anybody wrote in the UI, and a terminal would obey them. XML has no way to write most of them at all.
 */
export function visible<T>(value: T): T {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" ? inner.replaceAll(/(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, escapeOf) : inner,
  );
  return JSON.parse(text) as T;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
