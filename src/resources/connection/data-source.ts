import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type ConnectionRecord, connectionApi } from "./api";
import { connectionLookup, connectionsLookup } from "./declaration";

const CONNECTIONS = {
  api: connectionApi,
  collection: (client) => client.collection(connectionApi),
  facts: (connection) => connection,
  describe: ({ host }) => String(host),
} satisfies LookUpType<ConnectionRecord, ConnectionRecord>;

/** `clickstack_connection`: one connection by id or name; open source only (docs/internals/api-behavior.md 3.14). */
export const connectionDataSource: DataSource<Session> = lookUpDataSource(
  CONNECTIONS,
  connectionLookup,
  "A connection that sources read through, found by id or by name. Open-source deployment only.",
);

/** `clickstack_connections`: all connections. */
export const connectionsDataSource: DataSource<Session> = listDataSource(
  CONNECTIONS,
  connectionsLookup,
  "All connections, or those of one name. Open-source deployment only.",
);
