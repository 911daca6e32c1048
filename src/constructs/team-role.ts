import type {
  ExistingTeamRoleDeclaration,
  TeamRoleDeclaration,
  TeamRolesDeclaration,
} from "../generated/declared-types";
import { teamRole, teamRoleLookup, teamRolesLookup } from "../resources/team-role/declaration";
import { eachOf, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { byId, byName, listClass, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";
import { verbatimExceptTokens } from "./verbatim";

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

type PermissionDeclaration = TeamRoleDeclaration["permissions"][number];

/** A permission of people who have a role; with `inverted`, a prohibition. */
export type TeamPermission = Omit<PermissionDeclaration, "conditions"> & {
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
 * A managed custom role of people inside ClickStack. `TeamRole.byName` and `TeamRole.byId` look up an existing one.
 */
export class TeamRole extends DeclaredResource<"clickstack_team_role", TeamRoleProps> {
  /** Looks up an existing role by its name. */
  static readonly byName = byName(ExistingTeamRole);
  /** Looks up an existing role by its id. */
  static readonly byId = byId(ExistingTeamRole);

  constructor(scope: ConstructScope, id: string, props: TeamRoleProps) {
    super(
      scope,
      id,
      { type: "clickstack_team_role", schema: teamRole },
      props,
      ({ permissions, ...fields }): TeamRoleDeclaration => ({
        ...fields,
        permissions: eachOf(permissions, toPermission),
      }),
    );
  }
}

function toPermission({ conditions, ...fields }: TeamPermission): PermissionDeclaration {
  return { ...fields, ...(conditions && { conditions: verbatimExceptTokens(JSON.stringify(conditions)) as string }) };
}
