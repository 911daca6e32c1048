import type { ResourceType } from "../resource-type";
import { connectionApi } from "./api";
import { connection, connectionLookup, connectionsLookup } from "./declaration";
import { connectionLookUps, connectionResource } from "./resource";

export const connectionType = {
  type: "clickstack_connection",
  api: connectionApi,
  member: "connections",
  declaration: () => connection,
  resource: () => connectionResource,
  construct: "Connection",
  dataSources: {
    clickstack_connection: { construct: "ExistingConnection", declaration: () => connectionLookup },
    clickstack_connections: { construct: "Connections", declaration: () => connectionsLookup },
  },
  lookUps: () => connectionLookUps,
  importedByDefault: false,
  madeByServers: true,
  subcategory: "Sources and webhooks",
  details: "ClickHouse Cloud manages the connections of the managed deployment.",
  importNote:
    "The server does not return the password. An update keeps the stored password unless the provider sends it again: see `password_version`.",
} as const satisfies ResourceType;
