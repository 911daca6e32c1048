import type { Diagnostic } from "./diagnostics";
import type { HandlerContext } from "./handler-context";
import type { Schema } from "./schema/schema";
import type { ObjectValue } from "./values/value";

export interface ListRequest {
  readonly config: ObjectValue;
  /** Whether the response should carry whole objects, beside their identities. */
  readonly includeResource: boolean;
  /** The most objects that the host takes. The runtime stops there by itself. */
  readonly limit: number;
}

export interface ListedResource {
  readonly identity: ObjectValue;
  readonly displayName: string;
  /** In the form of the resource's state. */
  readonly resource?: ObjectValue;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Lists the objects of the resource type of the same name, which must have an identity (`terraform query`, Terraform 1.14 and later). */
export interface ListResource<Client> {
  /** Of the list's own configuration. */
  readonly schema: Schema;
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  list(request: ListRequest, context: HandlerContext<Client>): AsyncIterable<ListedResource>;
}
