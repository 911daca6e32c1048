import { isPlainObject } from "./field";

/** Error for a JSON value that servers and engines cannot store. The message contains the reason and the fix. */
export class UnusableJsonError extends Error {
  override readonly name = "UnusableJsonError";
}

/** Limits the recursion of functions that read JSON. */
const MAX_LEVELS = 100;

/**
 * Returns the value of a JSON text. Throws a SyntaxError for invalid JSON, and an UnusableJsonError as `assertUsable`
 * does.
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertUsable(value);
  return value;
}

/** A part of a value, with its parent. */
interface Part {
  readonly value: unknown;
  readonly level: number;
  readonly step?: string | number;
  readonly around?: Part;
}

/**
 * Throws an UnusableJsonError for a value that is nested too deeply (such as a cycle), a number that is not finite, or
 * half of a surrogate pair. Works without recursion, because the value can have any depth.
 */
export function assertUsable(value: unknown): void {
  const open: Part[] = [{ value, level: 0 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    refuseLeaf(part);
    for (const [step, inner] of membersOf(part.value)) {
      if (part.level === MAX_LEVELS) {
        throw new UnusableJsonError(
          `The JSON is nested more than ${MAX_LEVELS} levels deep at ${placeOf(topOf(part))}.\nFix: Remove the nested value.`,
        );
      }
      open.push({ value: inner, level: part.level + 1, step, around: part });
    }
  }
}

function membersOf(value: unknown): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) {
    return value.entries();
  }
  return isPlainObject(value) ? Object.entries(value) : [];
}

function refuseLeaf(part: Part): void {
  const { value, step } = part;
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new UnusableJsonError(
      `The number at ${placeOf(part)} is too large.\nFix: Write a number that fits into 64 bits.`,
    );
  }
  if ([value, step].some((text) => typeof text === "string" && !text.isWellFormed())) {
    throw new UnusableJsonError(
      `The text at ${placeOf(part)} contains half of a surrogate pair, which is not a character.\nFix: Remove it.`,
    );
  }
}

/** Returns the member of the whole value that contains a part. */
function topOf(part: Part): Part {
  let top = part;
  while (top.around?.around) {
    top = top.around;
  }
  return top;
}

/** Returns the place of a part, such as `tiles[0].y`. */
function placeOf(part: Part): string {
  const steps: string[] = [];
  for (let each: Part | undefined = part; each?.step !== undefined; each = each.around) {
    steps.unshift(typeof each.step === "number" ? `[${each.step}]` : `.${each.step.toWellFormed()}`);
  }
  return steps.join("").replace(/^\./, "").slice(0, 200) || "the top level";
}
