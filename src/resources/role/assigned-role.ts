import * as z from "zod";
import type { JsonObject } from "../../client";
import { computed } from "../../declaration/field";

/** A role of a key or user, as look-ups show it. */
export const assignedRole = z.object({
  id: computed("The role's id.", z.string()),
  name: computed("The role's name.", z.string()),
  type: computed("The type of role: `system` or `custom`.", z.string()),
});

export function assignedRolesOf(roles: readonly JsonObject[] = []) {
  return roles.map(({ roleId, roleName, roleType }) => ({ id: roleId, name: roleName, type: roleType }));
}
