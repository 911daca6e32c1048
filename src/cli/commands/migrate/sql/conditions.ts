import { splitColumns } from "../../../../split-columns";
import { clausesOf, depthOf, isBlank } from "./clauses";

/** A comparison of an expression with the value that follows it. */
export interface Comparison {
  readonly operand: string;
  /** `IN`, `LIKE` or `ILIKE`. */
  readonly operator: string;
  readonly isNegated: boolean;
  /** True if the value is in brackets. */
  readonly isList: boolean;
}

/** Matches code before a condition, and captures the operator at its end. */
const BEFORE_CONDITION = /(?:^|[(,]|\b(?:AND|OR|NOT|WHERE|PREWHERE|HAVING|ON|WHEN|THEN|ELSE))$/i;
const OPERATOR = /(?:\b(NOT\s+)?(IN|I?LIKE)\s*(\(?)|(?<![!<>=])(==?|!=|<>))\s*$/i;
const MAX_OPERATOR = 40;
const MAX_COMPARISON = 300;

/** Matches text that ends the expression before it, such as `)`, `;` or a keyword. */
const AFTER_VALUE = /^(?:\s*(?:$|[),;=]|--|\/\*)|\s+\w)/;

/**
 * SQL that is already converted. When a variable follows a comparison, such as `ServiceName IN (`, `takeComparison`
 * removes the comparison. The caller then writes a macro, such as `$__filter(ServiceName, $service)`.
 */
export class Output {
  readonly #finished: string[] = [];
  #text = "";
  /** The text with `@` for each character in quotes, and spaces for comments. Only patterns read it. */
  #code = "";

  get sql(): string {
    return this.#finished.join("") + this.#text;
  }

  add(text: string): void {
    const code = /^['"`]/.test(text) ? "@".repeat(text.length) : isBlank(text) ? " ".repeat(text.length) : text;
    // Patterns match only the end of the text. Keeping `#text` short makes each cut fast.
    const cut = Math.max(0, this.#text.length - MAX_COMPARISON);
    this.#finished.push(this.#text.slice(0, cut));
    [this.#text, this.#code] = [this.#text.slice(cut) + text, this.#code.slice(cut) + code];
  }

  endsWith(pattern: RegExp): boolean {
    return pattern.test(this.#code.slice(-MAX_COMPARISON).trimEnd());
  }

  /** Removes and returns the comparison at the end of the SQL, if there is one. `next` is the text after the value. */
  takeComparison(next: string): Comparison | undefined {
    const [all, not, word = "in", bracket, sign = "="] = OPERATOR.exec(this.#code.slice(-MAX_OPERATOR)) ?? [];
    const isList = bracket === "(";
    const code = this.#code.slice(0, this.#code.length - (all?.length ?? 0)).trimEnd();
    const start = operandStart(code);
    const isCondition =
      start < code.length && BEFORE_CONDITION.test(code.slice(0, start).trimEnd().slice(-MAX_OPERATOR));
    if (all === undefined || !isCondition || !(isList ? /^\s*\)/ : AFTER_VALUE).test(next)) {
      return undefined;
    }
    const operand = this.#text.slice(start, code.length);
    [this.#text, this.#code] = [this.#text.slice(0, start), this.#code.slice(0, start)];
    return { operand, operator: word.toUpperCase(), isNegated: not !== undefined || /^(?:!=|<>)$/.test(sign), isList };
  }
}

/** Returns the start of the column, the call or the brackets at the end of code. */
function operandStart(code: string): number {
  let [start, depth] = [code.length, 0];
  while (start > 0) {
    const character = code.charAt(start - 1);
    depth -= depthOf(character);
    if (depth < 0 || (depth === 0 && !/[\w.@([]/.test(character))) {
      break;
    }
    start -= 1;
  }
  return depth > 0 ? code.length : start;
}

/** Replaces the selected conditions of the outermost query by a condition that is always true. */
export function withoutConditions(sql: string, isLeftOut: (condition: string) => boolean): string {
  const kept = (condition: string) => (isLeftOut(condition) ? "1=1 " : condition);
  const clauses = clausesOf(sql).map(({ keyword, text }) => {
    const condition = text.slice(keyword.length);
    const isOpen = /\bBETWEEN\b/i.test(text) || splitColumns(condition, "OR").length > 1;
    if (isOpen || !/^(?:PREWHERE|WHERE|HAVING)$/.test(keyword)) {
      return text;
    }
    // A condition of this macro contains the AND before it.
    const parts = splitColumns(condition, "AND").map((each) => each.split(/(?=\$conditionalTest\b)/));
    return `${keyword} ${parts.map(([first = "", ...macros]) => [kept(first), ...macros].join("")).join(" AND ")}\n`;
  });
  return clauses.join("");
}
