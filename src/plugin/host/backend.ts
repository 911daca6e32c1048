import { StatusCode } from "../grpc-encoding";
import { createGrpcServer, type MutualTls } from "../grpc-server";
import type { Provider } from "../provider";
import type { Handlers } from "../rpc/handlers";
import type { Session } from "../rpc/session";
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

/** What a backend is made of. */
export interface BackendParts<Client> {
  /** Called when the host first asks for something that needs the provider. */
  readonly load: () => Promise<Provider<Client>>;
  readonly preparedSchema: Uint8Array | undefined;
  readonly tls: MutualTls | undefined;
  readonly voice: Voice;
  /** Called when the host is done with this process. */
  readonly shutdown: () => void;
}

/** Answers the host's calls. A provider that does not load says so in every answer. */
export function createBackend<Client>({ load, preparedSchema, tls, voice, shutdown }: BackendParts<Client>): Backend {
  const { log } = voice;
  let loaded: Promise<Loaded> | undefined;
  const handlers = async () => {
    loaded ??= loadHandlers(load, voice);
    return (await loaded).handlers;
  };
  const { take } = createGrpcServer({
    tls,
    routes: new Map([...providerRoutes(handlers, preparedSchema), ...pluginRoutes(shutdown)]),
    // Handlers turn their own errors into diagnostics, so whatever comes here is a defect of the runtime.
    failed: (path, thrown) => {
      const error = errorOf(thrown);
      log.error(`${path} failed: ${error.message}`, { stack: error.stack });
      return { code: StatusCode.internal, message: error.message };
    },
    lost: (error) => log.debug(`a connection was lost: ${error.message}`),
  });
  return { take, stop: async () => (await loaded)?.stop() };
}

/** The handlers, and how to end their work. */
interface Loaded {
  readonly handlers: Handlers;
  stop(): Promise<void>;
}

/** For a process that is to end by itself: nobody else waits for its writes then. */
async function stopAndFinish<Client>(session: Session<Client>): Promise<void> {
  session.stop();
  await session.finishWrites();
}

/** The handlers are loaded with the provider: a start for a prepared schema needs neither. */
async function loadHandlers<Client>(load: () => Promise<Provider<Client>>, { log, secrets }: Voice): Promise<Loaded> {
  try {
    const { Session: NewSession } = require("../rpc/session") as typeof import("../rpc/session");
    const { allHandlers } = require("../rpc/all-handlers") as typeof import("../rpc/all-handlers");
    const session = new NewSession(await load(), log, secrets);
    return { handlers: allHandlers(session), stop: () => stopAndFinish(session) };
  } catch (thrown) {
    const error = errorOf(thrown);
    log.error(`the provider did not load: ${error.message}`, { stack: error.stack });
    const { unloadedHandlers } = require("../rpc/unloaded") as typeof import("../rpc/unloaded");
    return { handlers: unloadedHandlers(error), stop: async () => undefined };
  }
}
