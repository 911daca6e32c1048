import type { Diagnostic } from "../values/diagnostics";
import type { ObjectValue } from "../values/value";
import type { DataSource, EphemeralResource, ProviderFunction } from "./data-source";
import type { Configurable, ConfigureContext, ListResource, Resource } from "./resource";

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
   * Called once before reads, plans and writes. Values may be unknown during a plan. If a client needs them, throw an
   * UnknownConfigurationError.
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
