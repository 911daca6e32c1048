import type { Diagnostic } from "../values/diagnostics";
import type { Type } from "../values/type";
import type { ObjectValue, Value } from "../values/value";
import type { Configurable, Finished, HandlerContext, PrivateState } from "./resource";

/** One type of data source. It only reads objects and never changes them. */
export interface DataSource<Session> extends Configurable {
  /**
   * Returns the state. The runtime fills missing attributes with their configured values, then declared defaults, then
   * null.
   */
  read(
    request: { readonly config: ObjectValue },
    context: HandlerContext<Session>,
  ): Promise<{ readonly state: ObjectValue; readonly diagnostics?: readonly Diagnostic[] }>;
}

interface OpenedResource {
  /**
   * Terraform never stores this object. The runtime fills missing attributes with their configured values, then null.
   */
  readonly result: ObjectValue;
  /** The time at which Terraform calls `renew`, if the resource is still in use then. */
  readonly renewAt?: Date;
  /** Passed to `renew` and `close`. */
  readonly private?: PrivateState;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Default of `private`: unchanged. */
type RenewedResource = Omit<OpenedResource, "result">;

/**
 * One type of ephemeral resource. It exists while Terraform runs, and never in a plan or state. Requires Terraform
 * 1.10.
 */
export interface EphemeralResource<Session> extends Configurable {
  open(request: { readonly config: ObjectValue }, context: HandlerContext<Session>): Promise<OpenedResource>;
  renew?(request: { readonly private: PrivateState }, context: HandlerContext<Session>): Promise<RenewedResource>;
  close?(request: { readonly private: PrivateState }, context: HandlerContext<Session>): Finished;
}

/** Terraform rejects null for a parameter before it calls the function. */
export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  /** Markdown. */
  readonly description: string;
}

/** A pure function that HCL calls as `provider::<name>::<function>(...)`. Requires Terraform 1.8. */
export interface ProviderFunction {
  /** One line of text. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  /** Accepts any number of arguments after the others. */
  readonly variadic?: FunctionParameter;
  readonly returns: Type;
  /** The runtime never calls it with unknown values. */
  call(args: readonly Value[]): Value | Promise<Value>;
}

/** Thrown by a function for an invalid argument. Arguments are counted from 0. */
export class FunctionArgumentError extends Error {
  override readonly name = "FunctionArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}
