import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type TeamRoleRecord, teamRoleApi } from "./api";
import { teamRoleLookup, teamRolesLookup } from "./declaration";
import { withTextOfConditions } from "./resource";

const TEAM_ROLES = {
  api: teamRoleApi,
  collection: (client) => client.collection(teamRoleApi),
  facts: factsOf,
  describe: ({ isPredefined }) => (isPredefined ? "predefined" : "custom"),
} satisfies LookUpType<TeamRoleRecord, ReturnType<typeof factsOf>>;

/** `clickstack_team_role`: one role of the service by id or name (docs/internals/api-behavior.md 2.1). */
export const teamRoleDataSource: DataSource<Session> = lookUpDataSource(
  TEAM_ROLES,
  teamRoleLookup,
  "A role of users inside ClickStack, predefined or custom, found by id or by name. For ClickHouse Cloud and self-hosted servers with roles.",
);

/** `clickstack_team_roles`: all roles of the service, or those of one name or kind. */
export const teamRolesDataSource: DataSource<Session> = listDataSource(
  TEAM_ROLES,
  teamRolesLookup,
  "All roles of users inside ClickStack, or those of one name, or custom ones only. For ClickHouse Cloud and self-hosted servers with roles.",
);

function factsOf({ id, name, description, permissions = [], isPredefined = false }: TeamRoleRecord) {
  return { id, name, description, permissions: permissions.map(withTextOfConditions), isPredefined };
}
