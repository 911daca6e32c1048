import type { ResourceType } from "../resource-type";
import { roleApi } from "./api";

export const roleType = {
  type: "clickstack_organization_role",
  api: roleApi,
  collection: ({ roles }) => roles,
  declaration: () => (require("./declaration") as typeof import("./declaration")).organizationRole,
  resource: () => (require("./resource") as typeof import("./resource")).organizationRoleResource,
  dataSources: {
    clickstack_role: () => (require("./data-source") as typeof import("./data-source")).roleDataSource,
    clickstack_roles: () => (require("./data-source") as typeof import("./data-source")).rolesDataSource,
  },
  isManageable: ({ type }) => type !== "system",
  madeByServers: true,
} as const satisfies ResourceType;
