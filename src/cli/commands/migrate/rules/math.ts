import { LeftOutError } from "../migrated";
import { COMPARISONS } from "./evaluators";

/** A formula or a part of one. */
interface Term {
  readonly sql: string;
  /** The outermost operator; undefined for a number, a result or a call. */
  readonly operator?: string;
  readonly operands?: readonly [Term, Term];
  readonly number?: number;
}

type ResultOf = (refId: string) => string;

const TOKEN = /\$\{[^{}]*\}|\$\w+|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\*\*|&&|\|\||[<>=!]=|[-+*/%()<>!]/gi;

/** Bounds the work for hostile formulas. */
const MAX_TOKENS = 500;

/** Binary operators from the weakest to the strongest, with their SQL. All group from the left. */
const LEVELS: readonly Readonly<Record<string, string>>[] = [
  { "||": "(a != 0) OR (b != 0)" },
  { "&&": "(a != 0) AND (b != 0)" },
  { "==": "a = b", "!=": "a != b", ">": "a > b", ">=": "a >= b", "<": "a < b", "<=": "a <= b" },
  { "+": "a + b", "-": "a - b" },
  { "*": "a * b", "/": "a / b", "%": "a - b * trunc(a / b)" },
  { "**": "pow(a, b)" },
];

/** Returns the `refId` of each step that a formula uses, such as `A` for `$A * 100`. */
export function stepsOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\$(?:\{([^{}]*)\}|(\w+))/g)].map(([, long, short = ""]) => long ?? short))];
}

/** Reads a formula of Grafana, such as `$A / ${B} * 100`, as SQL. */
export function readFormula(text: string, resultOf: ResultOf): Term {
  const tokens = [...(text.match(TOKEN) ?? [])];
  const isReadable = tokens.length <= MAX_TOKENS && tokens.join("") === text.replace(/\s+/g, "");
  const term = isReadable ? readLevel(tokens, 0, resultOf) : undefined;
  if (!term || tokens.length > 0) {
    throw new LeftOutError(`The formula ${JSON.stringify(text)} has no equivalent.`);
  }
  return term;
}

/** Takes the tokens of a formula whose operators are at least as strong as a level. */
function readLevel(tokens: string[], level: number, resultOf: ResultOf): Term {
  const operators = LEVELS[level];
  if (!operators) {
    return readOperand(tokens, resultOf);
  }
  let term = readLevel(tokens, level + 1, resultOf);
  while (Object.hasOwn(operators, tokens[0] ?? "")) {
    const operator = tokens.shift() ?? "";
    const operands = [term, readLevel(tokens, level + 1, resultOf)] as const;
    const [a, b] = operands.map(enclosed);
    const sql = (operators[operator] ?? "").replace(/\b[ab]\b/g, (name) => (name === "a" ? a : b) ?? "");
    term = { sql, operator, operands };
  }
  return term;
}

function readOperand(tokens: string[], resultOf: ResultOf): Term {
  const token = tokens.shift() ?? "";
  if (token === "(") {
    const term = readLevel(tokens, 0, resultOf);
    if (tokens.shift() === ")") {
      return term;
    }
  } else if (token === "-" || token === "!") {
    const { number, ...term } = readOperand(tokens, resultOf);
    return token === "!"
      ? { sql: `${enclosed(term)} = 0`, operator: token }
      : { sql: `negate(${term.sql})`, ...(number !== undefined && { number: -number }) };
  } else if (/^[\d$]/.test(token)) {
    const [refId] = stepsOf(token);
    return refId === undefined ? { sql: token, number: Number(token) } : { sql: resultOf(refId) };
  }
  throw new LeftOutError("A formula of the rule is not complete.");
}

function enclosed({ sql, operator }: Term): string {
  return operator === undefined ? sql : `(${sql})`;
}

/** Splits a comparison with a number, such as `$A / $B > 5`, into a value and an evaluator. */
export function splitFormula({ operator = "", operands, sql }: Term) {
  const place = operands?.[1].number === undefined ? 1 : 0;
  const number = operands?.[1 - place]?.number;
  const order = place === 0 ? operator : operator.replace(/[<>]/, (sign) => (sign === "<" ? ">" : "<"));
  const symbol = `v ${order === "==" ? "=" : order} a`;
  const [type] = [...COMPARISONS].find(([, [comparison]]) => comparison === symbol) ?? [];
  return type !== undefined && operands && number !== undefined
    ? { value: operands[place].sql, evaluator: { type, params: [number] } }
    : { value: sql };
}
