import * as z from "zod";
import { isAdopted } from "./adopted-key";
import { computed, optional } from "./field";
import type { Rule } from "./rule";

const secretIsWanted: Rule = {
  reads: ["secretInState", "adopt"],
  check: (key) =>
    isAdopted(key) || key.secretInState === true
      ? undefined
      : "The server shows the secret of a new key once, and the only place to keep it is the state. Set it to true if your state is a safe place for it, or adopt a key that exists.",
};

const adoptedSecretIsGone: Rule = {
  reads: ["secretInState", "adopt"],
  check: (key) =>
    isAdopted(key) && key.secretInState === true
      ? "The secret of a key that exists cannot be read. Leave it out."
      : undefined,
};

/** How the author says what becomes of a new key's secret, and what is kept of it. */
export const keySecretFields = {
  secretInState: optional(
    "States that the secret of a new key is kept, marked as sensitive, in the Terraform state.",
    z.boolean(),
  ),
  keyId: computed("The key ID that signs requests. Known for a key that was created here.", z.string(), {
    sensitive: true,
  }),
  keySecret: computed("The key secret that signs requests. Known for a key that was created here.", z.string(), {
    sensitive: true,
  }),
};

export const keySecretRules: readonly Rule[] = [secretIsWanted, adoptedSecretIsGone];
