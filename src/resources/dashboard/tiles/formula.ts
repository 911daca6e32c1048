import * as z from "zod";
import { omittedDefault, optional, required } from "../../../declaration/field";
import { numberFormatField } from "./appearance";

/** A series computed from the select items of a chart (docs/internals/api-behavior.md 4.6). */
export const formula = z.object({
  expression: required(
    "Arithmetic expression over the select items, which are A, B, ... by position, such as `A / (A + B) * 100`.",
    z.string().max(1024),
  ),
  alias: optional("The name of the series. Default: the expression.", z.string(), omittedDefault("")),
  numberFormat: optional("Number format of the series.", numberFormatField, { textMap: true }),
});

/** Maximum nesting of formulas that the server accepts (docs/internals/api-behavior.md 4.6). */
const DEEPEST_NESTING = 64;

/**
 * Returns the problem of a formula over `count` select items, or undefined. A formula contains letters from A, which
 * refer to the items by position, numbers, `+ - * /`, a minus sign and parentheses
 * (docs/internals/api-behavior.md 4.6).
 */
export function formulaProblem(expression: string, count: number): string | undefined {
  try {
    new FormulaReader(expression, new Array(count).fill(null)).read();
    return undefined;
  } catch (error) {
    if (error instanceof FormulaError) {
      return error.message;
    }
    throw error;
  }
}

/**
 * Returns the value of a formula such as `A / (B + 1)`. Returns null where a required select item has no value, or the
 * result is not a number, as for 0 / 0. Throws for an invalid formula, which the validation has already refused.
 */
export function formulaValue(expression: string, values: readonly (number | null)[]): number | null {
  const result = new FormulaReader(expression, values).read();
  return Number.isFinite(result) ? result : null;
}

class FormulaError extends Error {}

/** Operators with their operations, by precedence. */
const OPERATIONS: readonly Readonly<Record<string, (one: number, other: number) => number>>[] = [
  { "+": (one, other) => one + other, "-": (one, other) => one - other },
  { "*": (one, other) => one * other, "/": (one, other) => one / other },
];

/** Parses and computes a formula. Missing values become NaN, which every operation propagates. */
class FormulaReader {
  readonly #parts: readonly string[];
  #next = 0;
  #namesItem = false;

  constructor(
    expression: string,
    private readonly values: readonly (number | null)[],
  ) {
    this.#parts = expression.match(/\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|\S/g) ?? [];
  }

  read(): number {
    if (this.#parts.length === 0) {
      throw new FormulaError("The formula is empty. Write one such as A / B.");
    }
    const result = this.#chain(0);
    const rest = this.#parts[this.#next];
    if (rest !== undefined) {
      throw new FormulaError(unexpected(rest));
    }
    if (!this.#namesItem) {
      throw new FormulaError(`The formula uses no select item. Name one by its letter: ${this.#letters()}.`);
    }
    return result;
  }

  /** Computes operands with operators of one precedence between them. Operands can contain operators of a higher one. */
  #chain(depth: number, precedence = 0): number {
    const operations = OPERATIONS[precedence];
    if (!operations) {
      return this.#operand(depth);
    }
    let result = this.#chain(depth, precedence + 1);
    for (;;) {
      const [, apply] = Object.entries(operations).find(([operator]) => this.#take(operator)) ?? [];
      if (!apply) {
        return result;
      }
      result = apply(result, this.#chain(depth, precedence + 1));
    }
  }

  #operand(depth: number): number {
    if (depth > DEEPEST_NESTING) {
      throw new FormulaError(
        `The formula is nested more than ${DEEPEST_NESTING} levels deep. Split it, or leave out parentheses.`,
      );
    }
    if (this.#take("-")) {
      return -this.#operand(depth + 1);
    }
    if (this.#take("(")) {
      const result = this.#chain(depth + 1);
      if (!this.#take(")")) {
        throw new FormulaError('A parenthesis is not closed. Add a ")".');
      }
      return result;
    }
    return this.#numberOrItem();
  }

  #numberOrItem(): number {
    const part = this.#parts[this.#next];
    if (part === undefined) {
      throw new FormulaError("The formula ends where a letter or a number should follow.");
    }
    this.#next += 1;
    if (/^\.?\d/.test(part)) {
      return Number(part);
    }
    if (!/^[A-Za-z]+$/.test(part)) {
      throw new FormulaError(unexpected(part));
    }
    return this.#item(part);
  }

  #item(name: string): number {
    const position = /^[A-Z]$/.test(name) ? name.charCodeAt(0) - "A".charCodeAt(0) : Number.POSITIVE_INFINITY;
    if (position >= this.values.length) {
      throw new FormulaError(
        `The select item "${name}" does not exist. Letters refer to the select items by position: ${this.#letters()}.`,
      );
    }
    this.#namesItem = true;
    return this.values[position] ?? Number.NaN;
  }

  #letters(): string {
    return Array.from({ length: this.values.length }, (_, index) =>
      String.fromCharCode("A".charCodeAt(0) + index),
    ).join(", ");
  }

  #take(part: string): boolean {
    if (this.#parts[this.#next] !== part) {
      return false;
    }
    this.#next += 1;
    return true;
  }
}

function unexpected(part: string): string {
  return `${JSON.stringify(part)} is not valid at this place of the formula. Use letters for the select items, numbers, + - * / and parentheses.`;
}
