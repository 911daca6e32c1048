import type { Diagnostic } from "./diagnostics";
import type { HandlerContext } from "./handler-context";
import type { Finished, PrivateState } from "./resource";
import type { Schema } from "./schema/schema";
import type { ObjectValue } from "./values/value";

export interface OpenedResource {
  /** Attributes left out have their configured values, else null. Never stored by Terraform. */
  readonly result: ObjectValue;
  /** When Terraform is to call `renew`, if it still needs the resource then. */
  readonly renewAt?: Date;
  /** Handed to `renew` and `close`. */
  readonly private?: PrivateState;
  readonly diagnostics?: readonly Diagnostic[];
}

export interface RenewedResource {
  readonly renewAt?: Date;
  /** Default: unchanged. */
  readonly private?: PrivateState;
  readonly diagnostics?: readonly Diagnostic[];
}

/** One type of ephemeral resource: there while Terraform runs, never in plan or state. Terraform 1.10 and later. */
export interface EphemeralResource<Client> {
  readonly schema: Schema;
  /** Values may be unknown anywhere; there is no client. */
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
  open(request: { readonly config: ObjectValue }, context: HandlerContext<Client>): Promise<OpenedResource>;
  renew?(request: { readonly private: PrivateState }, context: HandlerContext<Client>): Promise<RenewedResource>;
  close?(request: { readonly private: PrivateState }, context: HandlerContext<Client>): Finished;
}
