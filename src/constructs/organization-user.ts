import type { OrganizationUserDeclaration, OrganizationUsersDeclaration } from "../generated/declared-types";
import { organizationUserLookup, organizationUsersLookup } from "../resources/organization-user/declaration";
import type { MetaArguments } from "./declared";
import { byId, listClass, lookUpClass, lookUpOnce, type ProviderOption } from "./look-up";
import type { ConstructScope } from "./scope";

/** Props that select a user: `id` or `email`. */
export type OrganizationUserProps = Pick<OrganizationUserDeclaration, "id" | "email"> & MetaArguments;

/** A user of the ClickHouse Cloud organization. Users accept invitations themselves, so no program manages them. */
export class OrganizationUser extends lookUpClass<OrganizationUserDeclaration>(
  "clickstack_organization_user",
  organizationUserLookup,
)<OrganizationUserProps> {
  /** Looks up a user by id. */
  static readonly byId = byId(OrganizationUser);

  /**
   * Looks up a user by e-mail address, once per scope. If no user has it, the plan fails and lists the addresses.
   * @param scope the stack, or another construct in it
   * @param email the address, such as `ada@example.com`
   * @param options the provider, if the stack has several. Default: the only one
   */
  static byEmail(scope: ConstructScope, email: string, options: ProviderOption = {}): OrganizationUser {
    const asked = { email, provider: options.provider?.node.path };
    return lookUpOnce(
      scope,
      "organization-user",
      asked,
      (id) => new OrganizationUser(scope, id, { email, ...options }),
    );
  }
}

/** Props that filter the list of users. */
export type OrganizationUsersProps = Pick<OrganizationUsersDeclaration, "name" | "nameContains"> & MetaArguments;

/** List of the users of the organization: `users.observed.organizationUsers`. */
export class OrganizationUsers extends listClass<OrganizationUsersDeclaration>(
  "clickstack_organization_users",
  organizationUsersLookup,
)<OrganizationUsersProps> {}
