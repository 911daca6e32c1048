import { numberFromText, numberKey } from "../values/equal";
import { ValueError } from "./value-codec";

/** JSON as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Whether there can be a number that a JS number does not hold, for its digits or for its exponent: far most states
 * have none.
 */
const special = /(?:^|[:,[\s])(?:[\d.eE+-]{16}|-?\d[\d.]*[eE][+-]?\d{3})/;

/**
 * Parses JSON without losing digits: a number that a JS number does not hold comes as its decimal text. Throws a
 * ValueError for other text, which it does not repeat.
 */
export function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(special.test(text) ? withNumbersAsText(text) : text);
  } catch {
    throw new ValueError("it is no JSON", []);
  }
}

/**
 * Goes from string to string: one regular expression for strings and numbers runs out of stack in a string of
 * megabytes.
 */
function withNumbersAsText(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = indexOrEnd(text, '"', at);
    parts.push(text.slice(at, quote).replace(number, (token) => (isExactInJson(token) ? token : `"${token}"`)));
    at = endOfString(text, quote);
    parts.push(text.slice(quote, at));
  }
  return parts.join("");
}

/** Behind the string that begins with the quote there, or the end of a text that breaks off in it. */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; from < text.length; ) {
    const quote = indexOrEnd(text, '"', from);
    let backslashes = 0;
    while (quote - backslashes > from && text[quote - backslashes - 1] === "\\") {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) {
      return Math.min(quote + 1, text.length);
    }
    from = quote + 1;
  }
  return text.length;
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const index = text.indexOf(wanted, from);
  return index === -1 ? text.length : index;
}

function isExactInJson(token: string): boolean {
  if (token.length < 16 && !/[eE]/.test(token)) {
    return true;
  }
  try {
    const exact = numberFromText(token);
    return typeof exact === "number" || numberKey(exact) === numberKey(Number(token));
  } catch {
    // Larger than any number of Terraform's: whoever wants a number there refuses the text, and says where.
    return false;
  }
}
