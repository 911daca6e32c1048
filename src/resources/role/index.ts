import type { ResourceType } from "../resource-type";
import { roleApi } from "./api";
import { organizationRole, roleLookup, rolesLookup } from "./declaration";
import { organizationRoleResource, roleLookUps } from "./resource";

export const organizationRoleType = {
  type: "clickstack_organization_role",
  api: roleApi,
  member: "roles",
  declaration: () => organizationRole,
  resource: () => organizationRoleResource,
  construct: "Role",
  dataSources: {
    clickstack_organization_role: { construct: "ExistingRole", declaration: () => roleLookup },
    clickstack_organization_roles: { construct: "Roles", declaration: () => rolesLookup },
  },
  lookUps: () => roleLookUps,
  madeByServers: true,
  subcategory: "ClickHouse Cloud",
  details:
    "Roles are in ClickHouse Cloud only. API keys accept them by id or by name. One program can declare a key with the least privilege: a role with the permissions of a job, and a key with that role. [Checks](../guides/checks.md) verify that the key has exactly these permissions. System roles cannot be managed; look them up with the data source `clickstack_organization_role`.",
} as const satisfies ResourceType;
