import * as z from "zod";
import { isAdopted } from "./adopted-key";
import { DependentDefault, type Fields, optional } from "./field";
import { isPresent } from "./present";
import type { Rule } from "./rule";

/** The names of roles that every organization has (docs/internals/api-behavior.md 1.5). */
export const SystemRole = {
  admin: "Admin",
  developer: "Developer",
  queryEndpoints: "Query Endpoints",
  serviceAdmin: "Service Admin",
} as const;

/** The deprecated roles of a key (docs/internals/api-behavior.md 1.2). */
const DEPRECATED_ROLES = ["admin", "developer", "query_endpoints"] as const;

const lowerCase = (id: string): string => id.toLowerCase();

/** Roles that nobody declared are none for a new key, and what they are for an adopted one. */
const noneUnlessSaidElsewhere = new DependentDefault(["adopt", "roleNames", "roles"], (key) =>
  isPresent(key.roles) || (isAdopted(key) && !isPresent(key.roleNames)) ? undefined : [],
);

/** What a key may do. Roles by id and roles by name are together the roles that it has. */
export const keyRoleFields = {
  assignedRoleIds: optional(
    "The ids of the roles that the key has, beside those in `role_names`. A new key has none unless they are given.",
    z.array(z.uuid("Must be the UUID of a role")),
    { serverDefault: noneUnlessSaidElsewhere, unordered: true, canonical: lowerCase },
  ),
  roleNames: optional(
    "The names of roles that the key has, such as `Developer`. They are looked up in the organization.",
    z.array(z.string().min(1)),
    { unordered: true },
  ),
  roles: optional(
    "The roles of old: `admin`, `developer` or `query_endpoints`. Sent when they change, and never compared with the server, which may have frozen them.",
    z.array(z.enum(DEPRECATED_ROLES)).min(1),
    { unordered: true, deprecated: "Use role_names or assigned_role_ids: the server may have frozen roles." },
  ),
};

/** Whether somebody said which roles a key has. */
export function declaresRoles(key: Fields): boolean {
  return isPresent(key.assignedRoleIds) || isPresent(key.roleNames);
}

const oneWayOfRoles: Rule = {
  reads: ["roles", "assignedRoleIds", "roleNames"],
  check: (key) =>
    isPresent(key.roles) && declaresRoles(key)
      ? "Both ways of giving roles are used at once. Leave out the deprecated roles."
      : undefined,
};

export const keyRoleRules: readonly Rule[] = [oneWayOfRoles];
