import { problem } from "../diagnostics/diagnostic";
import { diagnosticMessage } from "../diagnostics/diagnostic-message";
import type { Provider } from "../provider";
import { allHandlers } from "../rpc/all-handlers";
import type { Handlers } from "../rpc/handlers";
import { Session } from "../rpc/session";
import { errorOf } from "./error-of";
import { createGrpcServer, type MutualTls } from "./grpc-server";
import type { Log } from "./log";
import type { Backend } from "./reception";
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
  try {
    const session = new Session(await load(), log, secrets);
    const { take } = createGrpcServer(allHandlers(session), tls, log, shutdown);
    return { take, stop: () => session.stop() };
  } catch (thrown) {
    const { take } = createGrpcServer(unloaded(thrown, log), tls, log, shutdown);
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
