/** Matches a literal in an expression, signs that do not start a template, or the start of a template. */
const PIECE = /\$\{"([^"\\$%]|[$%](?!\{))*"\}|[$%]*[$%]\{/g;

/** Returns a text of Terraform's JSON as Terraform reads it, and the expressions that Terraform evaluates in it. */
export function readTemplate(template: string): { readonly text: string; readonly expressions: readonly string[] } {
  const expressions: string[] = [];
  const text = template.replace(PIECE, (piece, _, at: number) => {
    if (piece.endsWith('"}')) {
      return piece.slice(3, -2);
    }
    if (piece.at(-3) === piece.at(-2)) {
      return `${piece.slice(0, -2)}{`;
    }
    expressions.push(template.slice(at + piece.length, template.indexOf("}", at)));
    return piece;
  });
  return { text, expressions };
}

/** Returns all texts of a JSON value, including the keys. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...textsIn(inner)]);
}

/** The parts of an HCL file. */
export interface HclParts {
  /** The code without texts and comments: each text is one `""`. */
  readonly code: string;
  /** Texts as Terraform reads them. */
  readonly texts: readonly string[];
  /** The expressions in texts. */
  readonly expressions: readonly string[];
}

const COMMENT = /#[^\n]*/y;
const QUOTED = /"((?:[^"\\\n]|\\[^\n])*)"/y;
const HEREDOC = /<<(-?)([A-Za-z_]+)\n([\s\S]*?)\n[ \t]*\2(?=\n)/y;

/** Reads a file of HCL. */
export function readHcl(file: string): HclParts {
  const [texts, expressions]: [string[], string[]] = [[], []];
  const take = (template: string, read: (text: string) => string) => {
    const found = readTemplate(template);
    texts.push(read(found.text));
    expressions.push(...found.expressions);
    return '""';
  };
  let code = "";
  for (let at = 0; at < file.length; ) {
    const match = [COMMENT, QUOTED, HEREDOC]
      .map((pattern) => {
        pattern.lastIndex = at;
        return pattern.exec(file);
      })
      .find((found) => found !== null);
    if (!match) {
      code += file.charAt(at);
      at += 1;
      continue;
    }
    const [whole, first = "", word, body = ""] = match;
    if (word !== undefined) {
      code += take(body, (text) => withoutIndentation(text, first === "-"));
    } else if (whole.startsWith('"')) {
      code += take(first, (text) => decodeQuoted(text));
    }
    at += whole.length;
  }
  return { code, texts, expressions };
}

/** Returns the body of a heredoc without its last line break, because `chomp` may remove it. */
function withoutIndentation(body: string, isFlush: boolean): string {
  if (!isFlush) {
    return body;
  }
  const lines = body.split("\n");
  const indents = lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n");
}

/** Decodes a quoted text of HCL, which has JSON's escapes and `\\U` with eight digits. */
function decodeQuoted(text: string): string {
  const units = (digits: string) => JSON.stringify(String.fromCodePoint(Number.parseInt(digits, 16))).slice(1, -1);
  const json = text.replace(/\\U([0-9a-f]{8})|\\./gs, (whole, digits?: string) => (digits ? units(digits) : whole));
  return JSON.parse(`"${json}"`) as string;
}
