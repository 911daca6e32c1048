import type { Dispatcher } from "undici";
import type { Timeouts } from "../settings";
import type { ExtraCertificates } from "./certificates";
import { ExchangeFailure } from "./exchange";
import { noProxy, proxyFor } from "./proxy";

/** Sockets per server; more requests than that wait for one. */
const CONNECTIONS = 16;

/** The headers of a reply as a whole. Longer ones end the connection. */
export const LARGEST_HEADERS_KIB = 64;

export interface DispatcherSettings {
  readonly endpoint: URL;
  readonly timeouts: Timeouts;
  readonly certificates: ExtraCertificates;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Pool of kept connections to one endpoint, through a proxy where the environment asks for one. */
export async function openDispatcher(settings: DispatcherSettings): Promise<Dispatcher> {
  const { endpoint, timeouts, certificates, environment } = settings;
  const proxy = proxyFor(endpoint, environment);
  const encrypts = [endpoint.protocol, proxy].some((address) => address?.startsWith("https:"));
  const connect = { ...(encrypts && (await trust(certificates))), timeout: timeouts.connectMs };
  const shared = {
    connections: CONNECTIONS,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxHeaderSize: LARGEST_HEADERS_KIB * 1024,
    connect,
  };
  if (proxy !== undefined && !URL.canParse(proxy)) {
    throw new ExchangeFailure({ code: "PROXY_INVALID" }, false);
  }
  // Loaded here, and not with the provider: most starts of a plan make no request.
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  if (proxy === undefined) return new Agent(shared);
  return new EnvHttpProxyAgent({
    ...shared,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy: noProxy(environment),
    requestTls: connect,
    proxyTls: connect,
    proxyTunnel: endpoint.protocol === "https:",
  });
}

/**
 * One context for all connections: making one out of all authorities takes 30 ms. Certificates are verified in words, because
 * NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment turns off what is left to the runtime, and the key would go to whoever answers.
 */
async function trust({ ca }: ExtraCertificates) {
  if (ca === undefined) {
    return { rejectUnauthorized: true };
  }
  const { createSecureContext } = await import("node:tls");
  return { rejectUnauthorized: true, ca: [...ca], secureContext: createSecureContext({ ca: [...ca] }) };
}
