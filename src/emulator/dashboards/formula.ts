import { type RefinementCtx, z } from "zod/v3";
import { addProblem } from "../refusal";
import { numberFormat } from "./chart-fields";

const maxNesting = 64;

class Malformed extends Error {}

/**
 * Why an arithmetic expression over `series` select items is refused, or undefined. It is parsed to its end before
 * its names are looked up. Letters name select items by position; only `+ - * /`, parentheses, unary minus and numbers
 * are known; at least one item must be named (docs/internals/api-behavior.md 4.6).
 */
function formulaProblem(expression: string, series: number): string | undefined {
  try {
    const parser = new FormulaParser(tokens(expression));
    parser.parse();
    return namesProblem(parser.names, series);
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}

function namesProblem(names: readonly string[], series: number): string | undefined {
  if (names.length === 0) return "Formula must reference at least one series";
  const letters = Array.from({ length: series }, (_, index) => String.fromCharCode(65 + index));
  const unknown = names.find((name) => !letters.includes(name));
  if (unknown === undefined) return undefined;
  if (series === 0) return `Unknown series "${unknown}" — this chart has no series`;
  return `Unknown series "${unknown}" (available series: ${letters.join(", ")})`;
}

function tokens(expression: string): string[] {
  const found = expression.match(/\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|\S/g);
  if (!found) throw new Malformed("Formula is empty");
  return found;
}

class FormulaParser {
  readonly names: string[] = [];
  private position = 0;

  constructor(private readonly tokens: readonly string[]) {}

  parse(): void {
    this.sum(0);
    const rest = this.tokens[this.position];
    if (rest !== undefined) throw new Malformed(`Unexpected "${rest}" in formula`);
  }

  private sum(depth: number): void {
    this.product(depth);
    while (this.take("+") || this.take("-")) this.product(depth);
  }

  private product(depth: number): void {
    this.operand(depth);
    while (this.take("*") || this.take("/")) this.operand(depth);
  }

  private operand(depth: number): void {
    if (depth > maxNesting) throw new Malformed("Formula is nested too deeply");
    if (this.take("-")) {
      this.operand(depth + 1);
      return;
    }
    if (this.take("(")) {
      this.sum(depth + 1);
      if (!this.take(")")) throw new Malformed('Expected ")" in formula');
      return;
    }
    const token = this.tokens[this.position];
    if (token === undefined) throw new Malformed("Unexpected end of expression");
    this.position += 1;
    if (/^[\d.]/.test(token) && token !== ".") return;
    if (!/^[A-Za-z]+$/.test(token)) throw new Malformed(`Unexpected "${token}" in formula`);
    this.names.push(token);
  }

  private take(token: string): boolean {
    if (this.tokens[this.position] !== token) return false;
    this.position += 1;
    return true;
  }
}

const formula = z.object({
  expression: z.string().max(1024),
  alias: z.string().optional(),
  numberFormat: numberFormat.optional(),
});

export const formulas = z.array(formula).max(10).optional();

/** A chart, as far as its fields have to fit each other. */
export interface Chart {
  displayType: string;
  select?: unknown;
  formulas?: { expression: string }[];
  asRatio?: boolean;
}

/** The rules of formulas that concern the whole config (docs/internals/api-behavior.md 4.6). */
export function checkFormulas(config: Chart, ctx: RefinementCtx): void {
  const list = config.formulas ?? [];
  if (list.length === 0) return;
  if (config.asRatio) addProblem(ctx, "formulas cannot be combined with asRatio", "formulas");
  if (config.displayType === "number" && list.length > 1) {
    addProblem(ctx, "Number tiles support a single formula", "formulas");
  }
  const series = Array.isArray(config.select) ? config.select.length : 0;
  list.forEach(({ expression }, index) => {
    const message = formulaProblem(expression, series);
    if (message) addProblem(ctx, message, "formulas", index, "expression");
  });
}
