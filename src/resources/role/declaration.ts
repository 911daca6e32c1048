import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, openEnum, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";

/** The types of role (docs/internals/api-behavior.md 1.5). */
const ROLE_TYPES = ["system", "custom"] as const;

const policyTags = z.object({
  grants: optional("The databases to which the policy is limited.", z.array(z.string().min(1)), {
    unordered: true,
    emptyIsAbsent: true,
  }),
  roleV2: optional(
    "The role in the SQL console: `sql-console-readonly` or `sql-console-admin`.",
    openEnum(["sql-console-readonly", "sql-console-admin"]),
  ),
});

const policy = z.object({
  allowDeny: required(
    "Effect of the policy: `ALLOW` or `DENY`. A denial overrides every permission.",
    z.enum(["ALLOW", "DENY"]),
  ),
  permissions: required(
    "The permissions, such as `control-plane:organization:view` or `control-plane:service:manage-clickstack-api`.",
    z.array(z.string().min(1)).min(1),
    { unordered: true },
  ),
  resources: required(
    "The resources that the policy applies to: `organization/ID`, `instance/ID` for a service, or `instance/*` for all.",
    z
      .array(z.string().regex(/^[\w-]+\/\S+$/, "Must be a kind and an id, such as instance/* or organization/ID"))
      .min(1),
    { unordered: true },
  ),
  tags: optional("Limits of the policy within a service.", policyTags),
});

/** A custom role of the organization (docs/internals/api-behavior.md 1.5). */
export const organizationRole = z.object({
  id: computed("The role's id.", z.string()),
  name: required("The role's name.", z.string().min(1)),
  policies: required(
    "The permissions that the role allows and denies. The role grants no other permissions.",
    z.array(policy).min(1),
    {
      unordered: true,
    },
  ),
  actors: optional(
    "The actors that have the role: `user/ID` or `apiKey/ID`. If you do not declare it, assign the role in other resources, for example with `assigned_role_ids` of a key. Do not declare both, because both are the same assignment.",
    z.array(z.string().regex(/^(user|apiKey)\/\S+$/, "Must be user/ID or apiKey/ID")),
    { unordered: true, computed: true, changedByApplies: true },
  ),
  impliedPermissions: computed(
    "Permissions that the server adds to the declared policies: `control-plane:service:manage` implies `control-plane:service:delete`.",
    z.array(z.string()),
    { changedByApplies: true },
  ),
  extraFields: extraFields("role", ["type", "ownerId", "tenantId"]),
});

const roleFacts = factsOf(organizationRole, "impliedPermissions");

/** One role of the organization, found by id or by name (docs/internals/api-behavior.md 1.5). */
export const roleLookup = declareLookUp("role", {
  type: optional("Searches only roles of this type: `system` or `custom`.", openEnum(ROLE_TYPES), {
    computed: true,
  }),
  ...roleFacts,
});

export const rolesLookup = listLookUpOf(
  "organizationRoles",
  "role",
  { type: computed("The type of role: `system` or `custom`.", z.string()), ...roleFacts },
  { type: optional("Lists only roles of this type.", openEnum(ROLE_TYPES)) },
);
