import type { Diagnostic } from "./diagnostics";
import type { Configurable, HandlerContext } from "./handler-context";
import type { Finished, PrivateState } from "./resource";
import type { Type } from "./schema/schema";
import type { ObjectValue, Value } from "./values/value";

/** One type of data source: it looks up, and changes nothing. */
export interface DataSource<Session> extends Configurable {
  /**
   * Attributes that the returned state leaves out have their configured values, else their declared defaults, else
   * null.
   */
  read(
    request: { readonly config: ObjectValue },
    context: HandlerContext<Session>,
  ): Promise<{ readonly state: ObjectValue; readonly diagnostics?: readonly Diagnostic[] }>;
}

interface OpenedResource {
  /** Attributes left out have their configured values, else null. Never stored by Terraform. */
  readonly result: ObjectValue;
  /** When Terraform is to call `renew`, if it still needs the resource then. */
  readonly renewAt?: Date;
  /** Handed to `renew` and `close`. */
  readonly private?: PrivateState;
  readonly diagnostics?: readonly Diagnostic[];
}

interface RenewedResource {
  readonly renewAt?: Date;
  /** Default: unchanged. */
  readonly private?: PrivateState;
  readonly diagnostics?: readonly Diagnostic[];
}

/** One type of ephemeral resource: there while Terraform runs, never in plan or state. Terraform 1.10 and later. */
export interface EphemeralResource<Session> extends Configurable {
  open(request: { readonly config: ObjectValue }, context: HandlerContext<Session>): Promise<OpenedResource>;
  renew?(request: { readonly private: PrivateState }, context: HandlerContext<Session>): Promise<RenewedResource>;
  close?(request: { readonly private: PrivateState }, context: HandlerContext<Session>): Finished;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  /** Markdown. */
  readonly description: string;
  /** Else Terraform refuses null before it calls. */
  readonly allowNull?: boolean;
}

/** A pure function that HCL calls as `provider::<name>::<function>(...)`. Terraform 1.8 and later. */
export interface ProviderFunction {
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  /** Takes any number of arguments after the others. */
  readonly variadic?: FunctionParameter;
  readonly returns: Type;
  readonly deprecated?: string;
  /** Never called with unknowns. */
  call(args: readonly Value[]): Value | Promise<Value>;
}

/** Thrown by a function about one of its arguments, counted from 0. */
export class FunctionArgumentError extends Error {
  override readonly name = "FunctionArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}
