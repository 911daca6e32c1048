import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type TeamMemberRecord, teamMemberApi } from "./api";
import { teamMemberLookup, teamMembersLookup } from "./declaration";
import { teamMembers } from "./member-collection";

const MEMBERS = {
  api: teamMemberApi,
  collection: (client) => client.collection(teamMembers),
  facts: factsOf,
  describe: ({ status }) => String(status),
} satisfies LookUpType<TeamMemberRecord, ReturnType<typeof factsOf>>;

/** `clickstack_team_member`: one member by e-mail address or name (docs/internals/api-behavior.md 3.17). */
export const teamMemberDataSource: DataSource<Session> = lookUpDataSource(
  MEMBERS,
  teamMemberLookup,
  "A member of the team or a pending invitation, found by e-mail address or by name. Open-source deployment only.",
);

/** `clickstack_team_members`: all members and pending invitations. */
export const teamMembersDataSource: DataSource<Session> = listDataSource(
  MEMBERS,
  teamMembersLookup,
  "All members of the team and pending invitations. Open-source deployment only.",
);

function factsOf({ id, email, name = "", status, userId, roleId, roleName }: TeamMemberRecord) {
  return { id, email, name, status, userId, roleId, roleName };
}
