import { verbatimAsWritten } from "../../../constructs/verbatim";
import { commentLines, escapedCharacter, UNPRINTABLE } from "./escapes";

declare const brand: unique symbol;

/**
 * Source code of a generated file. Only the functions of this file create it. They quote or check every text, so that
 * text of a server cannot become code.
 */
export type CodeText = string & { readonly [brand]: true };

const trusted = (text: string) => text as CodeText;

/** Creates source code from a template literal. The values must be source code. */
export function codeText(parts: TemplateStringsArray, ...values: readonly CodeText[]): CodeText {
  return trusted(String.raw({ raw: parts.map((part) => part) }, ...values));
}

export function joined(parts: readonly CodeText[], separator: CodeText): CodeText {
  return trusted(parts.join(separator));
}

/** White space at the start of a line. Throws for any other text. */
export function indentation(space: string): CodeText {
  if (!/^[ \t]*$/.test(space)) {
    throw new Error(`${JSON.stringify(space)} is not a valid indentation.`);
  }
  return trusted(space);
}

export function padded(text: CodeText, width: number): CodeText {
  return trusted(text.padEnd(width));
}

const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A name of TypeScript or HCL. Throws for any other text. */
export function identifier(name: string): CodeText {
  if (!NAME.test(name)) {
    throw new Error(`${JSON.stringify(name)} is not a valid name in code.`);
  }
  return trusted(name);
}

const WORD = String.raw`[\p{L}_][\p{L}\p{N}_-]*`;
/** A quoted key without an expression in it. */
const KEY = String.raw`"(?:[^"\\$%\n]|\\[^\n]|[$%](?!\{)|\$\$\{|%%\{)*"`;
const ADDRESS = new RegExp(String.raw`^${WORD}(?:\.${WORD}|\[(?:\d+|${KEY})\])*$`, "u");

/** An address such as `clickstack_dashboard.checkout.tile_ids["errors"]`. Throws for any other expression. */
export function terraformAddress(address: string): CodeText {
  if (!ADDRESS.test(address)) {
    throw new Error(`${JSON.stringify(address)} is not a valid address.`);
  }
  return trusted(address);
}

export function elementAddress(map: CodeText, key: string): CodeText {
  return codeText`${map}[${quotedTemplate(key)}]`;
}

/** A number, a truth value or null. Formatters write `1e21`, not `1e+21`. */
export function scalar(value: number | bigint | boolean | null | undefined): CodeText {
  return trusted(String(value).replace("e+", "e"));
}

export type Quote = '"' | "'";

/**
 * Creates a TypeScript string literal. Terraform does not evaluate its text.
 * @param preferred quotes, unless the text needs fewer escapes in the other ones
 */
export function typescriptText(value: string, preferred?: Quote): CodeText {
  return quoted(verbatimAsWritten(value), preferred);
}

/** Creates a TypeScript string literal for a Terraform address. */
export function typescriptAddress(address: CodeText): CodeText {
  return quoted(address);
}

export function moduleName(path: string): CodeText {
  return quoted(path);
}

function quoted(value: string, preferred: Quote = '"'): CodeText {
  const other = preferred === '"' ? "'" : '"';
  const quote = count(value, preferred) > count(value, other) ? other : preferred;
  return trusted(`${quote}${[...value].map((character) => escapedCharacter(character, quote)).join("")}${quote}`);
}

function count(value: string, character: string): number {
  return value.split(character).length - 1;
}

/** Returns the lines of a TypeScript template literal. Terraform does not evaluate its text. */
export function templateLiteralLines(value: string): readonly CodeText[] {
  const lines = verbatimAsWritten(value)
    .split("\n")
    .map((line) =>
      [...line]
        .map((character) => (character === "\t" ? character : escapedCharacter(character, "`")))
        .join("")
        .replaceAll("${", "\\${"),
    );
  return `\`${lines.join("\n")}\``.split("\n").map(trusted);
}

const PLAIN_KEYS = {
  /** `__proto__` would set the prototype of an object, also in quotes. */
  typescript: /^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$]*$/,
  hcl: /^[A-Za-z_][A-Za-z0-9_-]*$/,
};

/** A key of an object literal of TypeScript. */
export function typescriptKey(key: string, preferred?: Quote): CodeText {
  if (PLAIN_KEYS.typescript.test(key)) {
    return trusted(key);
  }
  const text = typescriptText(key, preferred);
  return key === "__proto__" ? codeText`[${text}]` : text;
}

/** A key of an object of HCL, or the name of an attribute. */
export function hclKey(key: string): CodeText {
  return PLAIN_KEYS.hcl.test(key) ? trusted(key) : quotedTemplate(key);
}

/** HCL escapes a character outside of the basic plane with eight digits. */
function hclCharacter(character: string): string {
  return character.length === 2 && UNPRINTABLE.test(character)
    ? `\\U${character.codePointAt(0)?.toString(16).padStart(8, "0")}`
    : escapedCharacter(character, '"');
}

/** Creates a quoted HCL template with exactly this text. */
export function quotedTemplate(value: string): CodeText {
  return trusted(`"${escapedTemplates([...value].map(hclCharacter).join(""))}"`);
}

/**
 * Returns the lines of a heredoc for a multi-line text; undefined if a heredoc cannot represent the text.
 * @param unit one level of indentation
 */
export function heredoc(
  value: string,
  word: CodeText,
  indentation: CodeText,
  unit = trusted("  "),
): readonly [CodeText, ...CodeText[]] | undefined {
  const body = value.endsWith("\n") ? value.slice(0, -1) : value;
  // A heredoc cannot escape control characters.
  const hasControl = /[^\P{Cc}\n\t]/u.test(value) || UNPRINTABLE.test(value.replace(/[\n\t]/g, ""));
  if (!body.includes("\n") || hasControl) {
    return undefined;
  }
  const lines = escapedTemplates(body).split("\n");
  const delimiter = delimiterFor(word, lines);
  // The flush form removes the common indentation, so the lines must share only this indentation.
  const isFlush = lines.some((line) => /^\S/.test(line)) && !lines.some((line) => /^\s+$/.test(line));
  const before = isFlush ? `${indentation}${unit}` : "";
  const content = lines.map((line) => trusted(line === "" ? "" : before + line));
  const closing = isFlush ? codeText`${indentation}${delimiter}` : delimiter;
  const opening = isFlush ? codeText`<<-${delimiter}` : codeText`<<${delimiter}`;
  if (value.endsWith("\n")) {
    return [opening, ...content, closing];
  }
  return [codeText`chomp(${opening}`, ...content, closing, codeText`${indentation})`];
}

function delimiterFor(word: CodeText, lines: readonly string[]): CodeText {
  let delimiter = word;
  while (lines.some((line) => line.trim() === delimiter)) {
    delimiter = codeText`${delimiter}_`;
  }
  return delimiter;
}

function escapedTemplates(text: string): string {
  return text.replace(/([$%])\{/g, "$1$1{");
}

/** Returns the lines of a comment, each with the comment sign. */
export function lineComments(comment: string, sign: "//" | "#"): readonly CodeText[] {
  return commentLines(comment).map((line) => trusted(`${sign} ${line}`.trimEnd()));
}

/** The lines of a documentation comment of TypeScript. */
export function documentationLines(comment: string): readonly CodeText[] {
  const lines = commentLines(comment.replaceAll("*/", "* /"));
  if (lines.length === 1) {
    return [trusted(`/** ${lines[0]} */`)];
  }
  return [codeText`/**`, ...lines.map((line) => trusted(` * ${line}`)), codeText` */`];
}
