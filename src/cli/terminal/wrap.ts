import { type Letter, lettersOf, textWidth } from "../../drawing/letters";
import { visible } from "../../visible";
import { splitAtColors } from "./colors";

/**
 * Returns the columns of a line: those of the terminal, otherwise the variable COLUMNS. Without both, lines are not
 * wrapped, because viewers of files and of CI logs wrap lines themselves.
 */
export function widthOf(
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  { COLUMNS }: NodeJS.ProcessEnv = process.env,
): number {
  if (isTTY && columns) {
    return columns;
  }
  return /^[1-9]\d*$/.test(COLUMNS ?? "") ? Number(COLUMNS) : Number.POSITIVE_INFINITY;
}

/** Returns the columns of a text as it is written: control characters as escapes, and colors without columns. */
export function columnsOf(text: string): number {
  return textWidth(splitAtColors(visible(text)).filter(isText).join(""));
}

/** Minimum columns next to an indentation. */
const MIN_ROOM = 12;

interface LineOptions {
  readonly width: number;
  readonly first?: string;
  /** Begins the other lines; by default as many spaces. */
  readonly rest?: string;
  /** Also breaks paths and addresses that are wider than a line. Otherwise they stay whole, so that readers can copy them. */
  readonly breaksPaths?: boolean;
}

/** Breaks a line between words. A word that no line has space for is broken after a punctuation mark. */
export function wrapLine(
  text: string,
  { width, first = "", rest = " ".repeat(columnsOf(first)), breaksPaths = false }: LineOptions,
): readonly string[] {
  const seen = visible(text);
  if (columnsOf(first) + columnsOf(seen) <= width) {
    return [first + seen];
  }
  const room = Math.max(MIN_ROOM, width - Math.max(columnsOf(first), columnsOf(rest)));
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const { gap, text: piece, columns } of piecesOf(seen, room, breaksPaths)) {
    if (used > 0 && used + gap.length + columns > room) {
      lines.push(line);
      [line, used] = [piece, columns];
    } else {
      line += gap + piece;
      used += gap.length + columns;
    }
  }
  return [...lines, line].map((each, index) => (index === 0 ? first : rest) + each);
}

/** Breaks the lines of a text between words. The rest of a line is indented like its start. */
export function wrapText(text: string, width: number): string {
  return width === Number.POSITIVE_INFINITY ? text : indentedLines(text, "", width).join("\n");
}

/** The spaces at the start of a line, and the sign or number of a list. */
const START = /^ *(?:[-*•!] +|\d {2,})?/;

/** Indents the lines of a text, and breaks them between words. */
export function indentedLines(text: string, indentation: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [own = ""] = START.exec(line) ?? [];
    return line.trim() === "" ? "" : wrapLine(line.slice(own.length), { width, first: indentation + own });
  });
}

/** Returns the parts of a line that are not broken, with the spaces before each, which a line break replaces. */
function piecesOf(line: string, room: number, breaksPaths: boolean) {
  const [start = "", ...others] = line.split(/( +)/);
  const words = [{ gap: "", word: start }];
  for (let index = 0; index + 1 < others.length; index += 2) {
    words.push({ gap: others[index] ?? "", word: others[index + 1] ?? "" });
  }
  return words.flatMap(({ gap, word }) =>
    partsOf(word, room, breaksPaths).map((text, index) => ({
      gap: index === 0 ? gap : "",
      text,
      columns: columnsOf(text),
    })),
  );
}

/** Letters of scripts that have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function partsOf(word: string, room: number, breaksPaths: boolean): readonly string[] {
  if (WITHOUT_SPACES.test(word)) {
    return unspacedParts(coloredLetters(word));
  }
  const isWhole = columnsOf(word) <= room || (word.includes("/") && !breaksPaths);
  return isWhole ? [word] : cutParts(coloredLetters(word), room);
}

function coloredLetters(word: string): readonly Letter[] {
  return splitAtColors(word).flatMap((part, index) =>
    isText(part, index) ? [...lettersOf(part)] : { text: part, width: 0 },
  );
}

/** Lines do not begin with closing punctuation and marks of length, and do not end with opening punctuation. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ーゝゞ々]/u;
const OPENING = /[\p{Ps}\p{Pi}"'`]$/u;

function unspacedParts(letters: readonly Letter[]): readonly string[] {
  const parts: string[] = [];
  for (const { text, width } of letters) {
    const last = parts.at(-1);
    const breaks = last !== undefined && width > 0 && !CLOSING.test(text) && !OPENING.test(last);
    if (last === undefined || (breaks && (WITHOUT_SPACES.test(last) || WITHOUT_SPACES.test(text)))) {
      parts.push(text);
    } else {
      parts[parts.length - 1] = last + text;
    }
  }
  return parts;
}

const PUNCTUATION = /^[\p{P}\p{S}]/u;

/** Cuts a word that is wider than a line. No line begins with a punctuation mark that ends the word. */
function cutParts(letters: readonly Letter[], room: number): readonly string[] {
  const parts: string[] = [];
  let row: Letter[] = [];
  for (const [index, letter] of letters.entries()) {
    if (columnsIn(row) + letter.width > room) {
      const mark = row.findLastIndex(({ text }) => PUNCTUATION.test(text));
      const isLast = index === letters.length - 1 && PUNCTUATION.test(letter.text);
      const isGood = isLast || columnsIn(row.slice(0, mark + 1)) > room / 2;
      const end = mark >= 0 && isGood ? mark + 1 : row.length;
      parts.push(textIn(row.slice(0, end)));
      row = row.slice(end);
    }
    row.push(letter);
  }
  return [...parts, textIn(row)];
}

function columnsIn(letters: readonly Letter[]): number {
  return letters.reduce((sum, { width }) => sum + width, 0);
}

function textIn(letters: readonly Letter[]): string {
  return letters.map(({ text }) => text).join("");
}

function isText(_: string, index: number): boolean {
  return index % 2 === 0;
}
