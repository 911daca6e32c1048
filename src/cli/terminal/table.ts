import type { TextOptions } from "./text-options";
import { columnsOf, wrapLine } from "./wrap";

const GAP = "  ";

/** Minimum columns of a cell that is wrapped. Below that the rows become blocks. */
const MIN_COLUMN = 12;

interface TableOptions {
  readonly width?: number;
  /** Begins each line. */
  readonly indentation?: string;
  /** Indexes of the columns whose texts may be wrapped. The others are ids, numbers and times. */
  readonly flexible?: readonly number[];
}

/**
 * Returns rows of cells as lines. Each column is as wide as its widest cell. If a line is too long, the texts in the
 * flexible columns are wrapped. If that does not suffice, each row becomes a block with its cells below each other.
 */
export function tableLines(
  rows: readonly (readonly string[])[],
  { width = Number.POSITIVE_INFINITY, indentation = "", flexible = [] }: TableOptions = {},
): readonly string[] {
  const natural = rows[0]?.map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? "")))) ?? [];
  const room = width - indentation.length;
  const widths = fittedWidths(natural, room, flexible);
  const lines = widths ? rows.flatMap((row) => rowLines(row, widths)) : blockLines(rows, room);
  return lines.map((line) => indentation + line);
}

/** Maximum number of alerts that a text shows without a table of all before them. */
const MAX_UNLISTED_ALERTS = 5;

/**
 * Returns a table of alerts, with their number above, as one text. Returns nothing for few alerts.
 * @param flexible as in `tableLines`
 */
export function alertOverview(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { colors, width }: TextOptions,
  flexible: readonly number[],
): readonly string[] {
  const lines = tableLines([headings, ...rows], { width, flexible });
  return rows.length > MAX_UNLISTED_ALERTS ? [[colors.bold(`${rows.length} alerts`), ...lines, ""].join("\n")] : [];
}

/** Shrinks the widest flexible columns; undefined if the columns have no space. */
function fittedWidths(
  natural: readonly number[],
  room: number,
  flexible: readonly number[],
): readonly number[] | undefined {
  const widths = [...natural];
  let excess = widths.reduce((total, each) => total + each, 0) + GAP.length * (widths.length - 1) - room;
  while (excess > 0) {
    const [widest, next = MIN_COLUMN] = flexible.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    const current = widths[widest ?? -1] ?? 0;
    if (widest === undefined || current <= MIN_COLUMN) {
      return undefined;
    }
    const least = Math.max(MIN_COLUMN, Math.min(current - 1, widths[next] ?? 0), current - excess);
    widths[widest] = least;
    excess -= current - least;
  }
  return widths;
}

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = row.map((cell, column) => wrapLine(cell, { width: widths[column] ?? 0, breaksPaths: true }));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}

function blockLines([headings = [], ...rows]: readonly (readonly string[])[], room: number): readonly string[] {
  const width = Math.max(...headings.map(columnsOf));
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [""]),
    ...row.flatMap((cell, column) =>
      wrapLine(cell, { width: room, first: `${padded(headings[column] ?? "", width)}${GAP}`, breaksPaths: true }),
    ),
  ]);
}
