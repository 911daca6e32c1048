import { type RefinementCtx, z } from "zod/v3";
import { addProblem, Refusal } from "../refusal";
import { numberFormatBody } from "./chart-fields";

const maxNesting = 64;

class Malformed extends Error {}

/**
 * Returns why an arithmetic expression over `series` select items is rejected; undefined if it is valid. Letters name
 * select items by position, and at least one letter is required. The whole expression is parsed before its letters are
 * looked up. The operators are `+ - * /`, parentheses and unary minus (docs/internals/api-behavior.md 4.6).
 */
function findFormulaProblem(expression: string, series: number): string | undefined {
  if (expression.trim() === "") {
    return "Expression is empty";
  }
  try {
    const parser = new FormulaParser(expression);
    parser.parse();
    return findLetterProblem(parser.letters, series);
  } catch (error) {
    if (error instanceof Malformed) {
      return error.message;
    }
    throw error;
  }
}

/** Returns the value of a valid formula; null if a select item has no value, or the result is not a number. */
export function formulaResult(expression: string, values: readonly (number | undefined)[]): number | null {
  const result = new FormulaParser(expression).parse()(values);
  return Number.isFinite(result) ? result : null;
}

const positionOf = (letter: string): number => letter.charCodeAt(0) - 65;

function findLetterProblem(letters: ReadonlySet<string>, series: number): string | undefined {
  if (letters.size === 0) {
    return "Expression must reference at least one series (A, B, C, ...)";
  }
  const last = String.fromCharCode(64 + series);
  const known = series > 0 ? `this chart only has series A through ${last}` : "this chart has no series";
  const unknown = [...letters].filter((letter) => positionOf(letter) >= series);
  return unknown.map((letter) => `Unknown series "${letter}" — ${known}`).join("; ") || undefined;
}

/** A part of an expression. `name` is its description in messages. */
interface Token {
  type: "number" | "series reference" | "operator" | "parenthesis";
  text: string;
  name: string;
}

/** Splits an expression into tokens, up to the first invalid character or word. */
function tokens(expression: string): Token[] {
  const parts = expression.match(/\d+(?:\.\d*)?|\.\d+|[A-Za-z]+|\S/g) ?? [];
  return parts.map((text) => {
    const type = typeOf(text);
    const name = type === "parenthesis" ? `${text === "(" ? "opening" : "closing"} ${type}` : `${type} "${text}"`;
    return { type, text, name };
  });
}

function typeOf(text: string): Token["type"] {
  if (/^[()]$/.test(text)) {
    return "parenthesis";
  }
  if (/^[-+*/]$/.test(text)) {
    return "operator";
  }
  if (/^[A-Z]$/.test(text)) {
    return "series reference";
  }
  if (/^[A-Z]/.test(text)) {
    const known = "series references are single letters (A, B, C, ...) and functions are not supported";
    throw new Malformed(`Unexpected "${text}" — ${known}`);
  }
  if (/^[a-z]/.test(text)) {
    throw new Malformed(`Unexpected "${text}" — series references are uppercase letters (A, B, C, ...)`);
  }
  if (!/^\.?\d/.test(text)) {
    throw new Malformed(`Unexpected character "${text}"`);
  }
  if (!Number.isFinite(Number(text))) {
    throw new Malformed(`Invalid number "${text}"`);
  }
  return "number";
}

/** Computes a formula from the values of the select items. */
type Computation = (values: readonly (number | undefined)[]) => number;

const OPERATIONS: readonly Readonly<Record<string, (one: number, other: number) => number>>[] = [
  { "+": (one, other) => one + other, "-": (one, other) => one - other },
  { "*": (one, other) => one * other, "/": (one, other) => one / other },
];

class FormulaParser {
  readonly letters = new Set<string>();
  readonly #tokens: Token[];

  constructor(expression: string) {
    this.#tokens = tokens(expression);
  }

