import * as z from "zod";
import { isAdopted } from "./adopted-key";
import { duration, secondsOf } from "./duration";
import { computed, type Fields, optional } from "./field";
import { isPresent } from "./present";
import type { Rule } from "./rule";

const sameLength = { canonical: (text: string) => String(secondsOf(text)) };

/** A generation that a newer one has replaced and that is still on the server. */
const previousGeneration = z.object({
  id: computed("The id of the key's record.", z.string()),
  expireAt: computed("When it stops working.", z.string()),
});

/** When a new generation takes the key's place, and how long the old one goes on working. */
export const keyRotationFields = {
  rotateEvery: optional(
    "How old the key may become, such as `30d`. The first plan after that replaces it by a new generation.",
    duration(),
    sameLength,
  ),
  overlap: optional(
    "How long the old generation goes on working once the new one is there, such as `7d`. Needed for a key that is rotated.",
    duration(),
    sameLength,
  ),
  keepers: optional(
    "Values of any kind that belong to this generation. A change of one of them replaces the key.",
    z.record(z.string(), z.string()),
  ),
  rotateAt: computed("When the key is due to be replaced. Null without `rotate_every`.", z.string()),
  generations: computed(
    "Previous generations that are still on the server. An apply removes those that have expired.",
    z.array(previousGeneration),
  ),
};

/** Whether a key is replaced by new generations, and the old ones get their overlap. */
export function isRotated(key: Fields): boolean {
  return isPresent(key.rotateEvery) || isPresent(key.keepers);
}

const overlapIsStated: Rule = {
  reads: ["overlap", "rotateEvery", "keepers"],
  check: (key) => {
    if (isRotated(key) && !isPresent(key.overlap))
      return "A key that is rotated needs it: how long the old key goes on working, such as 7d. Write 0s to end it at once.";
    if (!isRotated(key) && isPresent(key.overlap))
      return "Only a key that is rotated has an overlap. Give rotate_every or keepers, or leave it out.";
    return undefined;
  },
};

const overlapEndsInTime: Rule = {
  reads: ["overlap", "rotateEvery"],
  check: ({ overlap, rotateEvery }) => {
    if (!isPresent(overlap) || !isPresent(rotateEvery)) return undefined;
    return secondsOf(String(overlap)) < secondsOf(String(rotateEvery))
      ? undefined
      : `Must be shorter than rotate_every, so that there are never more than two generations; it is "${String(overlap)}".`;
  },
};

const rotationTakesTime: Rule = {
  reads: ["rotateEvery"],
  check: ({ rotateEvery }) =>
    isPresent(rotateEvery) && secondsOf(String(rotateEvery)) === 0
      ? "Every plan would replace the key. Give a time such as 30d."
      : undefined,
};

const adoptedIsNotRotated: Rule = {
  reads: ["adopt", "rotateEvery", "keepers"],
  check: (key) =>
    isAdopted(key) && isRotated(key)
      ? "A new generation is a new key, and an adopted key is one that exists. Leave out adopt, or rotate_every and keepers."
      : undefined,
};

export const keyRotationRules: readonly Rule[] = [
  overlapIsStated,
  overlapEndsInTime,
  rotationTakesTime,
  adoptedIsNotRotated,
];
