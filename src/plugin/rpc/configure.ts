import { UnknownConfigurationError } from "../diagnostics";
import type { Handlers } from "./all-handlers";
import type { ProviderSession } from "./session";

/** The calls about the provider as a whole: its configuration, and the end. */
export function configureHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const { provider, log } = session;
  const { schema } = provider;
  return {
    validateProviderConfig: (request) =>
      session.respond("validation of the provider's configuration", schema, {}, async (report) => {
        report(await provider.validate?.({ config: session.readObject(schema, request.config) ?? {} }));
        return {};
      }),
    configureProvider: (request) =>
      session.respond("configuration of the provider", schema, {}, async (report) => {
        session.begin();
        const { terraformVersion } = request;
        const config = session.readObject(schema, request.config) ?? {};
        const warn = (summary: string, detail: string) => session.warn(summary, detail);
        try {
          const configured = await provider.configure(
            { config, terraformVersion },
            { log, signal: session.signal, warn },
          );
          session.configured(configured);
          report(configured.diagnostics);
        } catch (thrown) {
          if (!(thrown instanceof UnknownConfigurationError)) throw thrown;
          log.info(`configured without a client: ${thrown.message}`);
          session.configurationIsUnknown(thrown);
        }
        return {};
      }),
    stopProvider: async () => {
      session.stop();
      return {};
    },
  };
}
