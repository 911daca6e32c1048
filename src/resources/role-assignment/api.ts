import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { JsonObject } from "../../client/json";
import { FULL, resourceApi, UUID, wrongField } from "../../client/reads/resource-api";
import type { RoleRecord } from "../role/api";

/** Prefixes of actors (docs/internals/api-behavior.md 1.5). */
const USER = "user/";
const KEY = "apiKey/";

/** Declared lists. Actors of an absent list stay as they are. */
export interface DeclaredActors {
  readonly userIds?: readonly string[];
  readonly apiKeyIds?: readonly string[];
}

/** The actors of an organization role (docs/internals/api-behavior.md 1.5). The id of a record is that of the role. */
export const roleAssignmentApi = resourceApi<RoleRecord, JsonObject>({
  name: "role assignment",
  plural: "role assignments",
  segment: "roles",
  scope: "organization",
  capabilities: { managed: FULL },
  idForm: UUID,
  notFound: "managed",
  updateMethod: "PATCH",
  recordOf: ({ id, name, type, actors }) => ({ id, name, type, actors }),
  wrongInside: (record) => wrongField(record, { name: "text", type: "text", actors: "texts" }),
  matches: () => false,
});

export function usersIn({ actors = [] }: RoleRecord): readonly string[] {
  return actors.filter((each) => each.startsWith(USER)).map((each) => each.slice(USER.length));
}

export function keysIn({ actors = [] }: RoleRecord): readonly string[] {
  return actors.filter((each) => each.startsWith(KEY)).map((each) => each.slice(KEY.length).toLowerCase());
}

/** Returns all actors after a write of the declared lists. Actors of other kinds stay. */
export function actorsAfter(
  record: RoleRecord,
  { userIds = usersIn(record), apiKeyIds = keysIn(record) }: DeclaredActors,
): readonly string[] {
  const others = (record.actors ?? []).filter((each) => !each.startsWith(USER) && !each.startsWith(KEY));
  return [...others, ...userIds.map((id) => USER + id), ...apiKeyIds.map((id) => KEY + id.toLowerCase())];
}

/** Returns the lists of a role without these actors. */
export function actorsWithout(record: RoleRecord, { userIds = [], apiKeyIds = [] }: DeclaredActors) {
  const keys = apiKeyIds.map((id) => id.toLowerCase());
  return {
    userIds: usersIn(record).filter((id) => !userIds.includes(id)),
    apiKeyIds: keysIn(record).filter((id) => !keys.includes(id)),
  };
}

/** Actors of the organization's roles. Every write changes only the actors of a role. The role stays. */
class RoleAssignmentCollection extends Collection<RoleRecord, JsonObject> {
  /** Replaces the declared lists of actors. */
  async assign(roleId: string, lists: DeclaredActors, options: CallOptions): Promise<RoleRecord> {
    // A write starts from the role on the server, because it replaces all actors.
    const record = (await this.get(roleId, options)) ?? { id: roleId };
    return super.update(roleId, { actors: actorsAfter(record, lists) }, options);
  }

  /** Removes actors from a role. Succeeds if the role was deleted. */
  async remove(roleId: string, actors: DeclaredActors, options: CallOptions): Promise<void> {
    const record = await this.get(roleId, options);
    if (record) {
      await super.update(roleId, { actors: actorsAfter(record, actorsWithout(record, actors)) }, options);
    }
  }
}

export const roleAssignments: ClientPart<RoleAssignmentCollection> = {
  open: (deployments) => new RoleAssignmentCollection(roleAssignmentApi, deployments),
};
