import { isLoopback } from "../loopback";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Address of the proxy for an endpoint, from HTTPS_PROXY or HTTP_PROXY by the endpoint's scheme. NO_PROXY is applied by the dispatcher.
 * This machine is never asked through a proxy: the key would leave it in clear text.
 */
export function proxyFor(endpoint: URL, env: Environment): string | undefined {
  if (isLoopback(endpoint.hostname)) {
    return undefined;
  }
  const [lower, upper] = endpoint.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const proxy = env[lower] || env[upper];
  if (proxy === undefined || proxy === "") {
    return undefined;
  }
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** Host and port of a proxy, without the credentials that its address may hold. */
export function proxyHost(proxy: string | undefined): string | undefined {
  return proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).host : undefined;
}

/** Hosts to ask directly. */
export function noProxy(env: Environment): string {
  return env.no_proxy || env.NO_PROXY || "";
}