  parse(): Computation {
    const compute = this.#chain(0);
    const [rest] = this.#tokens;
    if (rest) {
      throw new Malformed(rest.text === ")" ? "Unmatched closing parenthesis" : `Unexpected ${rest.name}`);
    }
    return compute;
  }

  /** Reads operands with operators of one precedence between them. Operands can contain operators of a higher one. */
  #chain(depth: number, precedence = 0): Computation {
    const operations = OPERATIONS[precedence];
    if (!operations) {
      return this.#operand(depth);
    }
    let left = this.#chain(depth, precedence + 1);
    for (;;) {
      const operator = Object.keys(operations).find((each) => this.#take(each));
      const apply = operator && operations[operator];
      if (!apply) {
        return left;
      }
      const [one, other] = [left, this.#chain(depth, precedence + 1)];
      left = (values) => apply(one(values), other(values));
    }
  }

  #operand(depth: number): Computation {
    if (depth > maxNesting) {
      throw new Malformed("Formula is nested too deeply");
    }
    if (this.#take("-")) {
      const negated = this.#operand(depth + 1);
      return (values) => -negated(values);
    }
    if (this.#take("(")) {
      const inner = this.#chain(depth + 1);
      if (!this.#take(")")) {
        throw new Malformed("Missing closing parenthesis");
      }
      return inner;
    }
    const token = this.#tokens.shift();
    if (token?.type === "number") {
      return () => Number(token.text);
    }
    if (token?.type !== "series reference") {
      throw new Malformed(token ? `Unexpected ${token.name}` : "Unexpected end of expression");
    }
    this.letters.add(token.text);
    return (values) => values[positionOf(token.text)] ?? Number.NaN;
  }

  #take(text: string): boolean {
    const isNext = this.#tokens[0]?.text === text;
    if (isNext) {
      this.#tokens.shift();
    }
    return isNext;
  }
}

const formula = z.object({
  expression: z.string().max(1024),
  alias: z.string().optional(),
  numberFormat: numberFormatBody.optional(),
});

export const formulasBody = z.array(formula).max(10).optional();

/** A chart before unknown fields are dropped. A field that its kind does not have may contain any value. */
export interface SentChart {
  displayType?: unknown;
  configType?: unknown;
  select?: unknown;
  formulas?: unknown;
  asRatio?: unknown;
}

/** Returns the number of select items. Returns 0 for a text. */
export const countSelectItems = ({ select }: SentChart): number => (Array.isArray(select) ? select.length : 0);

/**
 * Checks the formulas of a chart, and the rules between its formulas and its other fields
 * (docs/internals/api-behavior.md 4.6).
 */
export function checkFormulas(config: SentChart, ctx: RefinementCtx): void {
  const expressions = expressionsOf(config.formulas);
  if (expressions.length === 0) {
    return;
  }
  expressions.forEach((expression, index) => {
    const message = findFormulaProblem(expression, countSelectItems(config));
    if (message) {
      addProblem(ctx, message, "formulas", index, "expression");
    }
  });
  if (config.asRatio) {
    const hint = 'express the ratio as a formula instead (e.g. "A / B")';
    addProblem(ctx, `formulas cannot be combined with asRatio; ${hint}`, "formulas");
  }
  if (config.displayType === "number" && expressions.length > 1) {
    addProblem(ctx, "Number charts support a single formula", "formulas");
  }
}

/** The server fails on other values of `formulas`, which only a kind without formulas accepts. */
function expressionsOf(formulas: unknown): string[] {
  if (!formulas) {
    return [];
  }
  if (!Array.isArray(formulas)) {
    throw unexpected();
  }
  return formulas.map((formula) => {
    const expression = formula === null || formula === undefined ? undefined : (formula.expression ?? "");
    if (typeof expression !== "string") {
      throw unexpected();
    }
    return expression;
  });
}

const unexpected = (): Refusal => new Refusal(500, "Something went wrong :(");
