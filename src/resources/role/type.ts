import type { ResourceType } from "../resource-type";
import { roleApi } from "./api";

export const roleType = {
  type: "clickstack_role",
  api: roleApi,
  collection: ({ roles }) => roles,
  dataSources: {
    clickstack_role: () => (require("./data-source") as typeof import("./data-source")).roleDataSource,
    clickstack_roles: () => (require("./data-source") as typeof import("./data-source")).rolesDataSource,
  },
} as const satisfies ResourceType;
