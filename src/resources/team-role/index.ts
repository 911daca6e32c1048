import type { ResourceType } from "../resource-type";
import { teamRoleApi } from "./api";
import { teamRole, teamRoleLookup, teamRolesLookup } from "./declaration";
import { teamRoleLookUps, teamRoleResource } from "./resource";

export const teamRoleType = {
  type: "clickstack_team_role",
  api: teamRoleApi,
  member: "teamRoles",
  declaration: () => teamRole,
  resource: () => teamRoleResource,
  construct: "TeamRole",
  dataSources: {
    clickstack_team_role: { construct: "ExistingTeamRole", declaration: () => teamRoleLookup },
    clickstack_team_roles: { construct: "TeamRoles", declaration: () => teamRolesLookup },
  },
  lookUps: () => teamRoleLookUps,
  refusesSameName: true,
  madeByServers: true,
  subcategory: "ClickHouse Cloud",
  details:
    "On ClickHouse Cloud, assign users to a role in the user interface of ClickStack, because no API sets the members of such a role. On a self-hosted server with roles, `clickstack_team_member` gives a member a role. API keys have roles of the organization, `clickstack_organization_role`. Predefined roles cannot be managed; look them up with the data source `clickstack_team_role`.",
} as const satisfies ResourceType;
