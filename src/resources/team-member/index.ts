import type { ResourceType } from "../resource-type";
import { teamMemberApi, teamMembers } from "./api";
import { teamMember, teamMemberLookup, teamMembersLookup } from "./declaration";
import { teamMemberLookUps, teamMemberResource } from "./resource";

export const teamMemberType = {
  type: "clickstack_team_member",
  api: teamMemberApi,
  member: "teamMembers",
  part: () => teamMembers,
  declaration: () => teamMember,
  resource: () => teamMemberResource,
  construct: "TeamMember",
  dataSources: {
    clickstack_team_member: { construct: "ExistingTeamMember", declaration: () => teamMemberLookup },
    clickstack_team_members: { construct: "TeamMembers", declaration: () => teamMembersLookup },
  },
  lookUps: () => teamMemberLookUps,
  hasUniqueNames: true,
  madeByServers: true,
  movedId: ({ email }) => (typeof email === "string" ? email.toLowerCase() : undefined),
  subcategory: "Teams",
  details:
    "The server sends no mail. The address that the person opens to accept the invitation is a secret: it is in the team settings of the user interface, and never in the state. The provider refuses to remove the user whose access key it uses, and to remove or demote the last administrator on a server with roles. On ClickHouse Cloud, the organization has the users: look them up with `clickstack_organization_user`.",
} as const satisfies ResourceType;
