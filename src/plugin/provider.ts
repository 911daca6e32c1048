import type { DataSource, EphemeralResource, ProviderFunction } from "./data-source";
import type { Diagnostic } from "./diagnostics";
import type { Configurable, ConfigureContext } from "./handler-context";
import type { ListResource, Resource } from "./resource";
import type { ObjectValue } from "./values/value";

/** What a provider has once it is configured. */
export interface Configured<Session> {
  readonly session: Session;
  readonly diagnostics?: readonly Diagnostic[];
  /**
   * Called when the host ends the server, which it does after it has every response. Not called after a stop, nor where
   * the process is ended in another way.
   */
  close?(): void;
}

/**
 * A provider as data: its schemas and their handlers, its own configuration first. `Session` is what handlers work
 * with: clients, and what they share.
 */
export interface Provider<Session> extends Configurable {
  /**
   * Called once before reads, plans and writes. Values may be unknown during a plan: throw an UnknownConfigurationError
   * if they are needed for a client.
   */
  configure(
    request: { readonly config: ObjectValue; readonly terraformVersion: string },
    context: ConfigureContext,
  ): Promise<Configured<Session>>;
  /**
   * What to say of an error that a handler threw and that is no defect of the provider, such as one of its client's;
   * undefined for others.
   * @param during what the engine asked for, such as "plan of null_resource".
   */
  describeFailure?(thrown: unknown, during: string): readonly Diagnostic[] | undefined;
  /** By type name, which begins with the provider's own. */
  readonly resources: Readonly<Record<string, Resource<Session>>>;
  readonly dataSources?: Readonly<Record<string, DataSource<Session>>>;
  readonly ephemeralResources?: Readonly<Record<string, EphemeralResource<Session>>>;
  readonly listResources?: Readonly<Record<string, ListResource<Session>>>;
  readonly functions?: Readonly<Record<string, ProviderFunction>>;
}

/**
 * The encoded responses to the calls that a host makes in every process it starts, and whose responses are the same in
 * each.
 */
export type PreparedResponses = Readonly<Record<"GetProviderSchema" | "GetResourceIdentitySchemas", Uint8Array>>;
