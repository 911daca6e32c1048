import * as z from "zod";
import { optional, required } from "../../../declaration/field";
import { numberFormat } from "./appearance";

/** A series computed from the select items of a chart (docs/internals/api-behavior.md 4.6). */
export const formula = z.object({
  expression: required(
    "Arithmetic over the select items, named A, B, ... by position, such as `A / (A + B) * 100`.",
    z.string().max(1024),
  ),
  alias: optional("The name of the series. Default: the expression.", z.string()),
  numberFormat: optional("How the series is written.", numberFormat),
});

export type Formula = z.input<typeof formula>;

/** Deeper formulas are refused by the server (docs/internals/api-behavior.md 4.6). */
const DEEPEST_NESTING = 64;

/**
 * What is wrong with a formula over `count` select items, or undefined. Letters name the items by position, from A;
 * beside them there are numbers, `+ - * /`, a minus sign and parentheses (docs/internals/api-behavior.md 4.6).
 */
export function formulaProblem(expression: string, count: number): string | undefined {
  const reader = new FormulaReader(expression, count);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof FormulaError) return error.message;
    throw error;
  }
  return undefined;
}

class FormulaError extends Error {}

class FormulaReader {
  readonly #parts: readonly string[];
  #next = 0;
  #namesItem = false;

  constructor(
    expression: string,
    private readonly count: number,
  ) {
    this.#parts = expression.match(/\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|\S/g) ?? [];
  }

  read(): void {
    if (this.#parts.length === 0) throw new FormulaError("The formula is empty. Write one such as A / B.");
    this.#sum(0);
    const rest = this.#parts[this.#next];
    if (rest !== undefined) throw new FormulaError(unexpected(rest));
    if (!this.#namesItem)
      throw new FormulaError(`The formula uses no select item. Name one by its letter: ${this.#letters()}.`);
  }

  #sum(depth: number): void {
    this.#product(depth);
    while (this.#take("+") || this.#take("-")) this.#product(depth);
  }

  #product(depth: number): void {
    this.#operand(depth);
    while (this.#take("*") || this.#take("/")) this.#operand(depth);
  }

  #operand(depth: number): void {
    if (depth > DEEPEST_NESTING) {
      throw new FormulaError(
        `The formula is nested more than ${DEEPEST_NESTING} levels deep. Split it, or leave out parentheses.`,
      );
    }
    if (this.#take("-")) {
      this.#operand(depth + 1);
      return;
    }
    if (this.#take("(")) {
      this.#sum(depth + 1);
      if (!this.#take(")")) throw new FormulaError('A parenthesis is not closed. Add a ")".');
      return;
    }
    this.#numberOrItem();
  }

  #numberOrItem(): void {
    const part = this.#parts[this.#next];
    if (part === undefined) throw new FormulaError("The formula ends where a letter or a number should follow.");
    this.#next += 1;
    if (/^\.?\d/.test(part)) return;
    if (!/^[A-Za-z]+$/.test(part)) throw new FormulaError(unexpected(part));
    this.#item(part);
  }

  #item(name: string): void {
    const position = /^[A-Z]$/.test(name) ? name.charCodeAt(0) - "A".charCodeAt(0) : Number.POSITIVE_INFINITY;
    if (position >= this.count) {
      throw new FormulaError(
        `There is no select item "${name}". Letters stand for the select items by position: ${this.#letters()}.`,
      );
    }
    this.#namesItem = true;
  }

  #letters(): string {
    return Array.from({ length: this.count }, (_, index) => String.fromCharCode("A".charCodeAt(0) + index)).join(", ");
  }

  #take(part: string): boolean {
    if (this.#parts[this.#next] !== part) return false;
    this.#next += 1;
    return true;
  }
}

function unexpected(part: string): string {
  return `The formula cannot have ${JSON.stringify(part)} there. It is made of letters for the select items, numbers, + - * / and parentheses.`;
}
