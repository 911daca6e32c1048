import type { RoleAssignmentDeclaration } from "../generated/declared-types";
import { roleAssignment } from "../resources/role-assignment/declaration";
import type { ApiKey } from "./api-key";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import type { ExistingApiKey } from "./existing";
import type { OrganizationUser } from "./organization-user";
import type { ExistingRole, Role } from "./role";
import type { ConstructScope } from "./scope";

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
    super(scope, id, { type: "clickstack_role_assignment", schema: roleAssignment }, props);
  }
}
