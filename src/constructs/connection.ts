import type {
  ConnectionDeclaration,
  ConnectionsDeclaration,
  ExistingConnectionDeclaration,
} from "../generated/declared-types";
import { connection, connectionLookup, connectionsLookup } from "../resources/connection/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { byId, byName, listClass, lookUpClass } from "./look-up";
import type { ConstructScope } from "./scope";
/** Props that select a connection: `id` or `name`. */
export type ExistingConnectionProps = Pick<ExistingConnectionDeclaration, "id" | "name"> & MetaArguments;

/**
 * An existing connection that this program does not manage. Sources and SQL tiles accept it as their `connection`.
 * Open-source deployment only.
 */
export class ExistingConnection extends lookUpClass<ExistingConnectionDeclaration>(
  "clickstack_connection",
  connectionLookup,
)<ExistingConnectionProps> {}

/** Props that filter the list of connections. */
export type ConnectionsProps = Omit<ConnectionsDeclaration, "connections"> & MetaArguments;

/** List of connections, managed or not: `connections.observed.connections`. Open-source deployment only. */
export class Connections extends listClass<ConnectionsDeclaration>(
  "clickstack_connections",
  connectionsLookup,
)<ConnectionsProps> {}

/** Props of a connection. Keep the password out of the program: pass a Terraform variable. */
export type ConnectionProps = Omit<ConnectionDeclaration, "id" | "otherFields"> & MetaArguments;

/**
 * A managed connection. `Connection.byName` and `Connection.byId` look up an existing one. Open-source deployment only.
 */
export class Connection extends DeclaredResource<"clickstack_connection", ConnectionProps> {
  /** Looks up an existing connection by its name. */
  static readonly byName = byName(ExistingConnection);
  /** Looks up an existing connection by its id. */
  static readonly byId = byId(ExistingConnection);

  constructor(scope: ConstructScope, id: string, props: ConnectionProps) {
    super(scope, id, { type: "clickstack_connection", schema: connection }, props);
  }
}
