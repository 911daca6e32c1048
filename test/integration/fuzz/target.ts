import type fc from "fast-check";

/** A part of the project that reads foreign input, with a check that it handles any input. */
export interface Target<Case = unknown> {
  readonly name: string;
  /** Its share of the cases of a whole run, per thousand. Cheap targets get more. */
  readonly share: number;
  /** Sets up what every case needs, such as a server. */
  open(): Promise<Opened<Case>>;
}

/** A target that is ready. */
export interface Opened<Case> extends AsyncDisposable {
  readonly cases: fc.Arbitrary<Case>;
  /** Throws where the part fails: an assertion, or an unexpected error of the part. */
  check(one: Case): void | Promise<void>;
}

/** A target that needs nothing set up. */
export function pureTarget<Case>(
  name: string,
  share: number,
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => void | Promise<void>,
): Target<Case> {
  const opened: Opened<Case> = { cases, check, [Symbol.asyncDispose]: async () => undefined };
  return { name, share, open: async () => opened };
}

/** Also one that only its own module can make instances of. */
type ErrorClass = { readonly prototype: Error; [Symbol.hasInstance](value: unknown): boolean };

/**
 * The result of work that may refuse its input; undefined where it refuses with one of the expected errors. Any other
 * error is a finding and passes, as does a refusal without words or with a stack trace in them.
 */
export function orRefusal<T>(work: () => T, ...expected: readonly ErrorClass[]): T | undefined {
  try {
    return work();
  } catch (error) {
    mustBeRefusal(error, expected);
    return undefined;
  }
}

/** Like `orRefusal`, for work that takes time. */
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

/** Throws for a message that tells a person nothing: none, or a stack trace. */
export function mustBeWords(message: string): void {
  if (message.trim() === "") {
    throw new Error("A refusal has no message.");
  }
  if (/\n\s+at .+:\d+:\d+/.test(message)) {
    throw new Error(`A refusal shows a stack trace: ${message}`);
  }
}

/** Throws unless what must hold does. */
export function must(holds: boolean, otherwise: () => string): void {
  if (!holds) {
    throw new Error(otherwise());
  }
}
