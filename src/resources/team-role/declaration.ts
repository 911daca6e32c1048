import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { otherFields } from "../../declaration/other-fields";
import { canonicalizeJson, jsonObjectText } from "../../declaration/value-types";
import { DEFAULT_INTEGRATION } from "./api";

export const permission = z.object({
  action: required("The allowed action, such as `read` or `manage`.", z.string().min(1)),
  subject: required("The type of objects of the action, such as `dashboard`.", z.string().min(1)),
  inverted: optional("True if the action is denied instead.", z.boolean(), {
    serverDefault: false,
  }),
  integration: optional("The integration to which the permission is limited.", z.string().min(1), {
    serverDefault: DEFAULT_INTEGRATION,
  }),
  fields: optional(
    "The fields of the objects that the permission is limited to. Without them, it applies to all fields.",
    z.array(z.string().min(1)),
    { unordered: true, emptyIsAbsent: true },
  ),
  conditions: optional(
    'The objects that the permission is limited to, as a JSON object of conditions on their fields: `jsonencode({ tags = "shop" })`.',
    jsonObjectText(),
    { canonical: canonicalizeJson },
  ),
});

/** A custom role of users inside ClickStack (docs/internals/api-behavior.md 2.1, 3.17). */
export const teamRole = z.object({
  id: computed("The role's id.", z.string()),
  name: required("The role's name. It is unique in the service or team.", z.string().min(1)),
  description: optional("Description of the role.", z.string(), { emptyIsAbsent: true, clearValue: "" }),
  permissions: required("The permissions of users with the role.", z.array(permission), {
    unordered: true,
  }),
  impliedPermissions: computed(
    "Permissions that the server adds to the declared permissions, such as reading connections.",
    z.array(permission),
  ),
  extraFields: extraFields("role", ["isPredefined"]),
  otherFields: otherFields("role"),
});

const teamRoleFacts = {
  ...factsOf(teamRole, "impliedPermissions"),
  isPredefined: computed("True for a role that the server predefines. Predefined roles are read-only.", z.boolean()),
};

/** One role of the service, found by id or by name (docs/internals/api-behavior.md 2.1). */
export const teamRoleLookup = declareLookUp("role", teamRoleFacts);

export const teamRolesLookup = listLookUpOf("teamRoles", "team role", teamRoleFacts, {
  isPredefined: optional("True lists only predefined roles, false lists only custom roles.", z.boolean()),
});
