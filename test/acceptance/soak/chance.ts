import { createHash } from "node:crypto";
import { seededRandom } from "../../support/seeded-random";

/** Makes random decisions that are the same in every run with the same words. */
export class Chance {
  readonly #random: () => number;

  /** @param words the seed, and the subject of the decision */
  constructor(...words: readonly (string | number)[]) {
    this.#random = seededRandom(createHash("sha256").update(JSON.stringify(words)).digest().readUInt32LE());
  }

  /** Returns true with this probability. */
  is(probability: number): boolean {
    return this.#random() < probability;
  }

  /** Returns a whole number from 0 to `most`. */
  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** Returns one of the elements. Undefined if there is none. */
  of<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  /** Selects each element with this probability. */
  some<T>(all: readonly T[], probability: number): readonly T[] {
    return all.filter(() => this.is(probability));
  }
}
