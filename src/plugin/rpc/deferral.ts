import type { CallRequest } from "../protocol/calls";
import { enums } from "../protocol/tables";
import { UnknownConfigurationError } from "../values/diagnostics";

const { PROVIDER_CONFIG_UNKNOWN } = enums["Deferred.Reason"];

/**
 * Runs a call that needs a session. Without a session, because the provider's configuration is unknown, the response is
 * deferred if the host allows it. The host then leaves the object to a later plan. Other hosts receive the error.
 */
export async function deferUntilConfigured<A extends object>(
  { clientCapabilities }: Pick<CallRequest<"readResource">, "clientCapabilities">,
  deferred: () => A,
  work: () => Promise<A>,
): Promise<A> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof UnknownConfigurationError) || clientCapabilities?.deferralAllowed !== true) {
      throw thrown;
    }
    return { ...deferred(), deferred: { reason: PROVIDER_CONFIG_UNKNOWN } };
  }
}
