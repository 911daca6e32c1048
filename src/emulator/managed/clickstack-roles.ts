import { z } from "zod/v3";
import { objectOperations } from "../object-operations";
import { withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { StoredClickStackRole } from "../state";

const permission = z.object({
  action: z.string(),
  subject: z.string(),
  inverted: z.boolean().optional(),
  integration: z.string().optional(),
  conditions: z.record(z.unknown()).optional(),
});

const roleBody = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  permissions: z.array(permission),
});

/** Roles inside ClickStack, which only the managed deployment has (docs/internals/api-behavior.md 2.1). */
export const clickStackRoleOperations = objectOperations({
  path: "/roles",
  forbidden: withoutTeam.json,
  notFound: notFound("Role not found"),
  objects: ({ clickStackRoles }) => clickStackRoles,
  show: (role) => role,
  body: () => roleBody,
  updateBody: () => roleBody.extend({ name: roleBody.shape.name.optional() }),

  create({ store, now }, body): StoredClickStackRole {
    const at = now().toISOString();
    return { id: store.newId(), ...body, isPredefined: false, createdAt: at, updatedAt: at };
  },

  update({ now }, body, find) {
    const stored = find();
    refusePredefined(stored);
    const { id, createdAt, isPredefined } = stored;
    return { ...body, id, name: body.name ?? stored.name, isPredefined, createdAt, updatedAt: now().toISOString() };
  },

  onDelete: (_, role) => refusePredefined(role),
});

function refusePredefined({ isPredefined }: StoredClickStackRole): void {
  if (isPredefined) throw badRequest("Predefined roles cannot be changed");
}
