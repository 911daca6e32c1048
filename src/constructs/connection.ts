import type { Construct } from "constructs";
import type { z } from "zod";
import { connectionLookup, connectionsLookup } from "../schema/connection-lookup";
import { LookUp, NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof connectionLookup>, "id" | "name">;

/** How a connection is found: by `id` or by `name`. */
export type ConnectionProps = Declaration & MetaArguments;

/** A connection that exists in ClickStack. Tiles in SQL take it as it is. Open-source deployment only. */
export class Connection extends NamedLookUp<typeof connectionLookup> {
  constructor(scope: Construct, id: string, props: ConnectionProps) {
    super(scope, id, { type: "clickstack_connection", schema: connectionLookup }, props);
  }

  /** The connection with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): Connection {
    return byNameOnce(scope, "connection", name, options, Connection);
  }

  /** The connection with this id. */
  static byId(scope: Construct, connectionId: string, options: ProviderOption = {}): Connection {
    return byIdOnce(scope, "connection", connectionId, options, Connection);
  }
}

/** All connections that exist in ClickStack: `connections.observed.connections`. Open-source deployment only. */
export class Connections extends LookUp<typeof connectionsLookup> {
  constructor(scope: Construct, id: string, props: MetaArguments = {}) {
    super(scope, id, { type: "clickstack_connections", schema: connectionsLookup }, props);
  }
}
