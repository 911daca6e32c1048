import stringWidth from "fast-string-width";

/** A letter as readers see it, such as an emoji of several characters. */
export interface Letter {
  readonly text: string;
  /** Columns on a terminal: 2 for CJK and emoji. */
  readonly width: number;
}

export function lettersOf(text: string): readonly Letter[] {
  // The segmenter is created here, because the first one takes 6 ms and most commands draw nothing.
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => ({
    text: segment,
    width: stringWidth(segment),
  }));
}

/** Returns the number of columns that a text needs on a terminal. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** Shortens a text to a number of columns, with an ellipsis. */
export function shortenText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) {
    return text;
  }
  let left = columns - 1;
  let kept = "";
  for (const letter of lettersOf(text)) {
    left -= letter.width;
    if (left < 0) {
      break;
    }
    kept += letter.text;
  }
  return columns < 1 ? "" : `${kept.trimEnd()}…`;
}
