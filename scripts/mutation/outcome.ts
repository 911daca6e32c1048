import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { MutantResult, MutantStatus } from "@stryker-mutator/api/core";

/** Result of the mutations of an area. */
export interface Outcome {
  readonly area: string;
  readonly counts: Readonly<Record<Counted, number>>;
  /** Percentage of mutations that a test detected. */
  readonly score: number;
  readonly seconds: number;
  readonly survivors: readonly MutantResult[];
}

/** Mutations that cannot run are not counted. */
const COUNTED = ["Killed", "Timeout", "Survived", "NoCoverage"] as const satisfies readonly MutantStatus[];
type Counted = (typeof COUNTED)[number];

export function outcomeOf(area: string, mutants: readonly MutantResult[], seconds: number): Outcome {
  const number = (...statuses: readonly Counted[]) =>
    mutants.filter(({ status }) => statuses.some((counted) => counted === status)).length;
  const counts = {
    Killed: number("Killed"),
    Timeout: number("Timeout"),
    Survived: number("Survived"),
    NoCoverage: number("NoCoverage"),
  };
  const survivors = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const all = number(...COUNTED);
  const score = (100 * number("Killed", "Timeout")) / all;
  return { area, counts, score, seconds, survivors };
}

export function scoreLine({ area, counts, score, seconds }: Outcome): string {
  const all = COUNTED.reduce((sum, status) => sum + counts[status], 0);
  const told = `${counts.Killed} killed, ${counts.Timeout} by time-out, ${counts.Survived} survived, ${counts.NoCoverage} without coverage`;
  return `${area}: ${score.toFixed(1)} % of ${all} changes detected (${told}) in ${Math.round(seconds)} s`;
}

/** Returns the mutations that no test detected as Markdown, in the order of the code. */
export function survivorsText(outcome: Outcome): string {
  const survivors = [...outcome.survivors].sort(
    (a, b) => a.fileName.localeCompare(b.fileName) || a.location.start.line - b.location.start.line,
  );
  return `# ${scoreLine(outcome)}\n\n${survivors.map(survivorText).join("")}`;
}

function survivorText({ fileName, mutatorName, location, replacement, status }: MutantResult): string {
  const { line, column } = location.start;
  const code = readFileSync(fileName, "utf8").split("\n")[line - 1]?.trim() ?? "";
  const unseen = status === "NoCoverage" ? ", which no test runs" : "";
  const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
  return `- ${place} ${mutatorName}${unseen}\n  \`${code}\`\n  becomes \`${(replacement ?? "").replace(/\s+/g, " ")}\`\n`;
}
