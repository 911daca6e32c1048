import { createHash } from "node:crypto";
import { splitColumns } from "../../split-columns";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Step lengths of generated events. Long ranges use longer steps, so that a query has at most about 10,000 steps. */
const STEPS = [MINUTE / 2, 5 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE];
const MAX_STEPS = 25_000;

/** Each stretch of this length contains at most one burst. */
const BURST_STRETCH = 4 * 60 * MINUTE;

/** Number and average value of the events in one step. */
export interface InventedStep {
  readonly start: number;
  readonly events: number;
  readonly value: number;
}

/**
 * Generates plausible events: more by day and on weekdays, with noise and occasional bursts. They depend only on the
 * seed and the time. The same query therefore always has the same result, and a long bucket contains the events of the
 * short buckets inside it. Each part of a condition selects a stable share of them, so that ratios are plausible too.
 */
export class InventedEvents {
  readonly #seed: number;
  /** Events per minute at an average time, without a condition. */
  readonly #rate: number;
  readonly #level: number;
  readonly #parts: readonly { readonly seed: number; readonly share: number; readonly isNegated: boolean }[];

  constructor(sourceId: string, where: string, metric: string, ...group: readonly string[]) {
    const digest = seededDigest(sourceId, metric, ...group);
    this.#seed = digest.readUInt32BE(0);
    this.#rate = 10_000 * 3 ** (digest.readUInt32BE(4) / 0x100000000);
    this.#level = 10 ** (1 + 2 * (digest.readUInt32BE(8) / 0x100000000));
    this.#parts = conditionParts(where).map(({ text, share, isNegated }) => {
      const own = seededDigest(text);
      const seed = own.readUInt32BE(0);
      return { seed, share: share * (0.7 + 0.6 * (own.readUInt32BE(4) / 0x100000000)), isNegated };
    });
  }

  /** Yields the steps from `start` that begin before `end`. */
  *between(start: number, end: number, step: number): Generator<InventedStep> {
    for (let time = Math.ceil(start / step) * step; time < end; time += step) {
      yield this.#at(time, step);
    }
  }

  #at(start: number, step: number): InventedStep {
    const busy = this.#daily(start) * this.#weekly(start);
    const burst = this.#burst(start);
    const second = Math.floor(start / 1000);
    const noise = this.#share(second, 1) + this.#share(second, 2) - 1;
    let events = Math.round(((this.#rate * busy * burst * step) / MINUTE) * (1 + 0.15 * noise));
    for (const { seed, share, isNegated } of this.#parts) {
      const expected = events * share;
      const deviation = (2 * this.#share(second, seed) - 1) * Math.min(expected, Math.sqrt(expected * 2));
      const met = Math.min(events, Math.floor(expected + deviation + this.#share(second, seed + 1)));
      events = isNegated ? events - met : met;
    }
    return { start, events, value: this.#level * (0.6 + 0.4 * busy) * (1 + 0.25 * noise) * Math.sqrt(burst) };
  }

  /** Returns the factor for the time of day: 0.5 at night and up to 1.5 at noon. */
  #daily(time: number): number {
    return 1 - 0.5 * Math.cos(((time % DAY) / DAY) * 2 * Math.PI);
  }

  /** Day 0 of the epoch was a Thursday. */
  #weekly(time: number): number {
    return (Math.floor(time / DAY) + 4) % 7 === 0 || (Math.floor(time / DAY) + 4) % 7 === 6 ? 0.6 : 1;
  }

  /** About every eighth stretch has a burst of 10 to 50 minutes with three to nine times as many events. */
  #burst(time: number): number {
    const stretch = Math.floor(time / BURST_STRETCH);
    if (this.#share(stretch, 4) > 0.125) {
      return 1;
    }
    const begin = stretch * BURST_STRETCH + this.#share(stretch, 5) * (BURST_STRETCH - 50 * MINUTE);
    const length = (10 + 40 * this.#share(stretch, 6)) * MINUTE;
    return time >= begin && time < begin + length ? 3 + 6 * this.#share(stretch, 7) : 1;
  }

  /** Returns a number from 0 to below 1 that depends only on seed and arguments. A query needs thousands. */
  #share(number: number, purpose: number): number {
    let hash = this.#seed ^ Math.imul(purpose, 0x9e3779b1) ^ Math.imul(number, 0x27d4eb2f);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 0x100000000;
  }
}

export function seededDigest(...seed: readonly (string | number)[]): Buffer {
  return createHash("sha256").update(seed.join("\u0000")).digest();
}

/** Returns the shortest step for a range of this length, in milliseconds. */
export function stepFor(range: number): number {
  return STEPS.find((step) => range / step <= MAX_STEPS) ?? Math.ceil(range / MAX_STEPS);
}

/** A condition that generated events meet or do not meet. */
interface ConditionPart {
  /** The condition without its negation. */
  readonly text: string;
  /** Share of the events that meet the text. */
  readonly share: number;
  /** True if the part selects the other events. */
  readonly isNegated: boolean;
}

/** Maximum length of a condition that is divided. Nested negations and brackets take more than linear time. */
const MAX_LENGTH = 2000;

/** Returns the parts of a condition in Lucene or SQL. An event must meet all of them. A longer condition is one part. */
function conditionParts(condition: string): readonly ConditionPart[] {
  if (condition.length > MAX_LENGTH) {
    return [{ text: condition, share: OTHER_SHARE, isNegated: false }];
  }
  const parts = splitColumns(condition, "AND").map(unwrap);
  return parts.length > 1 ? parts.flatMap(conditionParts) : parts.map(partOf);
}

/** Removes brackets around a whole condition. */
function unwrap(condition: string): string {
  const isWrapped = condition.startsWith("(") && condition.endsWith(")") && splitColumns(condition, ")").length === 1;
  return isWrapped ? unwrap(condition.slice(1, -1).trim()) : condition;
}

/** Forms of negations, with the text that replaces each in the positive condition. */
const NEGATIONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:NOT\b|[-!])\s*/i, ""],
  [/!=|<>/, "="],
  [/\bNOT (?=IN\b|I?LIKE\b)/i, ""],
  [/<=/, ">"],
  [/</, ">="],
];

/** Errors and slow events are so rare that a usual service level objective has most of its error budget left. */
const ERROR_SHARE = 0.0003;
const SHARES: readonly (readonly [RegExp, number])[] = [
  [/fatal|critical|panic/i, ERROR_SHARE / 10],
  [/error|exception|fail|timeout|\b5(?:\d\d|xx)\b|>/i, ERROR_SHARE],
  [/warn/i, 0.005],
];
const OTHER_SHARE = 0.4;

/** Names of results without an error. */
const GOOD = /\b(?:ok|success|2(?:\d\d|xx))\b/i;

function partOf(text: string): ConditionPart {
  for (const [negation, replacement] of NEGATIONS) {
    if (negation.test(text)) {
      const positive = partOf(unwrap(text.replace(negation, replacement)));
      return { ...positive, isNegated: !positive.isNegated };
    }
  }
  const share = SHARES.find(([pattern]) => pattern.test(text))?.[1];
  const isGood = share === undefined && GOOD.test(text);
  return { text, share: share ?? (isGood ? ERROR_SHARE : OTHER_SHARE), isNegated: isGood };
}
