import type { Construct } from "constructs";
import type { z } from "zod";
import {
  type ConnectionDeclaration,
  connection,
  connectionLookup,
  connectionsLookup,
} from "../resources/connection/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up-class";

/** How a connection is found: by `id` or by `name`. */
export type ConnectionProps = Pick<z.input<typeof connectionLookup>, "id" | "name"> & MetaArguments;

/** A connection that exists in ClickStack. Tiles in SQL take it as it is. Open-source deployment only. */
export class Connection extends lookUpClass("clickstack_connection", connectionLookup)<ConnectionProps> {}

/** How connections are listed: all of them, or those of one name. */
export type ConnectionsProps = Omit<z.input<typeof connectionsLookup>, "connections"> & MetaArguments;

/**
 * All connections that exist in ClickStack, or those of one name: `connections.observed.connections`. Open-source
 * deployment only.
 */
export class Connections extends listClass("clickstack_connections", connectionsLookup)<ConnectionsProps> {}

/** What a connection is made of. Keep the password out of the program: pass a Terraform variable. */
export type ConnectionResourceProps = Omit<ConnectionDeclaration, "id" | "otherFields"> & MetaArguments;

/**
 * A connection that this program creates and changes. Sources and tiles in SQL take it as it is. Open-source deployment
 * only.
 */
export class ConnectionResource extends DeclaredResource<"clickstack_connection", ConnectionResourceProps> {
  constructor(scope: Construct, id: string, props: ConnectionResourceProps) {
    super(scope, id, { type: "clickstack_connection", schema: connection }, props);
  }
}
