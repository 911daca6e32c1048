import { LeftOutError } from "../migrated";
import { COMPARISONS } from "./evaluators";

/** SQL of a formula, or of a part of it. */
interface Term {
  readonly sql: string;
  /** The outermost operator; undefined for a number, a result or a call. */
  readonly operator?: string;
  readonly operands?: readonly [Term, Term];
  readonly number?: number;
}

const TOKEN = /\$\{[^{}]*\}|\$\w+|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\*\*|&&|\|\||[<>=!]=|[-+*/%()<>!]/gi;

/** Bounds the work for hostile formulas. */
const MAX_TOKENS = 500;

/** Binary operators from the lowest to the highest precedence. All are left-associative. */
const LEVELS = ["||", "&&", "== != > >= < <=", "+ -", "* / %", "**"].map((operators) => operators.split(" "));

const SQL: Readonly<Record<string, string>> = {
  ...{ "||": "(a != 0) OR (b != 0)", "&&": "(a != 0) AND (b != 0)", "!": "a = 0", "**": "pow(a, b)" },
  ...{ "==": "a = b", "!=": "a != b", ">": "a > b", ">=": "a >= b", "<": "a < b", "<=": "a <= b" },
  ...{ "+": "a + b", "-": "a - b", "*": "a * b", "/": "a / b", "%": "a - b * trunc(a / b)" },
};

/** Returns the `refId` of each step that a formula uses, such as `A` for `$A * 100`. */
export function stepsOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\$(?:\{([^{}]*)\}|(\w+))/g)].map(([, long, short = ""]) => long ?? short))];
}

/**
 * Computes a formula of Grafana, such as `$A / ${B} * 100`.
 * @param leaf returns the value of a number, or of a step such as `$A`
 * @param apply returns the value of an operator with one or two operands
 */
export function readFormula<T>(
  text: string,
  leaf: (token: string) => T,
  apply: (operator: string, a: T, b?: T) => T,
): T {
  const tokens = [...(text.match(TOKEN) ?? [])];
  const take = () => tokens.shift() ?? "";
  const operand = (): T => {
    const token = take();
    if (/^[\d$]/.test(token)) {
      return leaf(token);
    }
    if (token === "-" || token === "!") {
      return apply(token, operand());
    }
    const inner = token === "(" ? operation(0) : undefined;
    if (inner === undefined || take() !== ")") {
      throw new LeftOutError("A formula of the rule is not complete.");
    }
    return inner;
  };
  const operation = (level: number): T => {
    const operators = LEVELS[level];
    let value = operators ? operation(level + 1) : operand();
    while (operators?.includes(tokens[0] ?? "")) {
      value = apply(take(), value, operation(level + 1));
    }
    return value;
  };
  const isReadable = tokens.length <= MAX_TOKENS && tokens.join("") === text.replace(/\s+/g, "");
  const value = isReadable ? operation(0) : undefined;
  if (value === undefined || tokens.length > 0) {
    throw new LeftOutError(`The formula ${JSON.stringify(text)} has no equivalent.`);
  }
  return value;
}

/** Returns a formula as SQL. A comparison with a number, such as `$A / $B > 5`, becomes a value and an evaluator. */
export function formulaSql(text: string, resultOf: (refId: string) => string) {
  const leaf = (token: string): Term => {
    return token.startsWith("$") ? { sql: resultOf(stepsOf(token)[0] ?? "") } : { sql: token, number: Number(token) };
  };
  const {
    operator = "",
    operands,
    sql,
  } = readFormula<Term>(text, leaf, (symbol, a, b) => {
    const terms = new Map(Object.entries({ a: enclosed(a), b: b && enclosed(b) }));
    const negated = { sql: `negate(${a.sql})`, ...(a.number !== undefined && { number: -a.number }) };
    const applied = (SQL[symbol] ?? "").replace(/\b[ab]\b/g, (name) => terms.get(name) ?? "");
    return symbol === "-" && !b ? negated : { sql: applied, operator: symbol, ...(b && { operands: [a, b] }) };
  });
  const place = operands?.[1].number === undefined ? 1 : 0;
  const number = operands?.[1 - place]?.number;
  const order = place === 0 ? operator : operator.replace(/[<>]/, (sign) => (sign === "<" ? ">" : "<"));
  const symbol = `v ${order === "==" ? "=" : order} a`;
  const [type] = [...COMPARISONS].find(([, [comparison]]) => comparison === symbol) ?? [];
  return type !== undefined && operands && number !== undefined
    ? { value: operands[place].sql, evaluator: { type, params: [number] } }
    : { value: sql };
}

function enclosed({ sql, operator }: Term): string {
  return operator === undefined ? sql : `(${sql})`;
}
