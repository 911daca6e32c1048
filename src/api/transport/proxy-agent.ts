import type { EnvHttpProxyAgent as Agent } from "undici";
import connect from "undici/lib/api/api-connect";
import Dispatcher from "undici/lib/dispatcher/dispatcher";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent";

// The whole of undici gives its dispatchers their methods when it loads. A tunnel needs this one.
Dispatcher.prototype.connect = connect;

/** Connections through proxies. Loaded where there is one. */
export function proxyAgent(options: Agent.Options): Agent {
  return new EnvHttpProxyAgent(options);
}
