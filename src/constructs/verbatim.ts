import { isPlainObject } from "../declaration/field";
import { Token } from "./framework";

/** Start of a template of Terraform. */
const TEMPLATE = /(?<![$%])[$%]+\{/g;
/** Terraform removes it at the start of a text in JSON. */
const BYTE_ORDER_MARK = /^\ufeff/;
const STRING_TOKEN = /(\$\{TfToken\[[a-zA-Z0-9:._-]+\]\})/;
/** Start of the tokens of cdktf that represent lists and maps. */
const OTHER_TOKEN = /(?<![$%])[$%]*[#&](?=\{TfToken\[)/g;
/** Texts that cdktf parses as numbers and looks up among its tokens. */
const NUMBER = /(?<![-|\d.+])[-|\d.+]+e[-|\d.eE+]+/g;
/** Texts that cdktf rejects, because they represent maps. */
const RESERVED: ReadonlySet<string> = new Set([Token.STRING_MAP_TOKEN_VALUE, Token.ANY_MAP_TOKEN_VALUE]);

/**
 * Prevents the evaluation of a text: `tile.markdown({ markdown: verbatim(readFileSync("notes.md", "utf8")) })`. Without
 * it, Terraform evaluates `${...}` and `%{...}` in props, as in every cdktf program. Tokens in the text stay text. The
 * result can be concatenated with tokens.
 * @param text any text, such as the content of a file
 */
export function verbatim(text: string): string {
  if (RESERVED.has(text)) {
    return quote(text.charAt(0)) + text.slice(1);
  }
  return quoteTemplates(text)
    .replace(BYTE_ORDER_MARK, quote)
    .replace(OTHER_TOKEN, quote)
    .replace(NUMBER, (number) => (Token.isUnresolved(parseFloat(number)) ? number.replace("e", quote("e")) : number));
}

/** Returns the same text as an author would write it, with doubled template signs, if that form is equivalent. */
export function verbatimAsWritten(text: string): string {
  const exact = verbatim(text);
  const doubled = text.replace(/([$%])\{/g, "$1$1{");
  return exact === quoteTemplates(text) && !Token.isUnresolved(doubled) ? doubled : exact;
}

/** Applies `verbatim` to every text and key of a JSON value. */
export function verbatimJson(value: unknown): unknown {
  return mapTexts(value, verbatim, () => false);
}

/** Applies `verbatim` to every text and key of a value. Tokens keep their meaning. */
export function verbatimExceptTokens(value: unknown): unknown {
  return mapTexts(value, quoteExceptTokens, Token.isUnresolved);
}

function quoteExceptTokens(text: string): string {
  if (RESERVED.has(text)) {
    return verbatim(text);
  }
  return text
    .split(STRING_TOKEN)
    .map((part) => (Token.isUnresolved(part) ? part : quoteTemplates(part)))
    .join("")
    .replace(BYTE_ORDER_MARK, quote);
}

function quoteTemplates(text: string): string {
  return text.replace(TEMPLATE, (begin) => `${quote(begin.slice(0, -1))}{`);
}

/**
 * Returns a Terraform expression whose value is the text. Unlike `$${`, it keeps the number of braces, which cdktf
 * counts.
 */
function quote(text: string): string {
  return `\${"${text}"}`;
}

/** Returns the values that the texts of a JSON value have in Terraform. Texts with expressions stay unchanged. */
export function evaluateTexts(value: unknown): unknown {
  return mapTexts(
    value,
    (text) => evaluateText(text) ?? text,
    () => false,
  );
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
 * Converts attributes to a form that cdktf accepts. cdktf would set the prototype of an object for a key `__proto__`,
 * so the key becomes an expression. It rejects the number that represents its maps of numbers, so this number becomes a
 * text, which Terraform converts back.
 */
export function toCdktfForm(value: unknown): unknown {
  if (value === Token.NUMBER_MAP_TOKEN_VALUE) {
    return String(value);
  }
  if (Token.isUnresolved(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(toCdktfForm);
  }
  if (!isPlainObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, item]) => [key === "__proto__" ? PROTO : key, toCdktfForm(item)]);
  return Object.fromEntries(entries);
}

const PROTO = `${quote("_")}_proto__`;

/** Matches an expression that `verbatim` wrote, an escaped template, or a template. */
const PIECE = /\$\{"([^"\\]*)"\}|(?<![$%])([$%]*)([$%])\{/g;

/** Returns the text that Terraform evaluates a prop to, or undefined if it depends on an expression. */
export function evaluateText(prop: string): string | undefined {
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
