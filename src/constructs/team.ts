import type {
  ExistingTeamDeclaration,
  ExistingTeamMemberDeclaration,
  ExistingTeamRoleDeclaration,
  TeamDeclaration,
  TeamMemberDeclaration,
  TeamMembersDeclaration,
  TeamRoleDeclaration,
  TeamRolePermission,
  TeamRolesDeclaration,
} from "../resources/declared-types";
import { team, teamLookup } from "../resources/team/declaration";
import { teamMember, teamMemberLookup, teamMembersLookup } from "../resources/team-member/declaration";
import { teamRole, teamRoleLookup, teamRolesLookup } from "../resources/team-role/declaration";
import { eachOf, type MetaArguments } from "./declared";
import { managedClass } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up";
import { verbatimExceptTokens } from "./verbatim";

/** Props of the look-up. `id` or `name` checks that the team is the expected one. */
export type ExistingTeamProps = Pick<ExistingTeamDeclaration, "id" | "name"> & MetaArguments;

/** The team of the access key, whose settings this program does not manage. Open-source deployment only. */
export class ExistingTeam extends lookUpClass<ExistingTeamDeclaration>(
  "clickstack_team",
  teamLookup,
)<ExistingTeamProps> {}

/** Props of the team's settings. */
export type TeamProps = Omit<TeamDeclaration, "id" | "name"> & MetaArguments;

/**
 * Managed settings of the team of the access key, on a server with roles. A destroy leaves them unchanged. Open-source
 * deployment only.
 */
export class Team extends managedClass("clickstack_team", team, ExistingTeam)<TeamProps> {}

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
export class TeamMember extends managedClass(
  "clickstack_team_member",
  teamMember,
  ExistingTeamMember,
)<TeamMemberProps> {}

/** Props that select a role inside ClickStack: `id` or `name`. */
export type ExistingTeamRoleProps = Pick<ExistingTeamRoleDeclaration, "id" | "name"> & MetaArguments;

/**
 * An existing role of people inside ClickStack, predefined or custom: on ClickHouse Cloud, or on a self-hosted server
 * with roles. `Role` is a role of the organization.
 */
export class ExistingTeamRole extends lookUpClass<ExistingTeamRoleDeclaration>(
  "clickstack_team_role",
  teamRoleLookup,
)<ExistingTeamRoleProps> {}

/** Props that filter the list of roles. */
export type TeamRolesProps = Pick<TeamRolesDeclaration, "isPredefined"> & MetaArguments;

/** List of the roles inside ClickStack: `roles.observed.teamRoles`. */
export class TeamRoles extends listClass<TeamRolesDeclaration>(
  "clickstack_team_roles",
  teamRolesLookup,
)<TeamRolesProps> {}

/** A permission of people who have a role; with `inverted`, a prohibition. */
export type TeamPermission = Omit<TeamRolePermission, "conditions"> & {
  /**
   * Limits the permission to objects whose fields meet these conditions. Texts are sent unchanged; the server
   * interprets `${...}` in them. Example: `{ tags: "shop" }`. Default: all objects.
   */
  readonly conditions?: Readonly<Record<string, unknown>>;
};

/** Props of a role inside ClickStack. */
export type TeamRoleProps = Omit<TeamRoleDeclaration, "id" | "impliedPermissions" | "otherFields" | "permissions"> &
  MetaArguments & {
    /** Permissions of the people who have the role: `[{ action: "read", subject: "dashboard" }]`. Their order has no meaning. */
    readonly permissions: readonly TeamPermission[];
  };

/**
 * A managed custom role for members of the team. `TeamRole.byName` and `TeamRole.byId` look up an existing one.
 */
export class TeamRole extends managedClass("clickstack_team_role", teamRole, ExistingTeamRole)<TeamRoleProps> {
  protected override toDeclared({ permissions, ...fields }: TeamRoleProps): TeamRoleDeclaration {
    return { ...fields, permissions: eachOf(permissions, toPermission) };
  }
}

function toPermission({ conditions, ...fields }: TeamPermission): TeamRolePermission {
  return { ...fields, ...(conditions && { conditions: verbatimExceptTokens(JSON.stringify(conditions)) as string }) };
}
