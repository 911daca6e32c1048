import { UnknownConfigurationError } from "../diagnostics";
import { type ClientCapabilities, Deferred_Reason } from "../protocol/tfplugin6_pb";
import type { Plain } from "../wire/exact-json";

/** What a request says of its host, and so whether a response may be deferred. */
interface Deferring {
  readonly clientCapabilities?: Plain<ClientCapabilities>;
}

/**
 * Works on a call that needs a client. Where there is none yet, because the provider's configuration is unknown, the response is deferred if
 * the host allows it: the host then leaves the object to a later plan. Other hosts get the error.
 */
export async function deferrable<A extends object>(
  { clientCapabilities }: Deferring,
  deferred: () => A,
  work: () => Promise<A>,
): Promise<A> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof UnknownConfigurationError) || clientCapabilities?.deferralAllowed !== true) throw thrown;
    return { ...deferred(), deferred: { reason: Deferred_Reason.PROVIDER_CONFIG_UNKNOWN } };
  }
}
