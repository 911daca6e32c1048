import { canonicalText } from "../../../../canonical-text";
import { type HclNode, unwrapped } from "./hcl-syntax";

interface Literal {
  readonly value: string | number | boolean | null;
}

/** Functions that only remove white space at the ends of a text. Heredocs need them. */
const TRIMMING: Readonly<Record<string, (text: string) => string>> = {
  chomp: (text) => {
    let end = text.length;
    while (text[end - 1] === "\n") {
      end -= text[end - 2] === "\r" ? 2 : 1;
    }
    return text.slice(0, end);
  },
  trimspace: (text) => text.trim(),
};

/** Returns the value of a literal, also in `chomp()` and `trimspace()`. Undefined for any other expression. */
export function hclLiteral(node: HclNode, text: string): Literal | undefined {
  const found = unwrapped(node);
  const code = text.slice(found.start, found.end);
  switch (found.type) {
    case "numeric_lit":
      return { value: Number(code) };
    case "bool_lit":
      return { value: code === "true" };
    case "null_lit":
      return { value: null };
    case "string_lit":
    case "quoted_template":
      return hasExpressions(found) ? undefined : { value: canonicalText(decodeQuoted(code.slice(1, -1))) };
    case "heredoc_template":
      return hasExpressions(found) ? undefined : { value: canonicalText(decodeHeredoc(code)) };
    case "operation":
      return negativeNumber(found, text);
    case "function_call":
      return trimmedText(found, text);
    default:
      return undefined;
  }
}

function hasExpressions({ children }: HclNode): boolean {
  return children.some(({ type }) => type === "template_interpolation" || type === "template_directive");
}

function negativeNumber(node: HclNode, text: string): Literal | undefined {
  const [unary] = node.children;
  const [sign, operand] = unary?.type === "unary_operation" ? unary.children : [];
  const literal = operand && hclLiteral(operand, text);
  const isNumber = sign && text[sign.start] === "-" && typeof literal?.value === "number";
  return isNumber ? { value: -Number(literal.value) } : undefined;
}

function trimmedText(call: HclNode, text: string): Literal | undefined {
  const { name, args } = readCall(call, text);
  const trim = Object.hasOwn(TRIMMING, name) ? TRIMMING[name] : undefined;
  const [argument] = args;
  const literal = trim && argument && args.length === 1 ? hclLiteral(argument, text) : undefined;
  return trim && typeof literal?.value === "string" ? { value: trim(literal.value) } : undefined;
}

export function readCall(call: HclNode, text: string): { readonly name: string; readonly args: readonly HclNode[] } {
  const [name] = call.children;
  const list = call.children.find(({ type }) => type === "function_arguments");
  return {
    name: name ? text.slice(name.start, name.end) : "",
    args: (list?.children ?? []).filter(({ type }) => type === "expression"),
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

function decodeQuoted(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([nrt"\\]))|([$%])\4\{/g,
    (_, short?: string, long?: string, letter = "", sign?: string) => {
      const digits = short ?? long;
      if (digits !== undefined) {
        return String.fromCodePoint(Number.parseInt(digits, 16));
      }
      return sign === undefined ? (ESCAPES[letter] ?? "") : `${sign}{`;
    },
  );
}

function decodeHeredoc(code: string): string {
  const [opening = "", dash, delimiter = ""] = /^<<(-?)(\S+)[ \t]*\r?\n/.exec(code) ?? [];
  const content = code.slice(opening.length, code.length - delimiter.length);
  // White space before the delimiter is not a part of the text.
  const body = content.slice(0, content.lastIndexOf("\n") + 1);
  const removed = dash === "-" ? commonIndentation(body) : 0;
  const lines = body.split("\n").map((line) => (line.trim() === "" ? line : line.slice(removed)));
  return lines.join("\n").replace(/([$%])\1\{/g, "$1{");
}

/** Returns the number of white spaces that all lines of a heredoc begin with. Blank lines do not count. */
function commonIndentation(body: string): number {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  return Math.min(...lines.map((line) => line.length - line.trimStart().length), Number.MAX_SAFE_INTEGER);
}
