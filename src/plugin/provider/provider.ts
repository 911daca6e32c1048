import type { Diagnostic } from "../values/diagnostics";
import type { Type } from "../values/type";
import type { ObjectValue, Value } from "../values/value";
import type {
  Configurable,
  ConfigureContext,
  Finished,
  HandlerContext,
  ListResource,
  PrivateState,
  Resource,
} from "./resource";

export interface Configured<Session = unknown> {
  readonly session: Session;
  readonly diagnostics?: readonly Diagnostic[];
  /**
   * Called when the host ends the server, after the host received every response. Not called after a stop or when the
   * process is killed.
   */
  close?(): void;
}

/**
 * A provider as data: its own configuration, its schemas and their handlers. `Session` contains the clients that
 * handlers share.
 */
export interface Provider<Session = unknown> extends Configurable {
  /**
   * Called once before reads, plans and writes. Values may be unknown during a plan. If a client needs an unknown
   * value, throw an UnknownConfigurationError.
   */
  configure(
    request: { readonly config: ObjectValue; readonly terraformVersion: string },
    context: ConfigureContext,
  ): Promise<Configured<Session>>;
  /**
   * Returns the diagnostics of an error that is not a defect of the provider, such as an error of its client. Returns
   * undefined for other errors.
   * @param during the operation, such as "plan of null_resource"
   */
  describeFailure?(thrown: unknown, during: string): readonly Diagnostic[] | undefined;
  /** Resources by type name, which begins with the provider's name. */
  readonly resources: Readonly<Record<string, Resource<Session>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Session>>>;
  readonly ephemeralResources?: Readonly<Record<string, EphemeralResource<Session>>>;
  readonly listResources?: Readonly<Record<string, ListResource<Session>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
}

/** Encoded responses to the calls that a host makes in every process. They are the same in each process. */
export type PreparedResponses = Readonly<Record<"GetProviderSchema" | "GetResourceIdentitySchemas", Uint8Array>>;

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
