import type { ResourceType } from "../resource-type";
import { teamRoleApi } from "./api";

export const teamRoleType = {
  type: "clickstack_team_role",
  api: teamRoleApi,
  collection: ({ teamRoles }) => teamRoles,
  declaration: () => (require("./declaration") as typeof import("./declaration")).teamRole,
  resource: () => (require("./resource") as typeof import("./resource")).teamRoleResource,
  dataSources: {
    clickstack_team_role: () => (require("./data-source") as typeof import("./data-source")).teamRoleDataSource,
    clickstack_team_roles: () => (require("./data-source") as typeof import("./data-source")).teamRolesDataSource,
  },
  isManageable: ({ isPredefined }) => isPredefined !== true,
  madeByServers: true,
} as const satisfies ResourceType;
