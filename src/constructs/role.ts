import type { Construct } from "constructs";
import type { z } from "zod";
import {
  type OrganizationRoleDeclaration,
  organizationRole,
  roleLookup,
  rolesLookup,
} from "../resources/role/declaration";
import type { ApiKey } from "./api-key";
import { eachOf, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up-class";

/** How a role is found: by `id`, or by `name` and perhaps `type`. */
export type RoleProps = Pick<z.input<typeof roleLookup>, "id" | "name" | "type"> & MetaArguments;

/** A role of the ClickHouse Cloud organization. An API key takes its id. */
export class Role extends lookUpClass("clickstack_role", roleLookup)<RoleProps> {}

/** How roles are listed: all of them, or those of one type. */
export type RolesProps = Pick<z.input<typeof rolesLookup>, "type"> & MetaArguments;

/** All roles of the organization, or those of one type: `roles.observed.roles`. */
export class Roles extends listClass("clickstack_roles", rolesLookup)<RolesProps> {}

/** What a role is made of. */
export type RoleResourceProps = Omit<OrganizationRoleDeclaration, "id" | "actors" | "impliedPermissions"> &
  MetaArguments & {
    /**
     * Who has the role: keys, or `user/ID` and `apiKey/ID`. Left out, `roles` of each key says so. Declare one of the
     * two: they are the same assignment.
     */
    readonly actors?: readonly (ApiKey | string)[];
  };

/**
 * A custom role of the organization that this program creates and changes. `Role` looks up one that exists. An API key
 * takes either.
 */
export class RoleResource extends DeclaredResource<"clickstack_organization_role", RoleResourceProps> {
  constructor(scope: Construct, id: string, props: RoleResourceProps) {
    super(
      scope,
      id,
      { type: "clickstack_organization_role", schema: organizationRole },
      props,
      ({ actors, ...fields }): OrganizationRoleDeclaration => ({
        ...fields,
        ...(actors && { actors: eachOf(actors, actorOf) }),
      }),
    );
  }
}

function actorOf(actor: ApiKey | string): string {
  return typeof actor === "object" && actor !== null ? `apiKey/${actor.id}` : actor;
}
