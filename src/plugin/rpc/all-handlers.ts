import type { Message, MessageInit, MethodName, MethodOf } from "../protocol/message-types";
import { applyHandlers } from "./apply";
import { configureHandlers } from "./configure";
import { dataSourceHandlers, ephemeralHandlers, functionHandlers, listHandlers } from "./data-source";
import { generateConfigHandlers } from "./generate-config";
import { importHandlers, moveHandlers } from "./import";
import { planHandlers } from "./plan";
import type { ProviderServer } from "./provider-server";
import { readHandlers } from "./read";
import { describeHandlers } from "./schema";
import { upgradeHandlers } from "./upgrade";
import { validateHandlers } from "./validate";

/** Returns the handlers of every call that the runtime serves. */
export function allHandlers<Session>(server: ProviderServer<Session>): Handlers {
  return {
    ...describeHandlers(server),
    ...configureHandlers(server),
    ...validateHandlers(server),
    ...planHandlers(server),
    ...applyHandlers(server),
    ...readHandlers(server),
    ...importHandlers(server),
    ...generateConfigHandlers(server),
    ...upgradeHandlers(server),
    ...moveHandlers(server),
    ...dataSourceHandlers(server),
    ...ephemeralHandlers(server),
    ...listHandlers(server),
    ...functionHandlers(server),
  };
}

/** Decoded request of a call. */
export type Request<N extends MethodName> = Message<MethodOf<N>["input"]>;

/** Response of a call, including diagnostics. */
export type Response<N extends MethodName> = MessageInit<MethodOf<N>["output"]>;

/** Serves one call of the protocol. */
export type Handler<N extends MethodName> = MethodOf<N>["streams"] extends true
  ? (request: Request<N>) => AsyncIterable<Response<N>>
  : (request: Request<N>) => Promise<Response<N>>;

/** The served calls by name. Other calls return UNIMPLEMENTED. */
export type Handlers = { readonly [N in MethodName]?: Handler<N> };
