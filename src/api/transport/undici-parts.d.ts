// The whole of undici holds fetch, WebSocket, mocks and more: half of the provider's bundle, and 20 ms of a start. These parts are all it needs.
declare module "undici/lib/dispatcher/agent" {
  import { Agent } from "undici";
  export = Agent;
}

declare module "undici/lib/dispatcher/env-http-proxy-agent" {
  import { EnvHttpProxyAgent } from "undici";
  export = EnvHttpProxyAgent;
}

declare module "undici/lib/dispatcher/dispatcher" {
  import { Dispatcher } from "undici";
  export = Dispatcher;
}

declare module "undici/lib/api/api-connect" {
  import type { Dispatcher } from "undici";

  const connect: Dispatcher["connect"];
  export = connect;
}
