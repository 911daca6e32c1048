import type { Route } from "../grpc/call";
import { controllerService, messages, providerService, stdioService } from "../protocol/tables";
import type { Handlers } from "../rpc/handlers";
import { decodeMessage } from "../wire/decode-message";
import { encodeMessage } from "../wire/encode-message";
import type { Method, Service } from "../wire/message-field";

type Routes = ReadonlyMap<string, Route>;

/** The provider's calls by path. */
export function providerRoutes(handlers: Handlers): Routes {
  const byName: Readonly<Record<string, unknown>> = handlers;
  const routes = providerService.methods.flatMap((method) => {
    const handler = byName[method.localName];
    return isHandler(handler) ? [[pathOf(providerService, method), route(method, handler)] as const] : [];
  });
  return new Map(routes);
}

/** The calls of go-plugin. `shutdown` is called when the host is done with this process. */
export function pluginRoutes(shutdown: () => void): Routes {
  const goodbye: Route = async () => {
    setImmediate(shutdown);
    return new Uint8Array();
  };
  return new Map([
    ...controllerService.methods.map((method) => [pathOf(controllerService, method), goodbye] as const),
    // What the provider has to say goes to stderr, so this stream stays open and silent.
    ...stdioService.methods.map((method) => [pathOf(stdioService, method), () => silence] as const),
  ]);
}

type AnyHandler = (request: object) => Promise<object> | AsyncIterable<object>;

function isHandler(candidate: unknown): candidate is AnyHandler {
  return typeof candidate === "function";
}

function route({ input, output, streams }: Method, handler: AnyHandler): Route {
  const answer = (request: Uint8Array) => handler(decodeMessage(messages, input, request));
  const encoded = (message: object) => encodeMessage(messages, output, message);
  if (!streams) return async (request) => encoded(await (answer(request) as Promise<object>));
  return async function* (request) {
    for await (const event of answer(request) as AsyncIterable<object>) yield encoded(event);
  };
}

function pathOf(service: Service, method: Method): string {
  return `/${service.name}/${method.name}`;
}

const silence: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};
