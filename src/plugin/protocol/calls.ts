import type { Message, MessageInit, MessageName } from "./message-types";
import { messages } from "./tables";

/**
 * Name of a call. The names of its messages are nested: `Request` and `Response`, or `Event` if the call returns any
 * number of messages.
 */
type CallName = MessageName extends infer M ? (M extends `${infer N}.Request` ? N : never) : never;

type ResponseName<N extends CallName> = Extract<MessageName, `${N}.${"Response" | "Event"}`>;

type HandlerName = Uncapitalize<CallName>;

export type CallRequest<N extends HandlerName> = Message<`${Capitalize<N>}.Request`>;

/** Response of a call, including diagnostics. */
export type CallResponse<N extends HandlerName> = MessageInit<ResponseName<Capitalize<N>>>;

type Handler<N extends HandlerName> = (
  request: CallRequest<N>,
) => ResponseName<Capitalize<N>> extends `${string}.Event` ? AsyncIterable<CallResponse<N>> : Promise<CallResponse<N>>;

/** The served calls by name. Other calls return UNIMPLEMENTED. */
export type Handlers = { readonly [N in HandlerName]?: Handler<N> };

export interface RpcCall {
  readonly path: string;
  readonly handler: string;
  readonly request: MessageName;
  readonly response: MessageName;
}

export const calls: ReadonlyMap<string, RpcCall> = new Map(
  (Object.keys(messages) as MessageName[]).flatMap((request): [string, RpcCall][] => {
    const [name = "", part] = request.split(".");
    if (part !== "Request") {
      return [];
    }
    const handler = name.charAt(0).toLowerCase() + name.slice(1);
    const response = (`${name}.Event` in messages ? `${name}.Event` : `${name}.Response`) as MessageName;
    return [[name, { path: `/tfplugin6.Provider/${name}`, handler, request, response }]];
  }),
);
