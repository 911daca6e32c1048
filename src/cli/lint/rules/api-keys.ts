import * as z from "zod";
import { isPresent } from "../../../declaration/field";
import { NEVER } from "../../../resources/api-key/declaration";
import { isAdopted } from "../../../resources/api-key/fields";
import { offlineRule, type RuleFinding } from "../lint-rule";
import { describeObject, type LintedObject } from "../linted-objects";

const API_KEY = "clickstack_api_key";

const DAY_MS = 86_400_000;

export const keyExpiryRule = offlineRule({
  id: "key-expiry",
  severity: "warn",
  description: "An API key never expires and is never rotated.",
  fix: "Set `rotateEvery` with an `overlap`, or set `expireAt` to a time.",
  limits:
    "The rule does not see the expiry of an adopted key that declares none. Without `maxDays` it accepts every time.",
  types: [API_KEY],
  options: z.strictObject({
    maxDays: z
      .number()
      .positive()
      .optional()
      .describe("Maximum number of days from today to `expireAt`. Default: no maximum."),
  }),
  check: (input, { maxDays }) =>
    input.resources(API_KEY).flatMap((object): RuleFinding[] => {
      const problem = expiryProblem(object, maxDays);
      return problem === undefined ? [] : [{ object, message: `The ${describeObject(object)} ${problem}.` }];
    }),
});

function expiryProblem({ fields }: LintedObject, maxDays: number | undefined): string | undefined {
  const { expireAt, rotateEvery } = fields;
  if (isPresent(rotateEvery)) {
    return undefined;
  }
  if (!isPresent(expireAt)) {
    return isAdopted(fields) ? undefined : "never expires";
  }
  if (typeof expireAt !== "string") {
    return undefined;
  }
  if (expireAt === NEVER) {
    return "never expires";
  }
  const days = (Date.parse(expireAt) - Date.now()) / DAY_MS;
  return maxDays !== undefined && days > maxDays
    ? `expires in ${Math.ceil(days)} days, which is more than ${maxDays}`
    : undefined;
}
