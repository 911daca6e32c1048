/** An open part of a template: a text, a quoted text in an expression, or an expression with its number of open braces. */
type Part = "text" | "quoted" | number;

/** Marks in a text. A doubled mark such as `$${` is a text, also after further marks. */
const IN_TEXT = /(?<!\$)\$\{|(?<!%)%\{/g;
const IN_QUOTED = /\\.|"|(?<!\$)\$\{|(?<!%)%\{/gs;
const IN_EXPRESSION = /<<|\/\*|\/\/|#|["{}]/g;

/** Ends of comments by their starts. */
const COMMENTS: Readonly<Record<string, string>> = { "/*": "*/", "//": "\n", "#": "\n" };

/**
 * Returns the code in a template of HCL: the expressions of its interpolations and directives, without texts and
 * comments. Reads the template once.
 */
export function codeInTemplate(text: string): string {
  const pieces: string[] = [];
  const open: Part[] = ["text"];
  let at = 0;
  for (let mark = nextMark(text, open, at); mark; mark = nextMark(text, open, at)) {
    const [symbol] = mark;
    if (typeof open.at(-1) === "number") {
      pieces.push(text.slice(at, mark.index), " ");
    }
    if (symbol === "<<") {
      // The end of a heredoc depends on its name. So the rest of the text is treated as code.
      return [...pieces, text.slice(mark.index)].join("");
    }
    const end = COMMENTS[symbol];
    at = end === undefined ? mark.index + symbol.length : after(text, end, mark.index + symbol.length);
    passMark(symbol, open);
  }
  return [...pieces, typeof open.at(-1) === "number" ? text.slice(at) : ""].join("");
}

function nextMark(text: string, open: readonly Part[], at: number): RegExpExecArray | null {
  const part = open.at(-1);
  const marks = part === "text" ? IN_TEXT : part === "quoted" ? IN_QUOTED : IN_EXPRESSION;
  marks.lastIndex = at;
  return marks.exec(text);
}

function after(text: string, end: string, from: number): number {
  const index = text.indexOf(end, from);
  return index < 0 ? text.length : index + end.length;
}

function passMark(symbol: string, open: Part[]): void {
  const part = open.at(-1);
  if (symbol === "${" || symbol === "%{") {
    open.push(0);
  } else if (symbol === '"' && part !== "quoted") {
    open.push("quoted");
  } else if (symbol === '"' || (symbol === "}" && part === 0)) {
    open.pop();
  } else if (typeof part === "number" && (symbol === "{" || symbol === "}")) {
    open[open.length - 1] = part + (symbol === "{" ? 1 : -1);
  }
}
