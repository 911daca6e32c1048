const maxNesting = 64;

class Malformed extends Error {}

/**
 * Why an arithmetic expression over `series` select items is refused, or undefined.
 * Letters name select items by position; only `+ - * /`, parentheses, unary minus and numbers
 * are known; at least one item must be named (docs/internals/api-behavior.md 4.6).
 */
export function formulaProblem(expression: string, series: number): string | undefined {
  try {
    const parser = new FormulaParser(tokens(expression), series);
    parser.parse();
    return parser.named ? undefined : "Formula must reference at least one series";
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
}

function tokens(expression: string): string[] {
  const found = expression.match(/\d+(?:\.\d+)?|\.\d+|[A-Za-z]+|\S/g);
  if (!found) throw new Malformed("Formula is empty");
  return found;
}

class FormulaParser {
  named = false;
  private position = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly series: number,
  ) {}

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
    if (token === undefined) throw new Malformed("Unexpected end of formula");
    this.position += 1;
    if (/^[\d.]/.test(token) && token !== ".") return;
    if (!/^[A-Za-z]+$/.test(token)) throw new Malformed(`Unexpected "${token}" in formula`);
    this.reference(token);
  }

  private reference(token: string): void {
    this.named = true;
    const index = /^[A-Z]$/.test(token) ? token.charCodeAt(0) - 65 : Number.POSITIVE_INFINITY;
    if (index < this.series) return;
    const known = this.series > 0 ? `available series: ${this.letters()}` : "no series to reference";
    throw new Malformed(`Unknown series "${token}" (${known})`);
  }

  private letters(): string {
    return Array.from({ length: this.series }, (_, index) => String.fromCharCode(65 + index)).join(", ");
  }

  private take(token: string): boolean {
    if (this.tokens[this.position] !== token) return false;
    this.position += 1;
    return true;
  }
}
