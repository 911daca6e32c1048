// The whole of undici loads fetch, WebSocket and more, which costs a provider 20 ms per start. This part is all that direct connections need.
declare module "undici/lib/dispatcher/agent" {
  import { Agent } from "undici";
  export = Agent;
}
