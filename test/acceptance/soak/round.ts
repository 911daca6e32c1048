import { type Audit, isClean } from "../../support/audit";

/** The actions of a round, and their results. */
export interface Round {
  readonly what: string;
  /** The objects that are declared. */
  readonly declared: number;
  /** The changes of people. */
  readonly edits: number;
  /** The requests at which a fault was played, each with the fault where the round knows it. */
  readonly faults: readonly string[];
  readonly audit: Audit;
  readonly complaints: readonly string[];
}

export function isFinding({ audit, complaints }: Round): boolean {
  return !isClean(audit) || complaints.length > 0;
}

export function findingText({ audit, complaints, faults }: Round): string {
  const lines = Object.entries(audit).flatMap(([name, titles]: [string, readonly string[]]) =>
    titles.map((title) => `${name}: ${title}`),
  );
  return [...lines, ...complaints, ...faults.map((each) => `played: ${each}`)].join("\n");
}
