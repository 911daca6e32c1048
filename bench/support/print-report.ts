import { cpus, loadavg } from "node:os";
import { type Goal, isMet, type Report, type Table } from "./report";

/** Prints a report as text, and as one line of JSON that starts with its name. */
export function printReport(bench: string, { title, tables, goals, figures }: Report): void {
  const [load = 0] = loadavg();
  const machine = { cores: cpus().length, node: process.version, load: Math.round(load * 100) / 100 };
  const lines = [
    `${bench}: ${title}`,
    ...tables.flatMap((table) => ["", ...linesOf(table)]),
    "",
    ...goals.map(sentenceOf),
    "",
    JSON.stringify({
      bench,
      at: new Date().toISOString(),
      machine,
      ...figures,
      goals: goals.map((goal) => ({ ...goal, met: isMet(goal) })),
    }),
    "",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function sentenceOf(goal: Goal): string {
  const { name, measured, atMost, unit = "" } = goal;
  const written = (figure: number) => `${figure}${unit && ` ${unit}`}`;
  return `${isMet(goal) ? "met   " : "missed"} ${name}: ${written(measured)}, at most ${written(atMost)}`;
}

/** Aligns the first column to the left and the figures to the right. */
function linesOf({ columns, rows }: Table): readonly string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, index) => Math.max(...all.map((row) => (row[index] ?? "").length)));
  return all.map((row) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
