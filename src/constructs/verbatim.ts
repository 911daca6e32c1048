import { isPlainObject } from "../declaration/field";
import { Token } from "./framework";

/** What begins a template of Terraform. */
const TEMPLATE = /[$%]+\{/g;
/** Terraform drops it where it begins a text in JSON. */
const BYTE_ORDER_MARK = /^\ufeff/;
const STRING_TOKEN = /(\$\{TfToken\[[a-zA-Z0-9:._-]+\]\})/;
/** What begins the tokens of cdktf that stand for lists and maps. */
const OTHER_TOKEN = /[$%]*[#&](?=\{TfToken\[)/g;
/** What cdktf takes for a number in a text, and looks up among its tokens. */
const NUMBER = /[-|\d.+]+e[-|\d.eE+]+/g;
/** Texts that cdktf refuses, because they stand for maps. */
const RESERVED: ReadonlySet<string> = new Set([Token.STRING_MAP_TOKEN_VALUE, Token.ANY_MAP_TOKEN_VALUE]);

/**
 * A text that arrives as it is, whatever stands in it: `tile.markdown({ markdown: verbatim(readFileSync("notes.md",
 * "utf8")) })`. Without it Terraform evaluates `${...}` and `%{...}` in the texts of props, as in every program of
 * cdktf. A token in it is text too; the result may be joined with tokens.
 */
export function verbatim(text: string): string {
  if (RESERVED.has(text)) {
    return quoted(text.charAt(0)) + text.slice(1);
  }
  return withoutTemplates(text)
    .replace(BYTE_ORDER_MARK, quoted)
    .replace(OTHER_TOKEN, quoted)
    .replace(NUMBER, (number) => (Token.isUnresolved(parseFloat(number)) ? number.replace("e", quoted("e")) : number));
}

/** The same as a person would write it, with the signs of templates doubled, wherever that is enough. */
export function verbatimByHand(text: string): string {
  const exact = verbatim(text);
  const doubled = text.replace(/([$%])\{/g, "$1$1{");
  return exact === withoutTemplates(text) && !Token.isUnresolved(doubled) ? doubled : exact;
}

/** A value of JSON in which every text, keys included, arrives as it is. */
export function verbatimJson(value: unknown): unknown {
  return mapTexts(value, verbatim, () => false);
}

/** The same of a value that a program made: tokens in it are the program's own and keep their meaning. */
export function verbatimBesideTokens(value: unknown): unknown {
  return mapTexts(value, besideTokens, Token.isUnresolved);
}

function besideTokens(text: string): string {
  if (RESERVED.has(text)) {
    return verbatim(text);
  }
  return text
    .split(STRING_TOKEN)
    .map((part) => (Token.isUnresolved(part) ? part : withoutTemplates(part)))
    .join("")
    .replace(BYTE_ORDER_MARK, quoted);
}

function withoutTemplates(text: string): string {
  return text.replace(TEMPLATE, (begin) => `${quoted(begin.slice(0, -1))}{`);
}

/**
 * An expression of Terraform whose value is the text. Unlike `$${` it leaves the braces of a text as many as they were,
 * which cdktf counts.
 */
function quoted(text: string): string {
  return `\${"${text}"}`;
}

function mapTexts(value: unknown, change: (text: string) => string, isToken: (value: unknown) => boolean): unknown {
  if (typeof value === "string") {
    return change(value);
  }
  if (isToken(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapTexts(item, change, isToken));
  }
  if (!isPlainObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change, isToken)]);
  return Object.fromEntries(entries);
}

/**
 * The same attributes in a form that cdktf hands on: it would set the prototype of an object for a key `__proto__`, and
 * refuses the number that stands for its maps of numbers. Terraform reads the one from an expression and makes a number
 * of the text again.
 */
export function passedOn(value: unknown): unknown {
  if (value === Token.NUMBER_MAP_TOKEN_VALUE) {
    return String(value);
  }
  if (Token.isUnresolved(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(passedOn);
  }
  if (!isPlainObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key === "__proto__" ? PROTO : key, passedOn(item)]);
  return Object.fromEntries(entries);
}

const PROTO = `${quoted("_")}_proto__`;

/** An expression that `verbatim` wrote, or what an author did to begin no template, or a template. */
const PIECE = /\$\{"([^"\\]*)"\}|([$%]*)([$%])\{/g;

/** The text that Terraform makes of a prop, or undefined where that depends on an expression. */
export function knownTextOf(prop: string): string | undefined {
  let isText = true;
  const text = prop.replace(PIECE, (_, literal: string | undefined, before: string, sign: string) => {
    if (literal !== undefined) {
      return literal;
    }
    if (!before.endsWith(sign)) {
      isText = false;
    }
    return `${before}{`;
  });
  return isText ? text : undefined;
}
