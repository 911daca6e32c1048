import type { StoredOrganizationUser } from "../state";
import type { Store } from "../store";
import { byUuid } from "./gateway";
import type { ManagedOperations } from "./scope";

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
