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

/** One token of SQL. The last alternatives are a comment or a quote that is not closed, and any other character. */
const TOKEN =
  /\s+|(?:--|#[ !])[^\n]*|\/\*[\s\S]*?\*\/|[xXbB]'[^']*'|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|\w+|(?:\/\*|['"`])[\s\S]*|[\s\S]/gu;

/** Returns the tokens of SQL, with spaces, comments, texts and quoted names as one token each. */
export function tokensOf(sql: string): readonly string[] {
  return sql.match(TOKEN) ?? [];
}

const CLOSING: ReadonlyMap<string, string> = new Map(Object.entries({ "(": ")", "[": "]", "{": "}" }));

/** Characters that are valid only in quotes: ClickHouse begins comments, here documents and strings with some. */
const ONLY_QUOTED = /^(?:[;$\\\0\u2018\u2019\u201c\u201d]$|#)/u;

/**
 * Returns the reason why a text is not one SQL expression, or undefined. Only the lexical structure is read: quotes,
 * comments and brackets must end inside the text, so that it cannot end the expression around it, and no subquery has
 * settings.
 */
export function expressionProblem(sql: string): string | undefined {
  const open: string[] = [];
  // A comment or a quote that is not closed contains the added line end.
  const tokens = tokensOf(`${sql}\n`);
  const last = tokens.at(-1);
  for (const token of tokens) {
    if (token === last && token.trim() !== "") {
      return `${nameOf(token)} is not closed`;
    }
    if (ONLY_QUOTED.test(token)) {
      return `it contains ${nameOf(token)} outside of quotes`;
    }
    const closing = CLOSING.get(token);
    if (closing !== undefined) {
      open.push(closing);
    } else if (/^[)\]}]$/.test(token) && open.pop() !== token) {
      return `"${token}" closes no bracket`;
    }
  }
  if (open.length > 0) {
    return `a bracket is not closed: "${open.at(-1)}" is missing`;
  }
  return hasSettings(tokens) ? "it contains SETTINGS, which would replace the limits of the query" : undefined;
}

/** Words between a column with the name `settings` and the rest of its expression. */
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

function nameOf(token: string): string {
  if (token === "\0") {
    return "a zero byte";
  }
  const first = token.charAt(0);
  return first === "/" ? "a comment" : /['"`]/.test(first) ? `a quote (${first})` : `"${first}"`;
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
