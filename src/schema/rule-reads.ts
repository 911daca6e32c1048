import type { IssuePath } from "./issue";

/** Every element of a list or map. */
const EVERY = "*";
/** How many elements a list or map has; says nothing about the elements. */
const SIZE = "size";

/** The steps of one entry of a rule's `reads`, such as `containers.*.id`. */
export type ReadSteps = readonly string[];

/** Splits one entry of a rule's `reads` into its steps. */
export function readSteps(read: string): ReadSteps {
  return read.split(".");
}

/** Whether a part of what a rule reads is not known yet. */
export function readsUnknown(value: unknown, steps: ReadSteps, isUnknown: (value: unknown) => boolean): boolean {
  if (isUnknown(value)) return true;
  const [step, ...rest] = steps;
  if (step === SIZE) return false;
  if (step === undefined || step === EVERY)
    return elementsOf(value).some((each) => readsUnknown(each, rest, isUnknown));
  return readsUnknown((value as Record<string, unknown> | undefined)?.[step], rest, isUnknown);
}

/** Whether something at `path` was refused that a rule reads, so that the rule would judge a value that is wrong already. */
export function readsRefused(steps: ReadSteps, path: IssuePath): boolean {
  const shared = Math.min(steps.length, path.length);
  for (let index = 0; index < shared; index++) {
    if (steps[index] !== EVERY && steps[index] !== path[index]) return false;
  }
  return true;
}

function elementsOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
