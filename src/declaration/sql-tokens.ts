/** One token of SQL. The last two alternatives are an unclosed comment or quote, and any other character. */
const TOKEN =
  /\s+|(?:--|#[ !])[^\n]*|\/\*[\s\S]*?\*\/|[xXbB]'[^']*'|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|\w+|(?:\/\*|['"`])[\s\S]*|[\s\S]/gu;

/** Returns the tokens of SQL, with spaces, comments, texts and quoted names as one token each. */
export function tokensOf(sql: string): readonly string[] {
  return sql.match(TOKEN) ?? [];
}

const CLOSING: ReadonlyMap<string, string> = new Map(Object.entries({ "(": ")", "[": "]", "{": "}" }));

/** A bracket, quote or comment that is not closed, as a part of a sentence. */
interface OpenPart {
  readonly problem: string;
  /** Counted from 1. */
  readonly column: number;
}

/** Returns the first bracket, quote or comment of SQL that is not closed. */
export function findOpenPart(sql: string): OpenPart | undefined {
  const open: OpenPart[] = [];
  let column = 1;
  // An unclosed comment or quote contains the added line end.
  for (const token of tokensOf(`${sql}\n`)) {
    const closing = CLOSING.get(token);
    if (token.trim() !== "" && column + token.length - 1 > sql.length) {
      return { problem: `${nameOfToken(token)} is not closed`, column };
    }
    if (closing !== undefined) {
      open.push({ problem: `a bracket is not closed: "${closing}" is missing`, column });
    } else if (/^[)\]}]$/.test(token) && !open.pop()?.problem.includes(`"${token}"`)) {
      return { problem: `"${token}" closes no bracket`, column };
    }
    column += token.length;
  }
  return open.at(-1);
}

/** Returns the words for a token in a message. */
export function nameOfToken(token: string): string {
  if (token === "\0") {
    return "a zero byte";
  }
  const first = token.charAt(0);
  return first === "/" ? "a comment" : /['"`]/.test(first) ? `a quote (${first})` : `"${first}"`;
}
