import { quietly } from "../../quietly";
import { isLoopback } from "../settings";

type Environment = Readonly<Record<string, string | undefined>>;

/** Proxy from the environment. No message may contain `address`, because it can contain credentials. */
export interface ProxySetting {
  readonly address: string;
  /** Environment variable that names the proxy, in upper case. */
  readonly variable: "HTTPS_PROXY" | "HTTP_PROXY";
}

/**
 * Returns the proxy for an endpoint, from HTTPS_PROXY or HTTP_PROXY by the endpoint's scheme. The dispatcher applies
 * NO_PROXY. Loopback addresses never use a proxy, because the key would leave this machine in clear text.
 */
export function proxyFor(endpoint: URL, env: Environment): ProxySetting | undefined {
  if (isLoopback(endpoint.hostname)) {
    return undefined;
  }
  const variable = endpoint.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = env[variable.toLowerCase()]?.trim() || env[variable]?.trim();
  if (text === undefined || text === "") {
    return undefined;
  }
  return { variable, address: /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}` };
}

/** Returns the hosts that are reached without the proxy. */
export function noProxy(env: Environment): string {
  return env.no_proxy || env.NO_PROXY || "";
}

/** Returns host and port of a proxy, without the credentials in its address. */
export function proxyHost({ address }: ProxySetting): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

/** Schemes that undici's proxy agent supports. */
const SCHEMES = new Set(["http:", "https:", "socks5:", "socks:"]);

/**
 * Returns the options of undici's proxy agent: the address, and the value of `Proxy-Authorization`. undici itself sends
 * no credentials for an address with a user and no password, and fails for a "%" that is not an escape. Returns
 * undefined for an invalid address.
 */
export function proxyAccess({ address }: ProxySetting): { readonly uri: string; readonly token?: string } | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const url = new URL(address);
  if (!SCHEMES.has(url.protocol)) {
    return undefined;
  }
  if (url.protocol.startsWith("socks") || (url.username === "" && url.password === "")) {
    return { uri: address };
  }
  const credentials = `${unescaped(url.username)}:${unescaped(url.password)}`;
  url.username = "";
  url.password = "";
  return { uri: url.href, token: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function unescaped(text: string): string {
  return quietly(() => decodeURIComponent(text)) ?? text;
}

/** Describes a proxy that opened no tunnel or forwarded no request. Returns undefined for other errors of undici. */
export function proxyRefusal(error: unknown, proxy: ProxySetting, host: string) {
  if (typeof error !== "object" || error === null || !("message" in error)) {
    return undefined;
  }
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(String(error.message))?.[1];
  if (status === undefined) {
    return undefined;
  }
  const place = `the proxy ${proxyHost(proxy)}`;
  // 4xx is the proxy's decision; 5xx means that it cannot reach the server now.
  const lasting = Number(status) < 500;
  if (status === "407") {
    return {
      lasting,
      reason: `${place} requires other credentials (407)`,
      fix: `Set the user and password in the address in ${proxy.variable}, percent-encoded.`,
    };
  }
  return {
    lasting,
    reason: `${place} refused to connect to ${host} (${status})`,
    fix: `Allow the host in the proxy, or add it to NO_PROXY if it is reached without ${proxy.variable}.`,
  };
}
