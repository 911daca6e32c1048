import * as z from "zod";
import { computed, optional, required } from "../../declaration/field";
import { type Rule, withRules } from "../../declaration/rules";
import { duration, secondsOf } from "../../declaration/value-types";
import { keyAddressFields, keyAddressRules } from "./addresses";
import { keyRoleFields } from "./declaration";

/** Terraform asks for more time when half of it is over, and a request may wait for the rate limit. */
const SHORTEST_SECONDS = 60;

const livesLongEnough: Rule = {
  reads: ["validFor"],
  check: ({ validFor }) =>
    secondsOf(String(validFor)) < SHORTEST_SECONDS
      ? `Must be at least ${SHORTEST_SECONDS}s, so that there is time to extend it; it is "${String(validFor)}".`
      : undefined,
};

/** A key for one run of Terraform, deleted at its end (docs/internals/api-behavior.md 1.3). */
export const temporaryKey = withRules(
  z.object({
    name: required(
      "What the key is for. A random end is added, so that runs at the same time have keys of their own.",
      z.string().min(1).max(40),
    ),
    assignedRoleIds: keyRoleFields.assignedRoleIds,
    roleNames: keyRoleFields.roleNames,
    ...keyAddressFields,
    validFor: optional(
      "How long the key works if the run is killed, such as `30m`. A run that takes longer extends it.",
      duration(),
      { serverDefault: "1h" },
    ),
    id: computed("The id of the key's record, a UUID. Not the key ID that signs requests.", z.string()),
    keyId: computed("The key ID that signs requests.", z.string(), { sensitive: true }),
    keySecret: computed("The key secret that signs requests.", z.string(), { sensitive: true }),
    expireAt: computed("When the key stops working unless the run extends it.", z.string()),
  }),
  livesLongEnough,
  ...keyAddressRules,
);

export type TemporaryKeyDeclaration = z.input<typeof temporaryKey>;
