import { z } from "zod/v3";
import { newUuid } from "../ids";
import { badRequest } from "../refusal";
import type { StoredOrganizationUser, StoredPolicy, StoredRole } from "../state";
import type { Store } from "../store";
import { byUuid, type ManagedOperations, type ManagedRequest, type ManagedScope, parseBody } from "./gateway";
import { policyBody } from "./role-bodies";

const actor = z.string().regex(/^(?:user|apiKey)\/.+$/);

const rolePost = z.object({ name: z.string(), actors: z.array(actor), policies: z.array(policyBody) }).strict();

/** Returns a role as a response shows it. Its actors are computed, because keys store their roles. */
function echoRole(role: StoredRole, store: Store): Record<string, unknown> {
  const tenantId = `organization/${store.state.organization.id}`;
  const keys = store.keys.all().filter((key) => key.assignedRoleIds.includes(role.id));
  const { otherActors, ...shown } = role;
  return {
    ...shown,
    tenantId,
    ownerId: tenantId,
    actors: [...otherActors, ...keys.map((key) => `apiKey/${key.id}`)],
    policies: role.policies.map((one) => ({ ...one, roleId: role.id, tenantId })),
  };
}

function createRole(scope: ManagedScope, request: ManagedRequest): unknown {
  const body = parseBody(rolePost, request.body);
  const at = scope.now().toISOString();
  const role = scope.store.roles.add({
    id: newUuid(),
    name: body.name,
    type: "custom",
    otherActors: [],
    policies: withIds(withImplied(body.policies, scope)),
    createdAt: at,
    updatedAt: at,
  });
  return echoRole(assignActors(scope, role, body.actors), scope.store);
}

/** Changes a custom role, or the actors of any role (docs/internals/api-behavior.md 1.5). */
function patchRole(scope: ManagedScope, request: ManagedRequest): unknown {
  const body = parseBody(rolePost.partial(), request.body);
  const isContent = body.name !== undefined || body.policies !== undefined;
  const role = isContent ? findCustom(scope, request) : findRole(scope, request);
  const patched = scope.store.roles.put({
    ...role,
    name: body.name ?? role.name,
    policies: body.policies ? withIds(withImplied(body.policies, scope)) : role.policies,
    updatedAt: scope.now().toISOString(),
  });
  return echoRole(body.actors ? assignActors(scope, patched, body.actors) : patched, scope.store);
}

/** Deletes a custom role and removes it from every key. */
function deleteRole(scope: ManagedScope, request: ManagedRequest): void {
  const role = findCustom(scope, request);
  scope.store.roles.remove(role.id);
  for (const key of [...scope.store.keys.all()]) {
    scope.store.keys.put({ ...key, assignedRoleIds: key.assignedRoleIds.filter((one) => one !== role.id) });
  }
}

type PolicyBody = z.infer<typeof policyBody>;

const withIds = (policies: readonly PolicyBody[]): StoredPolicy[] => policies.map((one) => ({ id: newUuid(), ...one }));

/** Adds the implied permissions (docs/internals/api-behavior.md 1.5). */
function withImplied(policies: readonly PolicyBody[], { switches }: ManagedScope): readonly PolicyBody[] {
  if (switches.impliedPermissions === false) {
    return policies;
  }
  return policies.map((one) =>
    one.permissions.includes("control-plane:service:manage")
      ? { ...one, permissions: [...new Set([...one.permissions, "control-plane:service:delete"])] }
      : one,
  );
}

/** Replaces the actors of a role. An update of a key's roles changes the same assignment. */
function assignActors(scope: ManagedScope, role: StoredRole, actors: readonly string[]): StoredRole {
  const { store } = scope;
  const keyIds = actors.filter((one) => one.startsWith("apiKey/")).map((one) => one.slice("apiKey/".length));
  const organization = store.state.organization.id;
  for (const id of keyIds) {
    const unknown = badRequest(`OpenAPI key ${id} does not belong to the organization ${organization}`);
    scope.keyPropagation.check(store.keys.find(id, unknown), scope.now(), organization);
  }
  const users = actors.filter((one) => one.startsWith("user/"));
  for (const key of [...store.keys.all()]) {
    const others = key.assignedRoleIds.filter((one) => one !== role.id);
    const isActor = keyIds.includes(key.id);
    store.keys.put({ ...key, assignedRoleIds: isActor ? [...others, role.id] : others });
  }
  return store.roles.put({ ...role, otherActors: users });
}

const findRole = ({ store }: ManagedScope, { id }: ManagedRequest): StoredRole => byUuid(store.roles, id, "roleId");

function findCustom(scope: ManagedScope, request: ManagedRequest): StoredRole {
  const role = findRole(scope, request);
  if (role.type === "system") {
    throw badRequest("System roles cannot be changed");
  }
  return role;
}

export function listRoles(store: Store): Record<string, unknown>[] {
  return store.roles.all().map((role) => echoRole(role, store));
}

/** Operations on roles of the organization (docs/internals/api-behavior.md 1.5). */
export const roleOperations: ManagedOperations = {
  list: ({ store }) => listRoles(store),
  get: (scope, request) => echoRole(findRole(scope, request), scope.store),
  create: createRole,
  patch: patchRole,
  delete: deleteRole,
};

/** Returns a user as a response shows it, with the roles of which the user is an actor. */
function echoUser({ id, ...shown }: StoredOrganizationUser, { roles }: Store): Record<string, unknown> {
  const assigned = roles.all().filter(({ otherActors }) => otherActors.includes(`user/${id}`));
  const assignedRoles = assigned.map((role) => ({ roleId: role.id, roleName: role.name, roleType: role.type }));
  return { userId: id, ...shown, assignedRoles };
}

/** Operations on the users of the organization (docs/internals/api-behavior.md 1.9). */
export const userOperations: Pick<ManagedOperations, "list" | "get"> = {
  list: ({ store }) => store.organizationUsers.all().map((user) => echoUser(user, store)),
  get: ({ store }, { id }) => echoUser(byUuid(store.organizationUsers, id, "userId"), store),
};
