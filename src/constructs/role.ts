import type { ExistingRoleDeclaration, RoleDeclaration, RolesDeclaration } from "../generated/declared-types";
import { organizationRole, roleLookup, rolesLookup } from "../resources/role/declaration";
import type { ApiKey } from "./api-key";
import { eachOf, type MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import type { ExistingApiKey } from "./existing";
import { byId, byName, listClass, lookUpClass } from "./look-up";
import { codeOf, listFormOf } from "./prop-forms";
import type { ConstructScope } from "./scope";
/** Props that select a role: `id`, or `name` with an optional `type`. */
export type ExistingRoleProps = Pick<ExistingRoleDeclaration, "id" | "name" | "type"> & MetaArguments;

/** An existing role of the ClickHouse Cloud organization that this program does not manage. */
export class ExistingRole extends lookUpClass<ExistingRoleDeclaration>(
  "clickstack_organization_role",
  roleLookup,
)<ExistingRoleProps> {}

/** Props that filter the list of roles. */
export type RolesProps = Pick<RolesDeclaration, "type"> & MetaArguments;

/** List of the roles of the organization: `roles.observed.organizationRoles`. */
export class Roles extends listClass<RolesDeclaration>("clickstack_organization_roles", rolesLookup)<RolesProps> {}

/** Props of a role. */
export type RoleProps = Omit<RoleDeclaration, "id" | "actors" | "impliedPermissions"> &
  MetaArguments & {
    /**
     * Actors that have the role: keys, or `user/ID` and `apiKey/ID`. Without `actors`, assign the role with `roles` of
     * each key. Declare only one of the two, because they are the same assignment. Default: the actors that the server
     * has.
     */
    readonly actors?: readonly (ApiKey | ExistingApiKey | string)[];
  };

/** A managed custom role of the organization. `Role.byName` and `Role.byId` look up an existing one. */
export class Role extends DeclaredResource<"clickstack_organization_role", RoleProps> {
  /** Looks up an existing role by its name. */
  static readonly byName = byName(ExistingRole);
  /** Looks up an existing role by its id. */
  static readonly byId = byId(ExistingRole);

  constructor(scope: ConstructScope, id: string, props: RoleProps) {
    super(
      scope,
      id,
      { type: "clickstack_organization_role", schema: organizationRole, forms: { actors: ACTORS_FORM } },
      props,
      ({ actors, ...fields }): RoleDeclaration => ({
        ...fields,
        ...(actors && { actors: eachOf(actors, toActor) }),
      }),
    );
  }
}

const ACTORS_FORM = listFormOf(
  {
    expected: "an actor",
    fits: (value) =>
      (typeof value === "string" && value.includes("/")) ||
      (typeof value === "object" && value !== null && "id" in value),
    use: (value) => `ApiKey.byName(this, ${codeOf(value, "ci")})`,
  },
  "a list of keys and of texts such as user/ID",
);

function toActor(actor: ApiKey | ExistingApiKey | string): string {
  return typeof actor === "object" && actor !== null ? `apiKey/${actor.id}` : actor;
}
