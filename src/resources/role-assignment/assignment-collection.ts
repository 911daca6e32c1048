import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { Deployments } from "../../client/collections/deployments";
import type { JsonObject } from "../../client/json";
import { actorsAfter, type DeclaredActors, keysIn, type RoleAssignmentRecord, roleAssignmentApi, usersIn } from "./api";

/** Actors of the organization's roles. Every write changes the actors of a role, which stays. */
class RoleAssignmentCollection extends Collection<RoleAssignmentRecord, JsonObject> {
  constructor(deployments: Deployments) {
    super(roleAssignmentApi, deployments);
  }

  /** Replaces the declared lists of actors. */
  async assign(roleId: string, lists: DeclaredActors, options: CallOptions): Promise<RoleAssignmentRecord> {
    // A write starts from the role on the server, because it replaces all actors.
    const record = (await this.get(roleId, options)) ?? { id: roleId };
    return super.update(roleId, { actors: actorsAfter(record, lists) }, options);
  }

  /** Removes actors from a role. Succeeds if the role was deleted. */
  async remove(roleId: string, { userIds = [], apiKeyIds = [] }: DeclaredActors, options: CallOptions): Promise<void> {
    const record = await this.get(roleId, options);
    if (!record) {
      return;
    }
    const gone = apiKeyIds.map((id) => id.toLowerCase());
    const lists = {
      userIds: usersIn(record).filter((id) => !userIds.includes(id)),
      apiKeyIds: keysIn(record).filter((id) => !gone.includes(id)),
    };
    await super.update(roleId, { actors: actorsAfter(record, lists) }, options);
  }
}

export const roleAssignments: ClientPart<RoleAssignmentCollection> = {
  open: (deployments) => new RoleAssignmentCollection(deployments),
};
