import type {
  ExistingRoleDeclaration,
  OrganizationUserDeclaration,
  OrganizationUsersDeclaration,
  RoleAssignmentDeclaration,
  RoleDeclaration,
  RolesDeclaration,
} from "../resources/declared-types";
import { organizationUserLookup, organizationUsersLookup } from "../resources/organization-user/declaration";
import { organizationRole, roleLookup, rolesLookup } from "../resources/role/declaration";
import { roleAssignment } from "../resources/role-assignment/declaration";
import type { ApiKey } from "./api-key";
import { eachOf, type MetaArguments } from "./declared";
import { DeclaredResource, managedClass } from "./declared-resource";
import type { ExistingApiKey } from "./existing";
import { type Finders, listClass, lookUpByQuery, lookUpClass, type ProviderOption } from "./look-up";
import { codeOf, listFormOf, type PropForms } from "./prop-forms";
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
export class Role extends managedClass("clickstack_organization_role", organizationRole, ExistingRole)<RoleProps> {
  protected override get forms(): PropForms {
    return { actors: ACTORS_FORM };
  }

  protected override toDeclared({ actors, ...fields }: RoleProps): RoleDeclaration {
    return { ...fields, ...(actors && { actors: eachOf(actors, toActor) }) };
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

/** Props of the actors of a role. */
export type RoleAssignmentProps = Omit<RoleAssignmentDeclaration, "id" | "roleId" | "userIds" | "apiKeyIds"> &
  MetaArguments & {
    /** The role, system or custom, or its id. */
    readonly role: Role | ExistingRole | string;
    /** All users that have the role, or their ids. Default: the users that have the role stay. */
    readonly users?: readonly (OrganizationUser | string)[];
    /** All API keys that have the role, or their ids. Default: the keys that have the role stay. */
    readonly apiKeys?: readonly (ApiKey | ExistingApiKey | string)[];
  };

/**
 * The users and API keys that have a role of the organization. Each declared list is complete. Declare the actors of a
 * role in one place: here, with `actors` of `Role`, or with `roles` of the keys.
 */
export class RoleAssignment extends DeclaredResource<"clickstack_role_assignment", RoleAssignmentProps> {
  constructor(scope: ConstructScope, id: string, props: RoleAssignmentProps) {
    super(scope, id, "clickstack_role_assignment", roleAssignment, props);
  }
}

/** Props that select a user: `id` or `email`. */
export type OrganizationUserProps = Pick<OrganizationUserDeclaration, "id" | "email"> & MetaArguments;

/** A user of the ClickHouse Cloud organization. Users accept invitations themselves, so no program manages them. */
export class OrganizationUser extends lookUpClass<OrganizationUserDeclaration>(
  "clickstack_organization_user",
  organizationUserLookup,
)<OrganizationUserProps> {
  /** Looks up a user by id, once per scope. */
  static readonly byId: Finders<OrganizationUserProps, OrganizationUser>["byId"] = (scope, id, options) =>
    lookUpByQuery(OrganizationUser, scope, { id }, options);

  /**
   * Looks up a user by e-mail address, once per scope. If no user has it, the plan fails and lists the addresses.
   * @param scope the stack, or another construct in it
   * @param email the address, such as `ada@example.com`
   * @param options the provider, if the stack has several. Default: the only one
   */
  static byEmail(scope: ConstructScope, email: string, options?: ProviderOption): OrganizationUser {
    return lookUpByQuery(OrganizationUser, scope, { email }, options);
  }
}

/** Props that filter the list of users. */
export type OrganizationUsersProps = Pick<OrganizationUsersDeclaration, "name" | "nameContains"> & MetaArguments;

/** List of the users of the organization: `users.observed.organizationUsers`. */
export class OrganizationUsers extends listClass<OrganizationUsersDeclaration>(
  "clickstack_organization_users",
  organizationUsersLookup,
)<OrganizationUsersProps> {}
