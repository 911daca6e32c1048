import type { ResourceType } from "../resource-type";
import { organizationUserApi } from "./api";
import { organizationUserDataSource, organizationUsersDataSource } from "./data-source";
import { organizationUserLookup, organizationUsersLookup } from "./declaration";

export const organizationUserType = {
  type: "clickstack_organization_user",
  api: organizationUserApi,
  member: "organizationUsers",
  dataSources: {
    clickstack_organization_user: { construct: "OrganizationUser", declaration: () => organizationUserLookup },
    clickstack_organization_users: { construct: "OrganizationUsers", declaration: () => organizationUsersLookup },
  },
  lookUps: () => ({ one: organizationUserDataSource, all: organizationUsersDataSource }),
  subcategory: "ClickHouse Cloud",
} as const satisfies ResourceType;
