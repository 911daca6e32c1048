import type { Handlers } from "./all-handlers";
import { answer, type ProviderSession } from "./session";

/** The calls about the provider as a whole: its configuration, and the end. */
export function configureHandlers<Client>(session: ProviderSession<Client>): Handlers {
  const { provider, log } = session;
  const { schema } = provider;
  return {
    validateProviderConfig: (request) =>
      answer(session, { during: "validation of the provider's configuration", schema }, {}, async (report) => {
        report(await provider.validate?.({ config: session.readObject(schema, request.config) ?? {} }));
        return {};
      }),
    configureProvider: (request) =>
      answer(session, { during: "configuration of the provider", schema }, {}, async (report) => {
        session.begin();
        const { terraformVersion } = request;
        const config = session.readObject(schema, request.config) ?? {};
        const configured = await provider.configure(
          { config, terraformVersion },
          { log, signal: session.signal, warn: (summary, detail) => session.warn(summary, detail) },
        );
        session.configured(configured);
        report(configured.diagnostics);
        return {};
      }),
    stopProvider: async () => {
      session.stop();
      return {};
    },
  };
}
