import * as z from "zod";
import { isPresent } from "../../../../declaration/field";
import { AllowedAddresses } from "../../../../declaration/ip-ranges";
import { apiFieldsIn } from "../../../../drawing";
import { NEVER } from "../../../../resources/api-key/declaration";
import { isAdopted, SystemRole } from "../../../../resources/api-key/fields";
import { type LintInput, lacksRequired, offlineRule, type RuleFinding } from "../lint-rule";
import { API_KEY_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { referenceOf } from "../unevaluated";

const DAY_MS = 86_400_000;

const EXPIRY = {
  fields: ["expireAt", "rotateEvery"],
  policyMessage: "the API key never expires. Set expire_at or rotate_every.",
  isRefused: true,
};

export const keyExpiryRule = offlineRule({
  id: "key-expiry",
  severity: "warn",
  description: "An API key never expires and is never rotated.",
  fix: "Set `rotateEvery` with an `overlap`, or set `expireAt` to a time.",
  limits:
    "The rule does not see the expiry of an adopted key that declares none. Without `maxDays` it accepts every time.",
  types: [API_KEY_TYPE],
  requires: EXPIRY,
  options: z.strictObject({
    maxDays: z
      .number()
      .positive()
      .optional()
      .describe("Maximum number of days from today to `expireAt`. Default: no maximum."),
  }),
  check: (input, { maxDays }) =>
    input.resources(API_KEY_TYPE).flatMap((object): RuleFinding[] => {
      const problem = expiryProblem(object, maxDays);
      return problem === undefined ? [] : [{ object, message: `The ${describeObject(object)} ${problem}.` }];
    }),
});

function expiryProblem(object: LintedObject, maxDays: number | undefined): string | undefined {
  const { expireAt, rotateEvery } = object.fields;
  if (lacksRequired(EXPIRY, object)) {
    return isAdopted(object.fields) ? undefined : "never expires";
  }
  if (isPresent(rotateEvery) || typeof expireAt !== "string") {
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

const KEYS = [API_KEY_TYPE, "ephemeral.clickstack_api_key"];

/** Returns the keys that a program creates: managed ones, and those for one run. */
function keysIn({ objects }: LintInput): readonly LintedObject[] {
  return objects.filter(({ kind, type }) => type === API_KEY_TYPE && (kind === "resource" || kind === "ephemeral"));
}

export const keyOpenAddressesRule = offlineRule({
  id: "key-open-addresses",
  severity: "error",
  description: "An API key can be used from any address, or from more addresses than a /8 contains.",
  fix: "List the required addresses in `ipAccessList`.",
  limits: "The rule skips addresses that an expression provides. It does not know the ranges of cloud providers.",
  types: KEYS,
  check: (input) =>
    keysIn(input).flatMap((object): RuleFinding[] => {
      const problem = addressProblem(object);
      return problem === undefined ? [] : [{ object, message: `The ${describeObject(object)} ${problem}.` }];
    }),
});

function addressProblem({ fields: { allowAnyIp, ipAccessList } }: LintedObject): string | undefined {
  if (allowAnyIp === true) {
    return "can be used from any address";
  }
  const allowed = new AllowedAddresses(apiFieldsIn(ipAccessList).map(({ source }) => source));
  if (!allowed.isWide) {
    return undefined;
  }
  if (allowed.hasWideV6) {
    return "can be used from a range of IPv6 wider than a /32";
  }
  return allowed.percent >= 100
    ? "can be used from any address"
    : `can be used from ${Number(allowed.percent.toFixed(1))}% of all addresses`;
}

/** Words in the name of a key that a pipeline uses. */
const CI_WORDS = new Set(
  "actions atlantis automation bot build buildkite cd ci cicd circleci cron deploy deployer deployment drift github gitlab jenkins pipeline release runner spacelift terraform".split(
    " ",
  ),
);

export const keyAdminRoleRule = offlineRule({
  id: "key-admin-role",
  severity: "warn",
  description: "An API key for CI has the role Admin.",
  fix: "Give the key a role with only the required permissions, such as `SystemRole.developer` or a custom role.",
  limits:
    "The rule recognizes CI by words such as `ci`, `deploy` or `github` in the name of the key or of its construct. It does not know the permissions of custom roles.",
  types: KEYS,
  options: z.strictObject({
    everyKey: z.boolean().default(false).describe("If true, the rule also reports keys that are not for CI."),
  }),
  check: (input, { everyKey }) =>
    keysIn(input)
      .filter((object) => (everyKey || isForCi(object)) && isAdmin(input, object))
      .map((object) => ({ object, message: `The ${describeObject(object)} has the role ${SystemRole.admin}.` })),
});

function isForCi({ label, fields: { name } }: LintedObject): boolean {
  const words = `${label} ${typeof name === "string" ? name : ""}`.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.split(/[^a-z0-9]+/).some((word) => CI_WORDS.has(word));
}

function isAdmin(input: LintInput, object: LintedObject): boolean {
  const { roleNames, roles, assignedRoleIds } = object.fields;
  const names = [
    ...listOf(roleNames),
    ...listOf(roles),
    ...listOf(assignedRoleIds).map((id) => roleNameOf(input, object, id)),
  ];
  return names.some((name) => typeof name === "string" && name.toLowerCase() === SystemRole.admin.toLowerCase());
}

function roleNameOf(input: LintInput, object: LintedObject, id: unknown): unknown {
  return input.stackOf(object).find(referenceOf(id))?.fields.name;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
