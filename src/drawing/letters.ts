import stringWidth from "fast-string-width";

/** A letter as readers see it, such as an emoji of several characters. */
export interface Letter {
  readonly text: string;
  /** Columns on a terminal: 2 for CJK and emoji. */
  readonly width: number;
}

/** Length of the pieces that are segmented, because the segmenter's time is quadratic in the length of its text. */
const PIECE = 256;

/** Returns the letters of a text. A letter of more than 256 characters counts as several. */
export function* lettersOf(text: string): Generator<Letter> {
  // The segmenter is created here, because the first one takes 6 ms and most commands draw nothing.
  const segmenter = new Intl.Segmenter();
  for (let at = 0; at < text.length; ) {
    const segments = [...segmenter.segment(text.slice(at, at + PIECE))];
    // The last letter of a piece may continue in the next one.
    const isCut = at + PIECE < text.length && segments.length > 1;
    for (const { segment } of isCut ? segments.slice(0, -1) : segments) {
      at += segment.length;
      yield { text: segment, width: stringWidth(segment) };
    }
  }
}

/** Characters of a letter on a screen, at most. More marks are cut. */
const MAX_LETTER_LENGTH = 64;

/** Returns the number of columns that a text needs on a terminal. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** Shortens a text to a number of columns, with an ellipsis. */
export function shortenText(text: string, columns: number): string {
  const start = text.slice(0, columns * MAX_LETTER_LENGTH);
  if (start === text && stringWidth(text) <= columns) {
    return text;
  }
  let left = columns - 1;
  let kept = "";
  for (const letter of lettersOf(start)) {
    left -= letter.width;
    if (left < 0) {
      break;
    }
    kept += letter.text;
  }
  return columns < 1 ? "" : `${kept.trimEnd()}…`;
}
