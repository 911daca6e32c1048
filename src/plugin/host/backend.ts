import { problem } from "../diagnostics/diagnostic";
import { diagnosticMessage } from "../diagnostics/diagnostic-message";
import { createGrpcServer, type MutualTls } from "../grpc/server";
import { StatusCode } from "../grpc/status";
import type { Provider } from "../provider";
import { allHandlers } from "../rpc/all-handlers";
import type { Handlers } from "../rpc/handlers";
import { Session } from "../rpc/session";
import { errorOf } from "./error-of";
import type { Log } from "./log";
import type { Backend } from "./reception";
import { pluginRoutes, providerRoutes } from "./routes";
import type { Secrets } from "./secrets";

/** What a process tells the outside, and what it never tells. */
export interface Voice {
  readonly log: Log;
  readonly secrets: Secrets;
}

/** Loads the provider and answers the host's calls with it. A provider that does not load says so in every schema. */
export async function createBackend<Client>(
  load: () => Promise<Provider<Client>>,
  tls: MutualTls | undefined,
  { log, secrets }: Voice,
  shutdown: () => void,
): Promise<Backend> {
  const serve = (handlers: Handlers) =>
    createGrpcServer({
      tls,
      routes: new Map([...providerRoutes(handlers), ...pluginRoutes(shutdown)]),
      // Handlers turn their own errors into diagnostics, so whatever comes here is a defect of the runtime.
      failed: (path, thrown) => {
        const error = errorOf(thrown);
        log.error(`${path} failed: ${error.message}`, { stack: error.stack });
        return { code: StatusCode.internal, message: error.message };
      },
      lost: (error) => log.debug(`a connection was lost: ${error.message}`),
    });
  try {
    const session = new Session(await load(), log, secrets);
    const { take } = serve(allHandlers(session));
    return { take, stop: () => session.stop() };
  } catch (thrown) {
    const { take } = serve(unloaded(thrown, log));
    return { take, stop: async () => undefined };
  }
}

function unloaded(thrown: unknown, log: Log): Handlers {
  const error = errorOf(thrown);
  log.error(`the provider did not load: ${error.message}`, { stack: error.stack });
  const diagnostics = [
    diagnosticMessage(
      problem(
        "The provider did not load",
        `${error.message}\n\nThis is a defect of the provider or of its installation.`,
      ),
    ),
  ];
  return { getMetadata: async () => ({ diagnostics }), getProviderSchema: async () => ({ diagnostics }) };
}
