import MagicString from "magic-string";

const BYTE_ORDER_MARK = "\ufeff";

/** A part of a text between two offsets, such as a node of a parser. */
export interface CodeRange {
  readonly start?: number | null;
  readonly end?: number | null;
}

/** A file of the author: its text and the edits so far. All other bytes stay unchanged. */
export abstract class CodeFile {
  /** Text without the byte order mark. Offsets refer to it. */
  readonly text: string;
  readonly edits: MagicString;
  readonly #mark: string;
  readonly #lineStarts: readonly number[];
  /** Offsets of comments. */
  readonly #noted = new Set<number>();
  #unit: string | undefined;
  readonly #removed: (readonly [start: number, end: number])[] = [];

  /** @param path relative to the folder of the command */
  constructor(
    readonly path: string,
    readonly original: string,
    lineEnds = /\r\n|\n/g,
  ) {
    this.#mark = original.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    this.text = original.slice(this.#mark.length);
    this.#lineStarts = [0, ...[...this.text.matchAll(lineEnds)].map((end) => end.index + end[0].length)];
    this.edits = new MagicString(this.text);
  }

  abstract readonly comments: readonly CodeRange[];

  /** Records the comment that ends the line of a new value. It may describe the old value. */
  noteComment(valueEnd: number): void {
    const lineEnd = this.text.indexOf("\n", valueEnd);
    const isAfter = ({ start }: CodeRange) => (start ?? 0) >= valueEnd && (lineEnd < 0 || (start ?? 0) < lineEnd);
    const comment = this.comments.findLast(isAfter);
    if (comment) {
      this.#noted.add(comment.start ?? 0);
    }
  }

  /** Lines with comments that may describe old values, counted from 1 in the original text. */
  get commentLines(): readonly number[] {
    const kept = [...this.#noted].filter((offset) => !this.isRemoved(offset));
    return [...new Set(kept.map((offset) => this.lineAt(offset)))].sort((one, other) => one - other);
  }

  remove(start: number, end: number): void {
    this.edits.remove(start, end);
    this.#removed.push([start, end]);
  }

  /** Replaces a part of the text, which may be empty. */
  replace(start: number, end: number, text: string): void {
    if (start === end) {
      this.edits.appendLeft(end, text);
    } else {
      this.edits.overwrite(start, end, text);
    }
  }

  isRemoved(offset: number): boolean {
    return this.#removed.some(([start, end]) => start <= offset && offset < end);
  }

  get edited(): string {
    return this.#mark + this.edits.toString();
  }

  get lineEnd(): "\n" | "\r\n" {
    return this.text.includes("\r\n") ? "\r\n" : "\n";
  }

  /** @param line counted from 1 @param column counted from 1 */
  offsetOf(line: number, column: number): number {
    return (this.#lineStarts[line - 1] ?? Number.NaN) + column - 1;
  }

  lineStart(offset: number): number {
    return this.#lineStarts.findLast((start) => start <= offset) ?? 0;
  }

  /** Returns the line of an offset, counted from 1. */
  lineAt(offset: number): number {
    return this.#lineStarts.findLastIndex((start) => start <= offset) + 1;
  }

  indentationAt(offset: number): string {
    const start = this.lineStart(offset);
    return /^[ \t]*/.exec(this.text.slice(start))?.[0] ?? "";
  }

  get indentationUnit(): string {
    this.#unit ??= this.#findUnit();
    return this.#unit;
  }

  #findUnit(): string {
    const indented = [...this.text.matchAll(/^([ \t]+)[^\s*]/gm)].map(([, space = ""]) => space);
    if (indented.some((each) => each.startsWith("\t"))) {
      return "\t";
    }
    const spaces = indented.filter((each) => !each.includes("\t")).map(({ length }) => length);
    return " ".repeat(spaces.length > 0 ? Math.min(...spaces) : 2);
  }
}
