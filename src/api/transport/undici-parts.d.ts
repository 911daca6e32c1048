// The whole of undici loads fetch, WebSocket and more, which costs a provider 20 ms per start. These parts are what a client needs.
declare module "undici/lib/dispatcher/agent" {
  import { Agent } from "undici";
  export = Agent;
}
declare module "undici/lib/dispatcher/env-http-proxy-agent" {
  import { EnvHttpProxyAgent } from "undici";
  export = EnvHttpProxyAgent;
}
