import { textWidth } from "../../drawing/letters";
import { visible } from "../../visible";
import { type Colors, colorsFor } from "./output";

export interface TextOptions {
  readonly colors: Colors;
  /** Columns of a line. */
  readonly width: number;
}

/** Writes a text for a terminal, or without colors for a file. */
export function textOptionsFor(file: string | undefined): TextOptions {
  if (file !== undefined) {
    return { colors: colorsFor({}), width: 100 };
  }
  return { colors: colorsFor(process.stdout), width: Math.min(160, process.stdout.columns || 100) };
}

/** Escapes a text of another system and puts it on one line. */
export function plain(text: string): string {
  return visible(text.replace(/[\t\n]/g, " "));
}

/** Returns rows of cells as lines. Each column is as wide as its widest cell. */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] ?? "")))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - textWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}

/** Maximum number of existing names in an error about missing ones. */
const MAX_NAMES = 20;

/** Returns the error for names that no object has. It lists the existing names. */
export function noneOf(noun: string, asked: readonly string[], names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ", ..." : "";
  const there = names.slice(0, MAX_NAMES).join(", ");
  return `There is no ${noun} ${asked.map((name) => `"${name}"`).join(" or ")}. There is: ${there}${more}.`;
}
