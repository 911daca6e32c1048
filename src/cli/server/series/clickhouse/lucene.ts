import { type LuceneNode, parse } from "@hyperdx/lucene";
import { QueryRefusedError, shortQuote } from "../series-errors";

export const NO_FIELD = "<implicit>";

/** Replacements of backslashes and colons in the text of a term, which the parser would read as syntax. */
const BACKSLASH = "\ue000";
const COLON = "\ue001";

/** Replaces the backslash of an escape, so that positions stay the same. */
const ESCAPE = "\ue002";

export function refusedSearch(condition: string, reason: string): QueryRefusedError {
  return new QueryRefusedError(
    `The Lucene condition ${shortQuote(condition)} cannot be translated to SQL: ${reason}. Fix: Change the condition, or write it in SQL (where_language = "sql").`,
  );
}

/**
 * Parses a search condition with the server's parser. Throws a `QueryRefusedError` for syntax that the parser refuses,
 * and for syntax that the server accepts but ignores: the result would not be the one that the author expects.
 */
export function parseSearch(condition: string): LuceneNode {
  const ignored = ignoredSyntax(condition);
  if (ignored !== undefined) {
    throw refusedSearch(condition, ignored);
  }
  const tree = parsed(condition);
  const problem = problemIn(tree);
  if (problem !== undefined) {
    throw refusedSearch(condition, problem);
  }
  return tree;
}

/** Returns the text that the author wrote for a term. */
export function termText(term: string): string {
  return term.replaceAll('\\"', '"').replaceAll(ESCAPE, "").replaceAll(BACKSLASH, "\\").replaceAll(COLON, ":");
}

function parsed(condition: string): LuceneNode {
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
      throw refusedSearch(condition, "it is nested too deeply");
    }
    const { location } = error as { readonly location?: { readonly start?: { readonly offset?: number } } };
    const offset = location?.start?.offset;
    throw refusedSearch(
      condition,
      offset === undefined || offset >= condition.length
        ? "it ends where a term, a quote or a bracket is missing"
        : `its syntax is wrong at character ${offset + 1} (${JSON.stringify(condition.slice(offset, offset + 10))})`,
    );
  }
}

const OPERATOR = String.raw`(?:AND|OR|NOT|&&|\|\|)`;
const TWO_OPERATORS = new RegExp(String.raw`(?:^|\s)(${OPERATOR}\s+${OPERATOR})(?=\s|$)`);
const LAST_OPERATOR = new RegExp(String.raw`(?:^|\s)(${OPERATOR})\s*$`);

/** Returns a reason for syntax that is lost in the syntax tree. */
function ignoredSyntax(condition: string): string | undefined {
  const unquoted = condition.replace(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g, '""');
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

function problemIn(node: LuceneNode): string | undefined {
  if (node.term !== undefined || node.term_min !== undefined) {
    return problemOfTerm(node);
  }
  if (node.start !== undefined && node.start !== "NOT") {
    return `it begins with the operator ${node.start}`;
  }
  return (node.left && problemIn(node.left)) ?? (node.right && problemIn(node.right));
}

function problemOfTerm({ field, term, quoted, prefix, similarity, proximity, boost }: LuceneNode): string | undefined {
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
