import type { Message, MessageInit, MethodName, MethodOf } from "../protocol/message-types";

/** Decoded request of a call. */
export type CallRequest<N extends MethodName> = Message<MethodOf<N>["input"]>;

/** Response of a call, including diagnostics. */
export type CallResponse<N extends MethodName> = MessageInit<MethodOf<N>["output"]>;

/** Serves one call of the protocol. */
type Handler<N extends MethodName> = MethodOf<N>["streams"] extends true
  ? (request: CallRequest<N>) => AsyncIterable<CallResponse<N>>
  : (request: CallRequest<N>) => Promise<CallResponse<N>>;

/** The served calls by name. Other calls return UNIMPLEMENTED. */
export type Handlers = { readonly [N in MethodName]?: Handler<N> };
