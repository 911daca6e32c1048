import { logThrown } from "../log/errors";
import type { Log, Secrets } from "../log/log";
import type { Method, Service } from "../protocol/message-types";
import { controllerService, providerService, stdioService } from "../protocol/tables";
import type { PreparedResponses, Provider } from "../provider/provider";
import type { Handlers } from "../rpc/calls";
import { decodeMessage } from "../wire/decode-message";
import { encodeMessage } from "../wire/encode-message";
import { StatusCode, StatusError } from "./grpc-encoding";
import { createGrpcServer, type MutualTls, type Route } from "./grpc-server";
import type { Backend } from "./reception";

type Routes = ReadonlyMap<string, Route>;

/**
 * Returns the provider's calls by path.
 * @param load returns the handlers. It is called at the first call that needs them.
 * @param prepared responses that are returned without the handlers
 */
export function createProviderRoutes(load: () => Promise<Handlers>, prepared: PreparedResponses | undefined): Routes {
  const routes = providerService.methods.map(
    (method) => [pathOf(providerService, method), route(method, load)] as const,
  );
  const known = Object.entries(prepared ?? {}).map(
    ([call, response]) => [`/${providerService.name}/${call}`, async () => response] as const,
  );
  return new Map<string, Route>([...routes, ...known]);
}

/** Returns the calls of go-plugin. `shutdown` is called when the host no longer needs this process. */
function pluginRoutes(shutdown: () => void): Routes {
  const goodbye: Route = async (_request, onClose) => {
    onClose(shutdown);
    return new Uint8Array();
  };
  return new Map([
    ...controllerService.methods.map((method) => [pathOf(controllerService, method), goodbye] as const),
    // The provider writes to stderr, so this stream stays open and silent.
    ...stdioService.methods.map((method) => [pathOf(stdioService, method), () => silence] as const),
  ]);
}

type AnyHandler = (request: object) => Promise<object> | AsyncIterable<object>;

function route(method: Method, load: () => Promise<Handlers>): Route {
  const { input, output, streams } = method;
  const encoded = (message: object) => encodeMessage(output, message);
  if (!streams) {
    return async (request) => {
      const handler = handlerOf(method, await load());
      return encoded(await (handler(decodeMessage(input, request)) as Promise<object>));
    };
  }
  return async function* (request) {
    const handler = handlerOf(method, await load());
    const events = handler(decodeMessage(input, request)) as AsyncIterable<object>;
    for await (const event of events) {
      yield encoded(event);
    }
  };
}

function handlerOf({ name, localName }: Method, handlers: Handlers): AnyHandler {
  const handler: unknown = (handlers as Readonly<Record<string, unknown>>)[localName];
  if (typeof handler !== "function") {
    throw new StatusError(StatusCode.unimplemented, `This provider has no ${name}.`);
  }
  return handler as AnyHandler;
}

function pathOf(service: Service, method: Method): string {
  return `/${service.name}/${method.name}`;
}

const silence: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};

/** The log of a process and the secrets that must not reach it. */
interface Voice {
  readonly log: Log;
  readonly secrets: Secrets;
}

export interface BackendParts<Session> {
  /** Called at the first request that needs the provider. */
  readonly load: () => Promise<Provider<Session>>;
  readonly prepared?: PreparedResponses | undefined;
  readonly tls: MutualTls | undefined;
  readonly voice: Voice;
  /** Called when the host no longer needs this process. */
  readonly shutdown: () => void;
}

/** Handles the host's calls. If the provider cannot be loaded, every response reports that. */
export function createBackend<Session>({ load, prepared, tls, voice, shutdown }: BackendParts<Session>): Backend {
  const { log } = voice;
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  const handlers = async () => {
    loading ??= loadHandlers(load, voice);
    loaded = await loading;
    return loaded.handlers;
  };
  const close = () => loaded?.close();
  const end = () => {
    close();
    shutdown();
  };
  const { take } = createGrpcServer({
    tls,
    routes: new Map([...createProviderRoutes(handlers, prepared), ...pluginRoutes(end)]),
    // Handlers turn their own errors into diagnostics, so this error is a defect of the runtime.
    failed: (path, thrown) => {
      const { message } = logThrown(log, thrown, `${path} failed`);
      return { code: StatusCode.internal, message };
    },
    lost: (error) => log.debug(`a connection was lost: ${error.message}`),
  });
  return { take, stop: async () => (await loading)?.stop(), close };
}

/** The handlers, and the functions that end their work. */
interface Loaded extends Pick<Backend, "stop" | "close"> {
  readonly handlers: Handlers;
}

/** The handlers are loaded together with the provider, because the prepared schema responses need neither. */
async function loadHandlers<Session>(load: () => Promise<Provider<Session>>, { log, secrets }: Voice): Promise<Loaded> {
  try {
    const { ProviderServer: NewServer } = require("../rpc/provider-server") as typeof import("../rpc/provider-server");
    const { allHandlers } = require("../rpc/all-handlers") as typeof import("../rpc/all-handlers");
    const server = new NewServer(await load(), log, secrets);
    // A process that exits without the host's request must wait for its writes itself.
    const stop = async () => {
      server.stop();
      await server.finishWrites();
    };
    return { handlers: allHandlers(server), stop, close: () => server.close() };
  } catch (thrown) {
    const error = logThrown(log, thrown, "the provider did not load");
    const { unloadedHandlers } = require("../rpc/unloaded") as typeof import("../rpc/unloaded");
    return { handlers: unloadedHandlers(error), stop: async () => undefined, close: () => undefined };
  }
}
