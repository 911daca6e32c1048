import * as z from "zod";
import { computed, optional, required } from "../../declaration/field";
import { withRules } from "../../declaration/rules";
import { objectIdField } from "../../declaration/value-types";

/** Actors of an organization role (docs/internals/api-behavior.md 1.5). */
export const roleAssignment = withRules(
  z.object({
    id: computed("The id of the role.", z.string()),
    roleId: required("The id of the role, system or custom.", objectIdField, {
      refersTo: "organization_role",
      propName: "role",
      canonical: (id) => id.toLowerCase(),
      forcesReplacement: true,
    }),
    userIds: optional(
      "The ids of all users that have the role. An empty list removes the role from all users. If the list is not declared, users keep the role.",
      z.array(z.string().min(1)),
      { refersTo: "organization_user", propName: "users", unordered: true },
    ),
    apiKeyIds: optional(
      "The ids of all API keys that have the role. An empty list removes the role from all keys. If the list is not declared, keys keep the role.",
      z.array(objectIdField),
      { refersTo: "api_key", propName: "apiKeys", unordered: true },
    ),
    allowSelfLockout: optional(
      "True permits a change that takes the role from the API key of this run. By default, the plan fails.",
      z.boolean(),
    ),
  }),
  {
    reads: ["userIds", "apiKeyIds"],
    refuses: ({ userIds, apiKeyIds }) => (userIds ?? apiKeyIds ?? null) === null,
    message: "Set user_ids, api_key_ids or both, so that the assignment has actors.",
  },
);
