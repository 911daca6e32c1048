import type { NameOf } from "./describe-refusal";
import { type DeclaredFields, DependentDefault } from "./field";
import { ignoredPart, LuceneError, unquotedLucene } from "./lucene";
import type { DeclaredField, ObjectShape } from "./shape";
import { findOpenPart, tokensOf } from "./sql-tokens";

/** A problem of the syntax of a text, as sentences. */
interface SyntaxProblem {
  readonly message: string;
  /** `odd`: the server evaluates the text, and the result is probably not the one that the author expects. */
  readonly syntax: "broken" | "odd";
}

/**
 * Comparisons and words of SQL that Lucene lacks. `user=bob` does not match, because a search can contain this word.
 */
const SQL =
  /[\w.)\]']\s*(?:=|!=|<>|[<>]=?)\s*'|\s(?:=|!=|<>|[<>]=?)\s|\bI?LIKE\s+'|\b(?:IN|in)\s*\(\s*['\d]|\bIS (?:NOT )?NULL\b|\bBETWEEN\s+\S+\s+AND\b|^\s*SELECT\s|\w\['/;

/** A field with a value, in the syntax of Lucene. Casts (`::`) and types of JSON (`.:Int64`) are SQL. */
const LUCENE = /\w:(?=[\w*(<>"$-])/;

/** SQL that the lexer does not support: here documents, typographic quotes and the operator `a ? b : c`. */
const OTHER_SQL = /\$\w*\$|[\u2018\u2019\u201c\u201d]/u;

/**
 * Returns the problem of a text that the server evaluates as SQL or as a search condition. The problem is only a
 * warning, because servers store every text.
 * @param languageName name of the field with the language; undefined for a text that is always SQL
 */
export function syntaxProblem(
  text: string,
  language: unknown,
  languageName: string | undefined,
): SyntaxProblem | undefined {
  if (language === "lucene") {
    return luceneProblem(text, languageName ?? "");
  }
  return language === "sql" ? sqlProblem(text, languageName) : undefined;
}

function luceneProblem(condition: string, languageName: string): SyntaxProblem | undefined {
  const looksLikeSql = SQL.test(unquotedLucene(condition));
  const fix = looksLikeSql ? `It looks like SQL. Set ${languageName} to "sql".` : "Change the condition.";
  try {
    const ignored = ignoredPart(condition);
    if (looksLikeSql) {
      return { message: `In Lucene, the server searches for the words of the condition. ${fix}`, syntax: "odd" };
    }
    return ignored === undefined ? undefined : { message: `In Lucene, ${ignored}. ${fix}`, syntax: "odd" };
  } catch (error) {
    if (error instanceof LuceneError) {
      return { message: `The server cannot evaluate the Lucene condition: ${error.message}. ${fix}`, syntax: "broken" };
    }
    throw error;
  }
}

function sqlProblem(sql: string, languageName: string | undefined): SyntaxProblem | undefined {
  const open = OTHER_SQL.test(sql) ? undefined : findOpenPart(sql);
  if (open) {
    const message = `The database cannot read the SQL: at column ${open.column}, ${open.problem}. Change the text.`;
    return { message, syntax: "broken" };
  }
  if (languageName === undefined || !LUCENE.test(codeOf(sql)) || sql.includes("?")) {
    return undefined;
  }
  const message = `The condition looks like Lucene, which the database cannot read. Set ${languageName} to "lucene".`;
  return { message, syntax: "odd" };
}

/** Returns SQL without texts, comments and parameters such as `{start:Int64}`. */
function codeOf(sql: string): string {
  const code = tokensOf(sql).map((token) => (/^(?:\w?'|--|#.|\/\*)/.test(token) ? "''" : token));
  return code.join("").replace(/\{[^{}]*\}/g, "");
}

/** Returns the problem of a field whose text the server evaluates. Texts and languages that are not known have none. */
export function syntaxProblemOf(
  { name, meta: { language } }: DeclaredField,
  { fields }: ObjectShape,
  siblings: DeclaredFields,
  { isUnknown, nameOf }: { readonly isUnknown: (value: unknown) => boolean; readonly nameOf: NameOf },
): SyntaxProblem | undefined {
  const text = siblings[name];
  if (language === undefined || typeof text !== "string" || isUnknown(text)) {
    return undefined;
  }
  const field = typeof language === "object" ? fields[language.namedBy] : undefined;
  const byDefault = field?.meta.serverDefault;
  const unset = byDefault instanceof DependentDefault ? byDefault.value(siblings) : byDefault;
  const value = field ? (siblings[field.name] ?? unset) : language;
  return isUnknown(value) ? undefined : syntaxProblem(text, value, field && nameOf(field));
}
