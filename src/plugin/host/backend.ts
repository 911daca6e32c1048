import { type Log, logThrown, type Secrets } from "../log/log";
import { calls, type Handlers, type RpcCall } from "../protocol/calls";
import type { MessageName } from "../protocol/message-types";
import type { PreparedResponses, Provider } from "../provider/provider";
import { decodeMessage, encodeMessage } from "../wire/message-codec";
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
  const responses: Readonly<Record<string, Uint8Array>> = prepared ?? {};
  return new Map(
    Array.from(calls, ([name, call]) => {
      const response = responses[name];
      return [call.path, response ? async () => response : route(name, call, load)];
    }),
  );
}

/** Returns the calls of go-plugin. `shutdown` is called when the host no longer needs this process. */
function pluginRoutes(shutdown: () => void): Routes {
  const goodbye: Route = async (_request, onClose) => {
    onClose(shutdown);
    return new Uint8Array();
  };
  return new Map<string, Route>([
    ["/plugin.GRPCController/Shutdown", goodbye],
    // The provider writes to stderr, so this stream stays open and silent.
    ["/plugin.GRPCStdio/StreamStdio", async () => silence],
  ]);
}

type AnyHandler = (request: object) => Promise<object> | AsyncIterable<object>;

function route(name: string, { handler, request, response }: RpcCall, load: () => Promise<Handlers>): Route {
  return async (message) => {
    const handle: unknown = ((await load()) as Readonly<Record<string, unknown>>)[handler];
    if (typeof handle !== "function") {
      throw new StatusError(StatusCode.unimplemented, `This provider has no ${name}.`);
    }
    const result = (handle as AnyHandler)(decodeMessage(request, message));
    return Symbol.asyncIterator in result ? encodedEvents(response, result) : encodeMessage(response, await result);
  };
}

async function* encodedEvents(name: MessageName, events: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  for await (const event of events) {
    yield encodeMessage(name, event);
  }
}

const silence: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};

export interface BackendParts {
  /** Called at the first request that needs the provider. */
  readonly load: () => Promise<Provider>;
  readonly prepared?: PreparedResponses | undefined;
  readonly tls: MutualTls | undefined;
  /** The log of the process and the secrets that must not reach it. */
  readonly voice: { readonly log: Log; readonly secrets: Secrets };
  /** Called when the host no longer needs this process. */
  readonly shutdown: () => void;
}

/** Handles the host's calls. If the provider cannot be loaded, every response reports that. */
export function createBackend({ load, prepared, tls, voice, shutdown }: BackendParts): Backend {
  const { log } = voice;
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  const handlers = async () => {
    loading ??= loadHandlers(load, voice);
    loaded = await loading;
    return loaded.handlers;
  };
  const close = async () => loaded?.close();
  const end = () => void close().finally(shutdown);
  const { take, finishResponses } = createGrpcServer({
    tls,
    routes: new Map([...createProviderRoutes(handlers, prepared), ...pluginRoutes(end)]),
    // Handlers turn their own errors into diagnostics, so this error is a defect of the runtime.
    failed: (path, thrown) => {
      const { message } = logThrown(log, thrown, `${path} failed`);
      return { code: StatusCode.internal, message };
    },
    lost: (error) => log.debug(`a connection was lost: ${error.message}`),
  });
  return { take, stop: async () => (await loading)?.stop(), finishResponses, close };
}

interface Loaded extends Pick<Backend, "stop" | "close"> {
  readonly handlers: Handlers;
}

/** The handlers are loaded together with the provider, because the prepared schema responses need neither of them. */
async function loadHandlers(load: () => Promise<Provider>, { log, secrets }: BackendParts["voice"]): Promise<Loaded> {
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
    return { handlers: unloadedHandlers(error), stop: async () => undefined, close: async () => undefined };
  }
}
