import { randomBytes } from "node:crypto";
import { createColors } from "picocolors";

type Paint = (text: string) => string;

export type Colors = Readonly<Record<(typeof NAMES)[number], Paint>>;

interface Output {
  readonly isTTY?: boolean;
}

/**
 * Marks the start of a color until the text is written. No input can contain it, so only this tool's own escape
 * sequences reach a terminal.
 */
const COLOR = `\ue000${randomBytes(8).toString("hex")}`;
const ESCAPE = "\u001b[";

export const ERASED_LINE = `\r${ESCAPE}2K`;

const NAMES = ["bold", "dim", "underline", "red", "green", "yellow", "cyan"] as const;

/** Returns true if an output is colored: only on a terminal, unless NO_COLOR or FORCE_COLOR is set. NO_COLOR wins. */
export function wantsColor(output: Output, environment: NodeJS.ProcessEnv = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR || FORCE_COLOR === "0" || FORCE_COLOR === "false") {
    return false;
  }
  if (FORCE_COLOR) {
    return true;
  }
  return output.isTTY === true && TERM !== "dumb";
}

/** Returns the colors for an output. Without colors the functions return their text unchanged. */
export function colorsFor(output: Output, environment?: NodeJS.ProcessEnv): Colors {
  const isColored = wantsColor(output, environment);
  const paint = createColors(isColored);
  const paints = NAMES.map((name) => [name, isColored ? markColor(paint[name]) : paint[name]]);
  return Object.fromEntries(paints) as Colors;
}

function markColor(paint: Paint): Paint {
  const [begin = "", end = ""] = paint("|").replaceAll(ESCAPE, COLOR).split("|");
  return (text) => begin + text + end;
}

/** Replaces the marks of colors with escape sequences. */
export function withColors(text: string): string {
  return text.replaceAll(COLOR, ESCAPE);
}

const MARK = new RegExp(`(${COLOR}\\d+m)`);

/**
 * Splits a text at the marks of colors, which need no columns on a terminal. The elements with an odd index are the
 * marks.
 */
export function splitAtColors(text: string): readonly string[] {
  return text.split(MARK);
}
