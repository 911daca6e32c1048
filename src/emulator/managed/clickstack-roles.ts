import { z } from "zod/v3";
import { data, done, type Operation, operation, withoutTeam } from "../operation";
import { badRequest, notFound } from "../refusal";
import type { Scope } from "../runtime";
import type { StoredClickStackRole } from "../state";
import { idParams } from "../validation";

const forbidden = withoutTeam.json;

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
export const clickStackRoleOperations: Operation[] = [
  operation({
    method: "get",
    path: "/roles",
    forbidden,
    run: (scope) => data(scope.store.clickStackRoles.all()),
  }),
  operation({
    method: "post",
    path: "/roles",
    forbidden,
    body: () => roleBody,
    run: (scope, { body }) => {
      const at = scope.now().toISOString();
      const role = { id: scope.store.newId(), ...body, isPredefined: false, createdAt: at, updatedAt: at };
      return data(scope.store.clickStackRoles.add(role));
    },
  }),
  operation({
    method: "get",
    path: "/roles/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => data(find(scope, params.id)),
  }),
  operation({
    method: "put",
    path: "/roles/:id",
    forbidden,
    params: idParams,
    body: () => roleBody.extend({ name: roleBody.shape.name.optional() }),
    run: (scope, { params, body }) => {
      const stored = findOwn(scope, params.id);
      const { id, createdAt, isPredefined } = stored;
      const name = body.name ?? stored.name;
      const updated = { ...body, id, name, isPredefined, createdAt, updatedAt: scope.now().toISOString() };
      return data(scope.store.clickStackRoles.put(updated));
    },
  }),
  operation({
    method: "delete",
    path: "/roles/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      scope.store.clickStackRoles.remove(findOwn(scope, params.id).id);
      return done;
    },
  }),
];

function find(scope: Scope, id: string): StoredClickStackRole {
  const role = scope.store.clickStackRoles.get(id);
  if (!role) throw notFound("Role not found");
  return role;
}

function findOwn(scope: Scope, id: string): StoredClickStackRole {
  const role = find(scope, id);
  if (role.isPredefined) throw badRequest("Predefined roles cannot be changed");
  return role;
}
