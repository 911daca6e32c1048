import type { ResourceType } from "../resource-type";
import { organizationUserApi } from "./api";
import { organizationUserDataSource, organizationUsersDataSource } from "./data-source";
import { organizationUserLookup, organizationUsersLookup } from "./declaration";

export const organizationUserType = {
  type: "clickstack_organization_user",
  api: organizationUserApi,
  member: "organizationUsers",
  dataSources: {
    clickstack_organization_user: {
      declaration: () => organizationUserLookup,
      handlers: () => organizationUserDataSource,
      construct: "OrganizationUser",
    },
    clickstack_organization_users: {
      declaration: () => organizationUsersLookup,
      handlers: () => organizationUsersDataSource,
      construct: "OrganizationUsers",
    },
  },
  subcategory: "ClickHouse Cloud",
} as const satisfies ResourceType;
