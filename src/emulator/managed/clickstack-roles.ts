import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import type { StoredClickStackRole } from "../state";
import { clickStackRoleBody } from "./role-bodies";

/** Roles of the managed deployment and of open-source servers with roles (docs/internals/api-behavior.md 2.1, 3.17). */
export const clickStackRoleOperations = objectOperations({
  path: "/roles",
  notFound: notFound("Role not found"),
  objects: ({ clickStackRoles }) => clickStackRoles,
  show: (role) => role,
  body: () => clickStackRoleBody,
  updateBody: () => clickStackRoleBody.extend({ name: clickStackRoleBody.shape.name.optional() }),

  write({ store, switches }, body, stored) {
    if (stored) {
      refusePredefined(stored);
    }
    const { name = stored?.name ?? "", description = stored?.description } = body;
    if (store.clickStackRoles.all().some((role) => role.id !== stored?.id && role.name === name)) {
      throw badRequest(`A role named ${JSON.stringify(name)} exists already`);
    }
    const permissions =
      switches.impliedPermissions === false ? body.permissions : completePermissions(body.permissions, stored);
    return { name, description, permissions, isPredefined: false };
  },

  onDelete: (_, role) => refusePredefined(role),
});

type Permissions = StoredClickStackRole["permissions"];

/**
 * Adds the default integration and the permission to read connections (docs/internals/api-behavior.md 2.4). The
 * permission is first in a new role and last in an updated one, because the real server has no fixed order.
 */
function completePermissions(permissions: Permissions, stored: unknown): Permissions {
  const filled = permissions.map((one) => ({ ...one, integration: one.integration ?? "mongodb" }));
  if (permissions.some(({ action, subject, inverted }) => action === "read" && subject === "Connection" && !inverted)) {
    return filled;
  }
  const added = { action: "read", subject: "Connection" };
  return stored ? [...filled, added] : [added, ...filled];
}

function refusePredefined({ isPredefined }: Pick<StoredClickStackRole, "isPredefined">): void {
  if (isPredefined) {
    throw badRequest("Predefined roles cannot be changed");
  }
}
