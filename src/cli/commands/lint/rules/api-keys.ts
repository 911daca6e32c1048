import * as z from "zod";
import { isPresent } from "../../../../declaration/field";
import { AllowedAddresses } from "../../../../declaration/ip-ranges";
import { apiFieldsIn } from "../../../../drawing";
import { NEVER } from "../../../../resources/api-key/declaration";
import { isAdopted, SystemRole } from "../../../../resources/api-key/fields";
import { lacksRequired, lintRule } from "../lint-rule";
import { API_KEY_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { referenceOf } from "../unevaluated";

const DAY_MS = 86_400_000;

const EXPIRY = {
  fields: ["expireAt", "rotateEvery"],
  policyMessage: "the API key never expires. Set expire_at or rotate_every.",
  isRefused: true,
};

const keyExpiryRule = lintRule({
  id: "key-expiry",
  severity: "warn",
  description: "An API key never expires and is never rotated.",
  fix: "Set `rotation` (`rotate_every` and `overlap` in Terraform), or set `expireAt` to a time.",
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
  checkObject: (key, { maxDays }) => {
    const { expireAt, rotateEvery } = key.fields;
    const isUnlimited = lacksRequired(EXPIRY, key)
      ? !isAdopted(key.fields)
      : !isPresent(rotateEvery) && expireAt === NEVER;
    if (isUnlimited) {
      return `The ${describeObject(key)} never expires.`;
    }
    if (maxDays === undefined || isPresent(rotateEvery) || typeof expireAt !== "string") {
      return undefined;
    }
    const days = (Date.parse(expireAt) - Date.now()) / DAY_MS;
    return days > maxDays
      ? `The ${describeObject(key)} expires in ${Math.ceil(days)} days, which is more than ${maxDays}.`
      : undefined;
  },
});

/** Keys that a program creates: managed keys, and temporary keys for one run. */
const KEYS = [API_KEY_TYPE, "ephemeral.clickstack_api_key"];

const keyOpenAddressesRule = lintRule({
  id: "key-open-addresses",
  severity: "error",
  description: "An API key can be used from any address, or from more addresses than a /8 contains.",
  fix: "List the required addresses in `ipAccessList`.",
  limits: "The rule skips addresses that an expression provides. It does not know the ranges of cloud providers.",
  types: KEYS,
  checkObject: (key) => {
    const problem = addressProblem(key);
    return problem && `The ${describeObject(key)} can be used from ${problem}.`;
  },
});

function addressProblem({ fields: { allowAnyIp, ipAccessList } }: LintedObject): string | undefined {
  if (allowAnyIp === true) {
    return "any address";
  }
  const allowed = new AllowedAddresses(apiFieldsIn(ipAccessList).map(({ source }) => source));
  if (!allowed.isWide) {
    return undefined;
  }
  if (allowed.hasWideV6) {
    return "a range of IPv6 wider than a /32";
  }
  return allowed.percent >= 100 ? "any address" : `${Number(allowed.percent.toFixed(1))}% of all addresses`;
}

/** Words in the name of a key that a pipeline uses. */
const CI_WORDS = new Set(
  "actions atlantis automation bot build buildkite cd ci cicd circleci cron deploy deployer deployment drift github gitlab jenkins pipeline release runner spacelift terraform".split(
    " ",
  ),
);

const keyAdminRoleRule = lintRule({
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
  checkObject: (key, { everyKey }) =>
    (everyKey || isForCi(key)) && isAdmin(key)
      ? `The ${describeObject(key)} has the role ${SystemRole.admin}.`
      : undefined,
});

function isForCi({ label, fields: { name } }: LintedObject): boolean {
  const words = `${label} ${typeof name === "string" ? name : ""}`.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.split(/[^a-z0-9]+/).some((word) => CI_WORDS.has(word));
}

function isAdmin({ stack, fields }: LintedObject): boolean {
  const { roleNames, roles, assignedRoleIds } = fields;
  const assigned = listOf(assignedRoleIds).map((id) => stack.find(referenceOf(id))?.fields.name);
  return [...listOf(roleNames), ...listOf(roles), ...assigned].some(
    (name) => typeof name === "string" && name.toLowerCase() === SystemRole.admin.toLowerCase(),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export const keyRules = [keyExpiryRule, keyOpenAddressesRule, keyAdminRoleRule];
