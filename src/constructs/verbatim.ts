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
/** Characters of these numbers. cdktf searches texts of such characters in quadratic time. */
const LONG_DIGITS = /[-|\d.+]{500}/g;
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
    .replace(LONG_DIGITS, (digits) => quote(digits.charAt(0)) + digits.slice(1))
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
  return mapJson(value, { text: verbatim, key: verbatim, isToken: () => false });
}

/** Applies `verbatim` to every text and key of a value. Tokens keep their meaning. */
export function verbatimExceptTokens(value: unknown): unknown {
  return mapJson(value, { text: quoteExceptTokens, key: quoteExceptTokens });
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
  const evaluate = (text: string) => evaluateText(text) ?? text;
  return mapJson(value, { text: evaluate, key: evaluate, isToken: () => false });
}

/** Changes of the parts of a JSON value. */
interface JsonChanges {
  readonly text?: (text: string) => unknown;
  readonly number?: (number: number) => unknown;
  readonly key: (key: string) => string;
  /** Returns true for numbers, lists and objects that stay as they are. Default: the tokens of the framework. */
  readonly isToken?: (value: unknown) => boolean;
}

/** Returns a JSON value with changed texts, numbers and keys. Other values, such as functions, stay as they are. */
export function mapJson(value: unknown, changes: JsonChanges): unknown {
  const { text = same, number = same, key, isToken = Token.isUnresolved } = changes;
  if (typeof value === "string") {
    return text(value);
  }
  if (typeof value === "number") {
    return number(value);
  }
  if (isToken(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapJson(item, changes));
  }
  return isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [key(name), mapJson(item, changes)]))
    : value;
}

const same = (value: unknown) => value;

/**
 * Converts attributes to a form that cdktf accepts. cdktf would set the prototype of an object for a key `__proto__`,
 * so the key becomes an expression. It rejects the number that represents its maps of numbers, so this number becomes a
 * text, which Terraform converts back.
 */
export function toCdktfForm(value: unknown): unknown {
  return mapJson(value, {
    number: (number) => (number === Token.NUMBER_MAP_TOKEN_VALUE ? String(number) : number),
    key: (key) => (key === "__proto__" ? PROTO : key),
  });
}

const PROTO = `${quote("_")}_proto__`;

/** Matches an expression that `verbatim` wrote, an escaped template, or a template. */
const PIECE = /\$\{"([^"\\]*)"\}|(?<![$%])([$%]*)([$%])\{/g;

/** Returns the text that Terraform evaluates a prop to, or undefined if it depends on an expression. */
export function evaluateText(prop: string): string | undefined {
  if (!prop.includes("{")) {
    return prop;
  }
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
