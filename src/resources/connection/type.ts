import type { ResourceType } from "../resource-type";
import { connectionApi } from "./api";

export const connectionType = {
  type: "clickstack_connection",
  api: connectionApi,
  collection: ({ connections }) => connections,
  declaration: () => (require("./declaration") as typeof import("./declaration")).connection,
  resource: () => (require("./resource") as typeof import("./resource")).connectionResource,
  dataSources: {
    clickstack_connection: () => (require("./data-source") as typeof import("./data-source")).connectionDataSource,
    clickstack_connections: () => (require("./data-source") as typeof import("./data-source")).connectionsDataSource,
  },
  importedByDefault: false,
  madeByServers: true,
} as const satisfies ResourceType;
