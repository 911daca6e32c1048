import { type RefinementCtx, z } from "zod/v3";
import { addProblem, Refusal } from "../refusal";
import { numberFormatBody } from "./chart-fields";

const maxNesting = 64;

class Malformed extends Error {}

/**
 * Returns the reason for which an arithmetic expression over `series` select items is rejected, or undefined. The whole
 * expression is parsed before its letters are looked up. Letters name select items by position, and at least one is
 * required. The operators are `+ - * /`, parentheses and unary minus (docs/internals/api-behavior.md 4.6).
 */
function findFormulaProblem(expression: string, series: number): string | undefined {
  if (expression.trim() === "") {
    return "Expression is empty";
  }
  try {
    const parser = new FormulaParser(tokens(expression));
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
  const result = new FormulaParser(tokens(expression)).parse()(values);
  return Number.isFinite(result) ? result : null;
}

const letterOf = (index: number): string | undefined => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index];

function findLetterProblem(letters: ReadonlySet<string>, series: number): string | undefined {
  if (letters.size === 0) {
    return "Expression must reference at least one series (A, B, C, ...)";
  }
  const known =
    series > 0 ? `this chart only has series A through ${letterOf(series - 1)}` : "this chart has no series";
  const unknown = [...letters].filter((letter) => letter.charCodeAt(0) - 65 >= series);
  return unknown.map((letter) => `Unknown series "${letter}" — ${known}`).join("; ") || undefined;
}

interface Token {
  type: "number" | "series reference" | "operator" | "(" | ")";
  text: string;
}

/** Splits an expression into tokens, up to the first invalid character or word. */
function tokens(expression: string): Token[] {
  const parts = expression.match(/\d+(?:\.\d*)?|\.\d+|[A-Za-z]+|\S/g) ?? [];
  return parts.map((text) => ({ type: typeOf(text), text }));
}

function typeOf(text: string): Token["type"] {
  if (text === "(" || text === ")") {
    return text;
  }
  if (/^[-+*/]$/.test(text)) {
    return "operator";
  }
  if (/^\.?\d/.test(text)) {
    if (Number.isFinite(Number(text))) {
      return "number";
    }
    throw new Malformed(`Invalid number "${text}"`);
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
  throw new Malformed(`Unexpected character "${text}"`);
}

function describe({ type, text }: Token): string {
  if (type === "(") {
    return "opening parenthesis";
  }
  return type === ")" ? "closing parenthesis" : `${type} "${text}"`;
}

/** Computes a formula from the values of the select items. */
type Computation = (values: readonly (number | undefined)[]) => number;

type Operator = "+" | "-" | "*" | "/";

const OPERATIONS: Readonly<Record<Operator, (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
};

class FormulaParser {
  readonly letters = new Set<string>();
  private position = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  /** Returns the function that computes the value. */
  parse(): Computation {
    const compute = this.sum(0);
    const rest = this.tokens[this.position];
    if (rest?.type === ")") {
      throw new Malformed("Unmatched closing parenthesis");
    }
    if (rest) {
      throw new Malformed(`Unexpected ${describe(rest)}`);
    }
    return compute;
  }

  private sum(depth: number): Computation {
    return this.chain(["+", "-"], () => this.product(depth));
  }

  private product(depth: number): Computation {
    return this.chain(["*", "/"], () => this.operand(depth));
  }

  /** Reads operands with operators of one precedence between them. */
  private chain(operators: readonly Operator[], operand: () => Computation): Computation {
    let left = operand();
    for (;;) {
      const operator = operators.find((each) => this.take(each));
      if (operator === undefined) {
        return left;
      }
      const [one, other, apply] = [left, operand(), OPERATIONS[operator]];
      left = (values) => apply(one(values), other(values));
    }
  }

  private operand(depth: number): Computation {
    if (depth > maxNesting) {
      throw new Malformed("Formula is nested too deeply");
    }
    if (this.take("-")) {
      const negated = this.operand(depth + 1);
      return (values) => -negated(values);
    }
    if (this.take("(")) {
      const inner = this.sum(depth + 1);
      if (!this.take(")")) {
        throw new Malformed("Missing closing parenthesis");
      }
      return inner;
    }
    const token = this.tokens[this.position];
    if (token === undefined) {
      throw new Malformed("Unexpected end of expression");
    }
    if (token.type !== "number" && token.type !== "series reference") {
      throw new Malformed(`Unexpected ${describe(token)}`);
    }
    this.position += 1;
    const { type, text } = token;
    if (type === "number") {
      return () => Number(text);
    }
    this.letters.add(text);
    return (values) => values[text.charCodeAt(0) - 65] ?? Number.NaN;
  }

  private take(text: string): boolean {
    if (this.tokens[this.position]?.text !== text) {
      return false;
    }
    this.position += 1;
    return true;
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

/** Returns the number of select items. A text counts as none. */
export const seriesOf = ({ select }: SentChart): number => (Array.isArray(select) ? select.length : 0);

/** Checks the rules about formulas and the whole config (docs/internals/api-behavior.md 4.6). */
export function checkFormulas(config: SentChart, ctx: RefinementCtx): void {
  const expressions = expressionsOf(config.formulas);
  if (expressions.length === 0) {
    return;
  }
  expressions.forEach((expression, index) => {
    const message = findFormulaProblem(expression, seriesOf(config));
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
    if (formula === null || formula === undefined) {
      throw unexpected();
    }
    const expression = formula.expression ?? "";
    if (typeof expression !== "string") {
      throw unexpected();
    }
    return expression;
  });
}

const unexpected = (): Refusal => new Refusal(500, "Something went wrong :(");
