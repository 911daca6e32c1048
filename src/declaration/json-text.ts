import { isPlainObject } from "./field";

/** Error for a JSON value that servers and engines cannot store. The message contains the reason and the fix. */
export class UnusableJsonError extends Error {
  override readonly name = "UnusableJsonError";
}

/** Limits the recursion of functions that read JSON. */
const MAX_LEVELS = 100;

/** Parses JSON. Throws a SyntaxError if it is invalid, and an UnusableJsonError as `assertUsable` does. */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertUsable(value);
  return value;
}

/**
 * Throws an UnusableJsonError for a value that is nested too deeply (such as a cycle), a number that is not finite, or
 * half of a surrogate pair.
 * @param path steps to the value
 */
export function assertUsable(value: unknown, path: (string | number)[] = []): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new UnusableJsonError(
      `The number at ${placeOf(path)} is too large.\nFix: Write a number that fits into 64 bits.`,
    );
  }
  if ([value, path.at(-1)].some((text) => typeof text === "string" && !text.isWellFormed())) {
    throw new UnusableJsonError(
      `The text at ${placeOf(path)} contains half of a surrogate pair, which is not a character.\nFix: Remove it.`,
    );
  }
  for (const [step, inner] of membersOf(value)) {
    if (path.length === MAX_LEVELS) {
      throw new UnusableJsonError(
        `The JSON is nested more than ${MAX_LEVELS} levels deep at ${placeOf(path.slice(0, 1))}.\nFix: Remove the nested value.`,
      );
    }
    path.push(step);
    assertUsable(inner, path);
    path.pop();
  }
}

function membersOf(value: unknown): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) {
    return value.entries();
  }
  return isPlainObject(value) ? Object.entries(value) : [];
}

/** Returns the place of a part, such as `tiles[0].y`. */
function placeOf(path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step.toWellFormed()}`));
  return steps.join("").replace(/^\./, "").slice(0, 200) || "the top level";
}
