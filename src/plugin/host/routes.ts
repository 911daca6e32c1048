import { StatusCode, StatusError } from "../grpc-encoding";
import type { Route } from "../grpc-server";
import { controllerService, messages, providerService, stdioService } from "../protocol/tables";
import type { Handlers } from "../rpc/handlers";
import { decodeMessage } from "../wire/decode-message";
import { encodeMessage } from "../wire/encode-message";
import type { Method, Service } from "../wire/message-field";

type Routes = ReadonlyMap<string, Route>;

/**
 * The provider's calls by path.
 * @param load gives the handlers, at the first call that needs them and from then on
 * @param preparedSchema what the call for the schema answers; without it the handlers do
 */
export function providerRoutes(load: () => Promise<Handlers>, preparedSchema: Uint8Array | undefined): Routes {
  const routes = providerService.methods.map(
    (method) => [pathOf(providerService, method), route(method, load)] as const,
  );
  const prepared = preparedSchema && ([["/tfplugin6.Provider/GetProviderSchema", async () => preparedSchema]] as const);
  return new Map<string, Route>([...routes, ...(prepared ?? [])]);
}

/** The calls of go-plugin. `shutdown` is called when the host is done with this process. */
export function pluginRoutes(shutdown: () => void): Routes {
  const goodbye: Route = async (_request, onClose) => {
    onClose(shutdown);
    return new Uint8Array();
  };
  return new Map([
    ...controllerService.methods.map((method) => [pathOf(controllerService, method), goodbye] as const),
    // What the provider has to say goes to stderr, so this stream stays open and silent.
    ...stdioService.methods.map((method) => [pathOf(stdioService, method), () => silence] as const),
  ]);
}

type AnyHandler = (request: object) => Promise<object> | AsyncIterable<object>;

function route(method: Method, load: () => Promise<Handlers>): Route {
  const { input, output, streams } = method;
  const encoded = (message: object) => encodeMessage(messages, output, message);
  if (!streams) {
    return async (request) => {
      const handler = handlerOf(method, await load());
      return encoded(await (handler(decodeMessage(messages, input, request)) as Promise<object>));
    };
  }
  return async function* (request) {
    const handler = handlerOf(method, await load());
    const events = handler(decodeMessage(messages, input, request)) as AsyncIterable<object>;
    for await (const event of events) yield encoded(event);
  };
}

function handlerOf({ name, localName }: Method, handlers: Handlers): AnyHandler {
  const handler: unknown = (handlers as Readonly<Record<string, unknown>>)[localName];
  if (typeof handler !== "function") throw new StatusError(StatusCode.unimplemented, `This provider has no ${name}.`);
  return handler as AnyHandler;
}

function pathOf(service: Service, method: Method): string {
  return `/${service.name}/${method.name}`;
}

const silence: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
};
