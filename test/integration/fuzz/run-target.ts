import fc from "fast-check";
import { Guards } from "./guards";
import type { Target } from "./target";

/** Options that select a part of a run. */
export interface FuzzOptions {
  /** A 32-bit whole number from which all cases are generated. */
  readonly seed: number;
  readonly cases: number;
  /** The number of one case in the run with this seed, as a finding shows it. Only this case is run. */
  readonly path?: string;
}

/** A case that a target does not handle, made as small as possible. */
interface Finding {
  readonly target: string;
  readonly seed: number;
  readonly path: string;
  /** The case, as text. */
  readonly example: string;
  readonly error: string;
}

/** The result of a run. */
export interface FuzzRun {
  readonly cases: number;
  readonly finding?: Finding;
}

/**
 * The case that runs next: its seed, its number in the run with this seed, and the number of cases that were run before
 * it.
 */
interface CaseNumber {
  readonly seed: number;
  readonly index: number;
  readonly done: number;
}

/**
 * Number of cases that one seed generates. The next cases use the next seed, so that no data of earlier cases is kept.
 */
const CASES_PER_SEED = 1000;

/** Runs cases until the target does not handle one, and then makes this case smaller. */
export async function runTarget(
  target: Target,
  { seed, cases, path }: FuzzOptions,
  note: (number: CaseNumber) => void = () => undefined,
): Promise<FuzzRun> {
  await using opened = await target.open();
  using guards = new Guards();
  for (let done = 0; done < cases; done += CASES_PER_SEED) {
    const ownSeed = (seed + done / CASES_PER_SEED) | 0;
    let index = 0;
    const property = fc.asyncProperty(opened.cases, async (one) => {
      note({ seed: ownSeed, index, done: done + index });
      index += 1;
      guards.begin();
      await opened.check(one);
      guards.check();
    });
    const numRuns = Math.min(CASES_PER_SEED, cases - done);
    const run = await fc.check(property, { seed: ownSeed, numRuns, ...(path !== undefined && { path }) });
    if (run.failed) {
      return { cases: done + run.numRuns, finding: findingOf(target, ownSeed, run) };
    }
    if (path !== undefined) {
      return { cases: 1 };
    }
  }
  return { cases };
}

function findingOf(target: Target, seed: number, run: fc.RunDetails<[unknown]>): Finding {
  const { counterexample, counterexamplePath, errorInstance } = run;
  return {
    target: target.name,
    seed,
    path: counterexamplePath ?? "",
    example: fc.stringify(counterexample?.[0]),
    error: errorText(errorInstance),
  };
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
