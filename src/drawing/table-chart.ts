import { sort, sum } from "d3-array";
import { escaped, fitted, smallText } from "./tile-svg";

/** Content of a table: one row per group, with one value per series. All values are texts. */
export interface TableContent {
  /** Names of the columns that identify a row. Empty without grouping. */
  readonly groupColumns: readonly string[];
  readonly valueColumns: readonly string[];
  readonly rows: readonly {
    readonly group: readonly string[];
    readonly values: readonly string[];
    /** Value by which rows are sorted, the largest first. */
    readonly rank: number | null;
  }[];
  /** True if the group columns are on the left of the values, as the UI shows them with `groupByColumnsOnLeft`. */
  readonly areGroupsLeft: boolean;
}

/** Height of a row of a chart in pixels. */
export const ROW = 18;
const FONT = 11;
/** Size of a regular font whose letters are as wide as those of the bold header. */
const HEADER_FONT = 12.5;
/** Width of a letter, as `fitted` estimates it. */
const LETTER = 0.56;
const GAP = 12;

/** Draws a table with a header and one column per series. The last row counts the rows that do not fit. */
export function tableChart(content: TableContent, width: number, height: number): string {
  const { rows, areGroupsLeft, groupColumns, valueColumns } = content;
  const capacity = Math.max(1, Math.floor(height / ROW) - 1);
  const sorted = sort(rows, ({ rank }) => -(rank ?? Number.NEGATIVE_INFINITY));
  const isCut = sorted.length > capacity && capacity > 1;
  const shown = sorted.slice(0, isCut ? capacity - 1 : capacity);
  const columnsOf = (titles: readonly string[], texts: "group" | "values") =>
    titles.map((title, index) => {
      const cells = shown.map((row) => row[texts][index] ?? "");
      return columnOf(title, texts === "values", cells);
    });
  const [groups, values] = [columnsOf(groupColumns, "group"), columnsOf(valueColumns, "values")];
  const columns = areGroupsLeft ? [...groups, ...values] : [...values, ...groups];
  // The columns share the width in proportion to their wanted widths.
  const scale =
    width /
    Math.max(
      1,
      sum(columns, ({ wanted }) => wanted),
    );
  let left = 0;
  const drawn = columns.map((column) => {
    const start = left;
    left += column.wanted * scale;
    return columnSvg(column, start, column.wanted * scale);
  });
  const rest = isCut
    ? smallText(fitted(`and ${sorted.length - shown.length} more`, width, FONT), 0, rowTextY(shown.length + 1))
    : "";
  return `<path class="cs-axis" d="M0 ${ROW - 2.5}H${width}"/>${drawn.join("")}${rest}`;
}

function columnOf(title: string, isNumber: boolean, cells: readonly string[]) {
  const letters = Math.max(0, ...cells.map((text) => [...text].length));
  // Width that shows all texts.
  const wanted = Math.max(letters * FONT, [...title].length * HEADER_FONT) * LETTER + GAP;
  return { title, isNumber, wanted, cells };
}

function columnSvg({ title, isNumber, cells }: ReturnType<typeof columnOf>, left: number, width: number): string {
  const x = Math.round(isNumber ? left + width - GAP / 2 : left + GAP / 2);
  const room = width - GAP + 4;
  const anchor = isNumber ? ' text-anchor="end"' : "";
  const header = escaped(fitted(title, room, HEADER_FONT));
  const texts = cells.map((text, row) =>
    smallText(fitted(text, room, FONT), x, rowTextY(row + 1), isNumber ? "end" : undefined),
  );
  return `<text class="cs-kind" x="${x}" y="${rowTextY(0)}"${anchor}>${header}</text>${texts.join("")}`;
}

/** Returns the y coordinate of the text in a row. */
export const rowTextY = (row: number): number => row * ROW + 12;
