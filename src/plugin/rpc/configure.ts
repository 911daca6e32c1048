import type { Handlers } from "../protocol/calls";
import { UnknownConfigurationError } from "../values/diagnostics";
import type { ProviderServer } from "./provider-server";

/** Returns the handlers of the calls that configure and stop the provider. */
export function configureHandlers(server: ProviderServer): Handlers {
  const { provider, log } = server;
  const { schema } = provider;
  return {
    validateProviderConfig: (request) =>
      server.respond("validation of the provider's configuration", schema, {}, async (report) => {
        report(await provider.validate?.({ config: server.readConfig(schema, request) }));
        return {};
      }),
    configureProvider: (request) =>
      server.respond("configuration of the provider", schema, {}, async (report) => {
        server.begin();
        const { terraformVersion } = request;
        const config = server.readConfig(schema, request);
        const warn = (summary: string, detail: string) => server.warn(summary, detail);
        try {
          const configured = await provider.configure(
            { config, terraformVersion },
            { log, signal: server.signal, warn },
          );
          server.configured(configured);
          report(configured.diagnostics);
        } catch (thrown) {
          if (!(thrown instanceof UnknownConfigurationError)) {
            throw thrown;
          }
          log.info(`configured without a session: ${thrown.message}`);
          server.configurationIsUnknown(thrown);
        }
        return {};
      }),
    stopProvider: async () => {
      server.stop();
      return {};
    },
  };
}
