import { findOpenPart, nameOfToken, tokensOf } from "../../../../declaration/sql-tokens";
import { splitColumns } from "../../../../split-columns";

/** A value of a query parameter, in the form of ClickHouse's HTTP interface. */
type ParameterValue = string | number;

/** Values of one query. They are sent next to the SQL, so none of them can change it. */
export class QueryParameters {
  readonly #values: Record<string, ParameterValue>;
  #count = 0;

  /** @param named values of parameters that the SQL names itself; none is `p` with a number */
  constructor(named: Readonly<Record<string, ParameterValue>> = {}) {
    this.#values = { ...named };
  }

  add(type: "String" | "Int64" | "Float64" | "Identifier", value: ParameterValue): string {
    const name = `p${this.#count}`;
    this.#count += 1;
    this.#values[name] = value;
    return `{${name}:${type}}`;
  }

  get values(): Readonly<Record<string, ParameterValue>> {
    return this.#values;
  }
}

export function quotedIdentifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}

/** Characters that are valid only in quotes: ClickHouse begins comments, here documents and strings with some. */
const ONLY_QUOTED = /^(?:[;$\\\0\u2018\u2019\u201c\u201d]$|#)/u;

/**
 * Returns the reason why a text is not one SQL expression, or undefined. Reads only the lexical structure. Quotes,
 * comments and brackets must end inside the text, so that it cannot end the expression around it. No subquery may have
 * settings.
 */
export function expressionProblem(sql: string): string | undefined {
  const unquoted = tokensOf(sql).find((token) => ONLY_QUOTED.test(token));
  if (unquoted !== undefined) {
    return `it contains ${nameOfToken(unquoted)} outside of quotes`;
  }
  const open = findOpenPart(sql);
  if (open) {
    return open.problem;
  }
  return hasSettings(tokensOf(sql)) ? "it contains SETTINGS, which would replace the limits of the query" : undefined;
}

/**
 * Words that can follow a column with the name `settings`. In a clause SETTINGS, the name of a setting follows instead.
 */
const OPERATOR =
  /^(?:and|or|xor|not|in|is|like|ilike|between|global|div|mod|regexp|as|asc|desc|nulls|then|else|when|end|from|where|group|order|having|limit|union|except|intersect|on|using)$/i;

/** Returns true if a subquery has a clause `SETTINGS`: the word, followed by a name. */
function hasSettings(tokens: readonly string[]): boolean {
  const code = tokens.filter((token) => !/^(?:\s|--|\/\*)/.test(token));
  return code.some((token, index) => {
    const next = code[index + 1] ?? "";
    return /^settings$/i.test(token) && /^[\w`"]/.test(next) && !OPERATOR.test(next);
  });
}

export function enclosed(expression: string): string {
  return `(${expression})`;
}

/** Returns an expression that can be followed by more SQL, even if it ends with a comment. */
export function followable(expression: string): string {
  return expression.includes("--") ? `${expression}\n` : expression;
}

const ALIAS = /(?<=\S)\s+as\s+["`]?([A-Za-z_]\w*)["`]?$/i;

/** Returns the aliases in a list of columns that a text uses, with their SQL. */
export function usedAliases(columns: string, text: string): readonly (readonly [name: string, sql: string])[] {
  const words = new Set(text.match(/\w+/g));
  return splitColumns(columns).flatMap((column) => {
    const [, name = ""] = ALIAS.exec(column) ?? [];
    const sql = column.replace(ALIAS, "");
    return words.has(name) && sql !== name ? [[name, sql] as const] : [];
  });
}
