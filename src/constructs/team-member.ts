import type {
  ExistingTeamMemberDeclaration,
  TeamMemberDeclaration,
  TeamMembersDeclaration,
} from "../generated/declared-types";
import { teamMember, teamMemberLookup, teamMembersLookup } from "../resources/team-member/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { byId, byName, listClass, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";

/** Props that select a member: the e-mail address as `id`, or `name`. */
export type ExistingTeamMemberProps = Pick<ExistingTeamMemberDeclaration, "id" | "name"> & MetaArguments;

/** A member of the team, or a pending invitation, that this program does not manage. Open-source deployment only. */
export class ExistingTeamMember extends lookUpClass<ExistingTeamMemberDeclaration>(
  "clickstack_team_member",
  teamMemberLookup,
)<ExistingTeamMemberProps> {}

/** Props that filter the list of members. */
export type TeamMembersProps = Pick<TeamMembersDeclaration, "status"> & MetaArguments;

/** List of the members and pending invitations: `members.observed.teamMembers`. Open-source deployment only. */
export class TeamMembers extends listClass<TeamMembersDeclaration>(
  "clickstack_team_members",
  teamMembersLookup,
)<TeamMembersProps> {}

/** Props of a member of the team. */
export type TeamMemberProps = Omit<TeamMemberDeclaration, "id" | "status" | "userId"> & MetaArguments;

/**
 * A managed member of the team: the first apply invites the person. `TeamMember.byId` looks up an existing one by
 * e-mail address. Open-source deployment only.
 */
export class TeamMember extends DeclaredResource<"clickstack_team_member", TeamMemberProps> {
  /** Looks up an existing member by name. */
  static readonly byName = byName(ExistingTeamMember);
  /** Looks up an existing member by e-mail address. */
  static readonly byId = byId(ExistingTeamMember);

  constructor(scope: ConstructScope, id: string, props: TeamMemberProps) {
    super(scope, id, { type: "clickstack_team_member", schema: teamMember }, props);
  }
}
