/** Node of a condition: a term, a range, or up to two nodes with an operator. Empty if there is no condition. */
export interface LuceneNode {
  readonly field?: string;
  readonly term?: string;
  readonly quoted?: boolean;
  readonly prefix?: string | null;
  readonly similarity?: number | null;
  readonly boost?: number | null;
  readonly proximity?: number | null;
  readonly term_min?: string;
  readonly term_max?: string;
  readonly left?: LuceneNode;
  readonly right?: LuceneNode;
  readonly start?: string;
  readonly operator?: string;
  readonly parenthesized?: boolean;
}

export const NO_FIELD = "<implicit>";

/** Replacements of backslashes and colons in the text of a term, which the parser would read as syntax. */
const BACKSLASH = "\ue000";
const COLON = "\ue001";

/** Replaces the backslash of an escape. One character replaces another, so positions stay the same. */
const ESCAPE = "\ue002";

/** A condition that the server cannot evaluate. The message is a part of a sentence. */
export class LuceneError extends Error {
  override readonly name = "LuceneError";
}

/** Parses a search condition with the server's parser, which is loaded for the first condition. */
export function parseLucene(condition: string): LuceneNode {
  const { parse } = require("@hyperdx/lucene") as { parse(query: string): LuceneNode };
  try {
    return parse(
      condition
        .replaceAll("\\\\", ESCAPE + BACKSLASH)
        .replaceAll("\\:", ESCAPE + COLON)
        .replace(/https?:(?=\/\/)/, (scheme) => scheme.replace(":", COLON))
        .replace(/localhost:(?=\d)/, (host) => host.replace(":", COLON)),
    );
  } catch (error) {
    if (error instanceof RangeError) {
      throw new LuceneError("it is nested too deeply");
    }
    const { location } = error as { readonly location?: { readonly start?: { readonly offset?: number } } };
    const offset = location?.start?.offset ?? condition.length;
    throw new LuceneError(
      offset >= condition.length
        ? `it ends at column ${condition.length}, where a term, a quote or a bracket is missing`
        : `its syntax is wrong at column ${offset + 1} (${JSON.stringify(condition.slice(offset, offset + 10))})`,
    );
  }
}

/** Returns the text that the author wrote for a term. */
export function termText(term: string): string {
  return term.replaceAll('\\"', '"').replaceAll(ESCAPE, "").replaceAll(BACKSLASH, "\\").replaceAll(COLON, ":");
}

/** Returns a condition with empty texts in place of those in quotes. */
export function unquotedLucene(condition: string): string {
  return condition.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""');
}

const OPERATOR = String.raw`(?:AND|OR|NOT|&&|\|\|)`;
const TWO_OPERATORS = new RegExp(String.raw`(?:^|\s)(${OPERATOR}\s+${OPERATOR})(?=\s|$)`);
const LAST_OPERATOR = new RegExp(String.raw`(?:^|\s)(${OPERATOR})\s*$`);

/** A word, or a field with a value. */
const SIMPLE_TERM = /^(?!(?:AND|OR|NOT)$)[\w.$][\w.$-]*(?::[\w.$*][\w.$*-]*)?$/;

/** Returns true for words and values of fields between operators. They need no parser. */
function isSimple(condition: string): boolean {
  const [first = "", ...others] = condition.trim().split(/\s+/);
  return SIMPLE_TERM.test(first) && others.every((each) => SIMPLE_TERM.test(each) || /^(?:AND|OR)$/.test(each));
}

/**
 * Describes a part of a condition that the server accepts but ignores, as a part of a sentence. The author would not
 * expect the result. Throws a `LuceneError` for a condition that the server cannot evaluate.
 */
export function ignoredPart(condition: string): string | undefined {
  const tree = isSimple(condition) ? {} : parseLucene(condition);
  return ignoredSyntax(condition) ?? ignoredIn(tree);
}

/** Returns a reason for syntax that is lost in the syntax tree. */
function ignoredSyntax(condition: string): string | undefined {
  const unquoted = unquotedLucene(condition);
  const two = TWO_OPERATORS.exec(unquoted)?.[1];
  if (two !== undefined && two !== "AND NOT" && two !== "OR NOT") {
    return `the server ignores one of the operators in "${two}"`;
  }
  const last = LAST_OPERATOR.exec(unquoted)?.[1];
  if (last !== undefined) {
    return `it ends with the operator ${last}`;
  }
  const escaped = /\\[^"\\:]/.exec(unquoted.replaceAll("\\\\", ""))?.[0];
  return escaped === undefined ? undefined : `the server searches for the backslash of "${escaped}" too`;
}

function ignoredIn(node: LuceneNode): string | undefined {
  if (node.term !== undefined || node.term_min !== undefined) {
    return ignoredOfTerm(node);
  }
  if (node.start !== undefined && node.start !== "NOT") {
    return `it begins with the operator ${node.start}`;
  }
  return (node.left && ignoredIn(node.left)) ?? (node.right && ignoredIn(node.right));
}

function ignoredOfTerm({ field, term, quoted, prefix, similarity, proximity, boost }: LuceneNode): string | undefined {
  const text = term ?? "";
  if (typeof similarity === "number" || typeof proximity === "number") {
    return `the server ignores the fuzzy or proximity search "${text}~"`;
  }
  if (typeof boost === "number") {
    return `the server ignores the boost of "${text}^${boost}"`;
  }
  if (prefix === "+" || prefix === "!") {
    return `the server ignores the "${prefix}" before "${text}"`;
  }
  if (!quoted && /^\/.+\/$/s.test(text)) {
    return `the server reads the regular expression ${text} as text`;
  }
  return field?.startsWith("!") || field?.startsWith("+") ? `the server has no field "${field}"` : undefined;
}
