/**
 * The value of a formula such as `A / (B + 1)` (docs/internals/api-behavior.md 4.6), or null where a series it needs has none or the result
 * is no number, as 0 / 0. Throws for a text that is no formula, which validation refuses before.
 */
export function formulaValue(expression: string, values: readonly (number | null)[]): number | null {
  const result = new Reader(expression, values).read();
  return Number.isFinite(result) ? result : null;
}

/** Missing values become NaN, which every operation passes on. */
class Reader {
  readonly #parts: readonly string[];
  #next = 0;

  constructor(
    private readonly expression: string,
    private readonly values: readonly (number | null)[],
  ) {
    this.#parts = expression.match(/\d+(?:\.\d+)?|\.\d+|[A-Z]|\S/g) ?? [];
  }

  read(): number {
    const result = this.#sum();
    if (this.#next < this.#parts.length) throw this.#odd();
    return result;
  }

  #sum(): number {
    let result = this.#product();
    for (;;) {
      if (this.#take("+")) result += this.#product();
      else if (this.#take("-")) result -= this.#product();
      else return result;
    }
  }

  #product(): number {
    let result = this.#operand();
    for (;;) {
      if (this.#take("*")) result *= this.#operand();
      else if (this.#take("/")) result /= this.#operand();
      else return result;
    }
  }

  #operand(): number {
    if (this.#take("-")) return -this.#operand();
    if (this.#take("(")) {
      const result = this.#sum();
      if (!this.#take(")")) throw this.#odd();
      return result;
    }
    const part = this.#parts[this.#next] ?? "";
    this.#next += 1;
    if (/^\.?\d/.test(part)) return Number(part);
    if (/^[A-Z]$/.test(part)) return this.values[part.charCodeAt(0) - 65] ?? Number.NaN;
    throw this.#odd();
  }

  #take(part: string): boolean {
    if (this.#parts[this.#next] !== part) return false;
    this.#next += 1;
    return true;
  }

  #odd(): Error {
    return new Error(`"${this.expression}" is no formula.`);
  }
}
