import type { Construct } from "constructs";
import type { z } from "zod";
import {
  type TeamRoleDeclaration,
  teamRole,
  teamRoleLookup,
  teamRolesLookup,
} from "../resources/team-role/declaration";
import { eachOf, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up-class";
import { verbatimBesideTokens } from "./verbatim";

/** How a role of a ClickStack service is found: by `id` or by `name`. */
export type TeamRoleProps = Pick<z.input<typeof teamRoleLookup>, "id" | "name"> & MetaArguments;

/**
 * A role of people inside a ClickStack service, predefined or custom. Managed deployment only. `Role` is one of the
 * organization.
 */
export class TeamRole extends lookUpClass("clickstack_team_role", teamRoleLookup)<TeamRoleProps> {}

/** How roles are listed: all of them, or predefined or custom ones only. */
export type TeamRolesProps = Pick<z.input<typeof teamRolesLookup>, "isPredefined"> & MetaArguments;

/** All roles of a ClickStack service: `roles.observed.teamRoles`. */
export class TeamRoles extends listClass("clickstack_team_roles", teamRolesLookup)<TeamRolesProps> {}

type PermissionDeclaration = TeamRoleDeclaration["permissions"][number];

/** What people who have a role may do, or with `inverted` may not do. */
export type TeamPermission = Omit<PermissionDeclaration, "conditions"> & {
  /**
   * The objects that the permission is limited to: conditions on their fields. Texts arrive as they are; `${...}` in
   * them is for the server.
   */
  readonly conditions?: Readonly<Record<string, unknown>>;
};

/** What a role of a ClickStack service is made of. */
export type TeamRoleResourceProps = Omit<
  TeamRoleDeclaration,
  "id" | "impliedPermissions" | "otherFields" | "permissions"
> &
  MetaArguments & {
    /** What people who have the role may do. The order has no meaning. */
    readonly permissions: readonly TeamPermission[];
  };

/**
 * A custom role of people inside a ClickStack service that this program creates and changes. `TeamRole` looks up one
 * that exists.
 */
export class TeamRoleResource extends DeclaredResource<"clickstack_team_role", TeamRoleResourceProps> {
  constructor(scope: Construct, id: string, props: TeamRoleResourceProps) {
    super(
      scope,
      id,
      { type: "clickstack_team_role", schema: teamRole },
      props,
      ({ permissions, ...fields }): TeamRoleDeclaration => ({
        ...fields,
        permissions: eachOf(permissions, permissionOf),
      }),
    );
  }
}

function permissionOf({ conditions, ...fields }: TeamPermission): PermissionDeclaration {
  return { ...fields, ...(conditions && { conditions: verbatimBesideTokens(JSON.stringify(conditions)) as string }) };
}
