import type fc from "fast-check";

/** A part of the project that reads foreign input, with a check that it handles any input. */
export interface Target<Case = unknown> {
  readonly name: string;
  /** The share of this target in the cases of a whole run, per thousand. Fast targets have a larger share. */
  readonly share: number;
  /** Prepares the objects that every case needs, such as a server. */
  open(): Promise<Opened<Case>>;
}

/** A prepared target. */
export interface Opened<Case> extends AsyncDisposable {
  readonly cases: fc.Arbitrary<Case>;
  /** Throws if the target does not handle the case: an assertion fails, or an unexpected error occurs. */
  check(one: Case): void | Promise<void>;
}

/** Creates a target that needs no preparation. */
export function pureTarget<Case>(
  name: string,
  share: number,
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => void | Promise<void>,
): Target<Case> {
  const opened: Opened<Case> = { cases, check, [Symbol.asyncDispose]: async () => undefined };
  return { name, share, open: async () => opened };
}

/** An error class, which can have a private constructor. */
type ErrorClass = { readonly prototype: Error; [Symbol.hasInstance](value: unknown): boolean };

/**
 * Returns the result of work that may refuse its input, or undefined after one of the expected errors. Other errors are
 * findings and are thrown. A refusal without a text or with a stack trace is a finding too.
 */
export function orRefusal<T>(work: () => T, ...expected: readonly ErrorClass[]): T | undefined {
  try {
    return work();
  } catch (error) {
    mustBeRefusal(error, expected);
    return undefined;
  }
}

/** Does the same as `orRefusal` for asynchronous work. */
export async function orRejection<T>(
  work: () => Promise<T>,
  ...expected: readonly ErrorClass[]
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    mustBeRefusal(error, expected);
    return undefined;
  }
}

function mustBeRefusal(error: unknown, expected: readonly ErrorClass[]): void {
  if (!(error instanceof Error) || !expected.some((each) => error instanceof each)) {
    throw error;
  }
  mustBeWords(error.message);
}

/** Throws for a message that does not help a user: an empty message or one with a stack trace. */
export function mustBeWords(message: string): void {
  if (message.trim() === "") {
    throw new Error("A refusal has no message.");
  }
  if (/\n\s+at .+:\d+:\d+/.test(message)) {
    throw new Error(`A refusal shows a stack trace: ${message}`);
  }
}

/** Throws if the condition is false. */
export function must(holds: boolean, otherwise: () => string): void {
  if (!holds) {
    throw new Error(otherwise());
  }
}
