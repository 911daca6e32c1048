import type { Construct } from "constructs";
import type { z } from "zod";
import { objectShapeOf } from "../declaration/shape";
import {
  type ConnectionDeclaration,
  connection,
  connectionLookup,
  connectionsLookup,
} from "../resources/connection/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { LookUp, NamedLookUp } from "./look-up";

/** How a connection is found: by `id` or by `name`. */
export type ConnectionProps = Pick<z.input<typeof connectionLookup>, "id" | "name"> & MetaArguments;

/** A connection that exists in ClickStack. Tiles in SQL take it as it is. Open-source deployment only. */
export class Connection extends NamedLookUp<typeof connectionLookup> {
  static readonly tfResourceType = "clickstack_connection";

  constructor(scope: Construct, id: string, props: ConnectionProps) {
    super(scope, id, { type: Connection.tfResourceType, schema: connectionLookup }, props);
  }
}

/** How connections are listed: all of them, or those of one name. */
export type ConnectionsProps = Omit<z.input<typeof connectionsLookup>, "connections"> & MetaArguments;

/** All connections that exist in ClickStack, or those of one name: `connections.observed.connections`. Open-source deployment only. */
export class Connections extends LookUp<typeof connectionsLookup> {
  constructor(scope: Construct, id: string, props: ConnectionsProps = {}) {
    super(scope, id, { type: "clickstack_connections", schema: connectionsLookup }, props);
  }
}

const CONNECTION = objectShapeOf(connection);

/** What a connection is made of. Keep the password out of the program: pass a Terraform variable. */
export type ConnectionResourceProps = Omit<ConnectionDeclaration, "id" | "otherFields"> & MetaArguments;

/** A connection that this program creates and changes. Sources and tiles in SQL take it as it is. Open-source deployment only. */
export class ConnectionResource extends DeclaredResource<"clickstack_connection", ConnectionResourceProps> {
  constructor(scope: Construct, id: string, props: ConnectionResourceProps) {
    super(scope, id, { type: "clickstack_connection", shape: CONNECTION }, props);
  }
}
