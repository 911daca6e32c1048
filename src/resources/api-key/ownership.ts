import * as z from "zod";
import { DependentDefault, type Fields, isPresent, type JsonValue, optional } from "../../declaration/field";
import type { Rule } from "../../declaration/rules";
import { duration, secondsOf } from "../../declaration/value-types";

/** Whether a declared key is one that exists already. */
export function isAdopted(key: Fields): boolean {
  return isPresent(key.adopt);
}

/** A key is created with what was declared; an adopted key keeps whatever was not declared. */
export function unlessAdopted(value: JsonValue): DependentDefault {
  return new DependentDefault(["adopt"], (key) => (isAdopted(key) ? undefined : value));
}

/** What can become of a key whose resource is destroyed. */
const ON_DESTROY = ["delete", "release", "disable", "expire"] as const;

export type OnDestroy = (typeof ON_DESTROY)[number];

/** What becomes of a key for which nothing else was said. */
export function defaultOnDestroy(key: Fields): OnDestroy {
  if (isPresent(key.expireAfter)) return "expire";
  return isAdopted(key) ? "release" : "delete";
}

/** What becomes of a key in the end, and what may be done to it on the way. */
export const keyDestroyFields = {
  onDestroy: optional(
    "What a destroy does with the key: `delete` it, `release` it (leave it as it is), `disable` it, or let it `expire` after `expire_after`. A created key is deleted and an adopted one released unless something else is said. Takes effect once it is applied.",
    z.enum(ON_DESTROY),
    { serverDefault: new DependentDefault(["adopt", "expireAfter"], defaultOnDestroy) },
  ),
  expireAfter: optional(
    "How long the key keeps working after a destroy, such as `72h`. The destroy sets its expiry instead of deleting it.",
    duration(),
    { canonical: (text) => String(secondsOf(text)) },
  ),
  allowSelfLockout: optional(
    "Allows changes that would lock out the key that signs the requests. Default: false.",
    z.boolean(),
  ),
};

const expiryHasItsTime: Rule = {
  reads: ["onDestroy", "expireAfter"],
  check: ({ onDestroy, expireAfter }) => {
    if (onDestroy === "expire" && !isPresent(expireAfter))
      return "The key expires some time after the destroy. Say how long in expire_after.";
    if (isPresent(onDestroy) && onDestroy !== "expire" && isPresent(expireAfter))
      return `Does not go with expire_after, which lets the key expire. Leave out one of the two.`;
    return undefined;
  },
};

export const keyDestroyRules: readonly Rule[] = [expiryHasItsTime];
