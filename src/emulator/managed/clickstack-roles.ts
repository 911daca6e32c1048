import { z } from "zod/v3";
import { objectOperations } from "../object-operations";
import { badRequest, notFound } from "../refusal";
import type { StoredClickStackRole } from "../state";

const permission = z.object({
  action: z.string(),
  subject: z.string(),
  inverted: z.boolean().optional(),
  integration: z.string().optional(),
  fields: z.array(z.string()).optional(),
  conditions: z.record(z.unknown()).optional(),
});

const roleBody = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  permissions: z.array(permission),
});

export type ClickStackRoleBody = z.infer<typeof roleBody>;

/**
 * Operations on roles inside ClickStack: in the managed deployment, and on open-source servers with roles
 * (docs/internals/api-behavior.md 2.1, 3.17).
 */
export const clickStackRoleOperations = objectOperations({
  path: "/roles",
  notFound: notFound("Role not found"),
  objects: ({ clickStackRoles }) => clickStackRoles,
  show: (role) => role,
  body: () => roleBody,
  updateBody: () => roleBody.extend({ name: roleBody.shape.name.optional() }),

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

type Permission = z.infer<typeof permission>;

/**
 * Adds the default integration and the permission to read connections (docs/internals/api-behavior.md 2.4). The
 * permission is first in a new role and last in an updated one, because the real server has no fixed order.
 */
function completePermissions(permissions: readonly Permission[], stored: unknown): Permission[] {
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
