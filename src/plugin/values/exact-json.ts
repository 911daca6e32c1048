import { numberFromText, numberKey } from "../wire/numbers";
import { ValueError } from "./value-codec";

/** A JSON value as `JSON.parse` returns it. */
export type ExactJson = null | boolean | number | string | readonly ExactJson[] | ExactJsonObject;

export interface ExactJsonObject {
  readonly [name: string]: ExactJson;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Matches a text that may contain a number that a JS number cannot represent, because of its digits or its exponent.
 * Most states contain none.
 */
const special = /(?:^|[:,[\s])(?:[\d.eE+-]{16}|-?\d[\d.]*[eE][+-]?\d{3})/;

/**
 * Parses JSON without losing digits. A number that a JS number cannot represent becomes its decimal text. Throws a
 * ValueError for invalid JSON, without quoting it.
 */
export function parseJson(text: string): ExactJson {
  try {
    return JSON.parse(special.test(text) ? withNumbersAsText(text) : text);
  } catch {
    throw new ValueError("it is not valid JSON", []);
  }
}

/**
 * Steps from string to string, because one regular expression for strings and numbers overflows the stack in a string
 * of megabytes.
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

/** Returns the position after the string that starts at `start`, or the end of the text if the string is not closed. */
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
    // The number is larger than any Terraform number. A reader that expects a number rejects the text and reports its
    // path.
    return false;
  }
}
