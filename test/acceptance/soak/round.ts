import { type Audit, isClean } from "../../support/audit";

/** The actions of a round, and their results. */
export interface Round {
  readonly what: string;
  /** The declared objects. */
  readonly declared: number;
  /** The changes by users. */
  readonly edits: number;
  /** The requests with a fault, each with the name of the fault if the round knows it. */
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
