import { visible } from "../../visible";
import { type Colors, colorsFor } from "./colors";
import { CommandError } from "./exit";
import { widthOf } from "./wrap";

export interface TextOptions {
  readonly colors: Colors;
  /** Columns of a line; infinite for files and pipes. */
  readonly width: number;
}

/** Writes a text for a terminal, or without colors for a file. */
export function textOptionsFor(file?: string): TextOptions {
  if (file !== undefined) {
    return { colors: colorsFor({}, {}), width: Number.POSITIVE_INFINITY };
  }
  return { colors: colorsFor(process.stdout), width: widthOf(process.stdout) };
}

const DEFAULT_DRAWING_WIDTH = 100;
const MAX_DRAWING_WIDTH = 160;

/** Returns the width of a drawing in columns. Unlike a line of text, a drawing in a file has a limited width. */
export function drawingWidth({ width }: TextOptions): number {
  return Number.isFinite(width) ? Math.min(width, MAX_DRAWING_WIDTH) : DEFAULT_DRAWING_WIDTH;
}

/** Escapes a text of another system and puts it on one line. */
export function plain(text: string): string {
  return visible(text.replace(/[\t\n]/g, " "));
}

/** Returns a number with its noun, such as `2 warnings`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Orders texts in the same way on every machine. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Maximum number of existing names in an error about missing ones. */
const MAX_NAMES = 20;

/**
 * Returns the objects with the requested names; all without a request. Throws a `CommandError` for none, which lists
 * the existing names.
 * @param namesOf names of an object. Its title comes first.
 */
export function selectNamed<T>(
  noun: string,
  all: readonly T[],
  asked: readonly string[],
  namesOf: (item: T) => readonly unknown[],
): readonly T[] {
  if (all.length === 0) {
    throw new CommandError(`The input contains no ${noun}.`);
  }
  const selected = all.filter((each) => asked.length === 0 || asked.some((name) => namesOf(each).includes(name)));
  if (selected.length === 0) {
    const more = all.length > MAX_NAMES ? ", ..." : "";
    const there = all.slice(0, MAX_NAMES).map((each) => String(namesOf(each)[0]));
    throw new CommandError(
      `No ${noun} has the name ${asked.map((name) => `"${name}"`).join(" or ")}. Existing names: ${there.join(", ")}${more}.`,
    );
  }
  return selected;
}
