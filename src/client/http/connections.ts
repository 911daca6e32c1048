import type { LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";
import type { Timeouts } from "../settings";
import { ConnectionError } from "./errors";
import { noProxy, type ProxySetting, proxyAccess, proxyFor, proxyHost, proxyRefusal } from "./proxy";

/**
 * Reads the certificate authorities of NODE_EXTRA_CA_CERTS, because a compiled executable ignores this variable. An
 * unreadable file leaves the defaults, as in Node.
 * @returns `ca`: all trusted authorities, or `undefined` for the defaults. `hint`: added to the message about a refused
 * certificate
 */
export function extraCertificates(environment: Readonly<Record<string, string | undefined>>) {
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: off } = environment;
  const { ca, hint } = authoritiesIn(file);
  return { ca, hint: off === "0" ? `NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored to protect the API key. ${hint}` : hint };
}

function authoritiesIn(file: string | undefined): { readonly ca?: readonly string[]; readonly hint: string } {
  if (!file) {
    return {
      hint: "Set NODE_EXTRA_CA_CERTS to the file of the certificate authority if the server uses a private one.",
    };
  }
  try {
    const ca = [...rootCertificates, readFileSync(file, "utf8")];
    return { ca, hint: `The certificate is not signed by any CA in ${file} (NODE_EXTRA_CA_CERTS).` };
  } catch (error) {
    return { hint: `The file ${file} in NODE_EXTRA_CA_CERTS could not be read (${codeOf(error)}).` };
  }
}

/** Sockets per server. Further requests wait. */
const CONNECTIONS = 16;

/** Maximum size of all response headers. Larger headers end the connection. */
const MAX_HEADERS_KIB = 64;

interface DispatcherSettings {
  readonly endpoint: URL;
  readonly timeouts: Timeouts;
  readonly certificates: ReturnType<typeof extraCertificates>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Addresses of the endpoint's host. Default: the addresses that the system resolves. A proxy looks the host up
   * itself.
   */
  readonly addresses?: readonly LookupAddress[] | undefined;
}

/** Returns a lookup of the given addresses. Node asks for one address or for all of them. */
function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) {
      return callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), []);
    }
    return all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  };
}

/** Opens a pool of kept connections to one endpoint, through a proxy if the environment sets one. */
export async function openDispatcher(settings: DispatcherSettings): Promise<Dispatcher> {
  const { endpoint, timeouts, certificates, environment, addresses } = settings;
  const proxy = proxyFor(endpoint, environment);
  const encrypts = [endpoint.protocol, proxy?.address].some((address) => address?.startsWith("https:"));
  const connect = { ...(encrypts && (await trust(certificates))), timeout: timeouts.connectMs };
  const shared = {
    connections: CONNECTIONS,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxHeaderSize: MAX_HEADERS_KIB * 1024,
    connect: addresses ? { ...connect, lookup: lookupOf(addresses) } : connect,
  };
  const access = proxy && proxyAccess(proxy);
  if (proxy !== undefined && access === undefined) {
    throw new ExchangeFailure({ code: "PROXY_INVALID" }, false);
  }
  // Loaded with the first request, because most provider processes of a plan send none.
  const { Agent, EnvHttpProxyAgent } = await import("undici");
  if (access === undefined) {
    return new Agent(shared);
  }
  const { uri, token } = access;
  return new EnvHttpProxyAgent({
    ...shared,
    httpProxy: uri,
    httpsProxy: uri,
    ...(token !== undefined && { token }),
    noProxy: noProxy(environment),
    requestTls: connect,
    proxyTls: connect,
    proxyTunnel: endpoint.protocol === "https:",
  });
}

/**
 * Creates one context for all connections, because a context takes 30 ms. `rejectUnauthorized` is set, because
 * NODE_TLS_REJECT_UNAUTHORIZED=0 changes its default. Any server could then receive the key.
 */
async function trust({ ca }: DispatcherSettings["certificates"]) {
  if (ca === undefined) {
    return { rejectUnauthorized: true };
  }
  const { createSecureContext } = await import("node:tls");
  return { rejectUnauthorized: true, ca: [...ca], secureContext: createSecureContext({ ca: [...ca] }) };
}

/**
 * Maximum size of a response body. A page of 1000 alerts with every text at its limit has about 30 MB. The open-source
 * server accepts no dashboard above 32 MiB (docs/internals/api-behavior.md 3.2, 3.6). Without a limit, a response that
 * never ends would fill the memory.
 */
const MAX_BODY_MIB = 128;
export const MAX_BODY_BYTES = MAX_BODY_MIB * 1024 * 1024;

/** Reason why an exchange failed; `started` is true if the server may have seen the request. */
export class ExchangeFailure {
  constructor(
    readonly error: unknown,
    readonly started: boolean,
  ) {}
}

/**
 * Descriptions of error codes for which a retry does not help. A `Map` is used, because a code from outside can equal
 * an inherited name such as `constructor`.
 */
const LASTING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    RESPONSE_TOO_LARGE: `the response is larger than ${MAX_BODY_MIB} MiB`,
    UND_ERR_HEADERS_OVERFLOW: `its headers are larger than ${MAX_HEADERS_KIB} KiB`,
    UND_ERR_CLOSED: "the client is closed",
    UND_ERR_DESTROYED: "the client is closed",
    UND_ERR_PRX_TLS: "the proxy's certificate is not trusted",
    UND_ERR_INVALID_ARG: "the request cannot be sent",
    PROXY_INVALID: "the address of the proxy is not a valid http or https address",
  }),
);

const REASONS: ReadonlyMap<string, string> = new Map([
  ...LASTING,
  ...Object.entries({
    ECONNREFUSED: "no server listens there, or a firewall refused the connection",
    ENOTFOUND: "the host name is unknown",
    EAI_AGAIN: "the host name could not be looked up",
    EHOSTUNREACH: "the host cannot be reached",
    ENETUNREACH: "the network cannot be reached",
    ETIMEDOUT: "the connection timed out",
    ECONNRESET: "the connection was cut",
    EPIPE: "the connection was cut",
    UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
    UND_ERR_HEADERS_TIMEOUT: "no response came in time",
    UND_ERR_BODY_TIMEOUT: "the response stopped halfway",
    UND_ERR_SOCKET: "the connection was cut",
    RESPONSE_TIMEOUT: "the response did not end in time",
  }),
]);

const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_)/;

/** Codes for a response to the TLS handshake that is not TLS. */
const NOT_TLS = /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST)|EPROTO)$/;

interface ConnectionHints {
  /** Hint for the message about a refused certificate. */
  readonly certificate: string;
  readonly proxy: ProxySetting | undefined;
}

/** Returns the error that callers see for a failed exchange. */
export function connectionError(failure: ExchangeFailure, host: string, hints: ConnectionHints): ConnectionError {
  const { error, started } = failure;
  const refusal = hints.proxy && proxyRefusal(error, hints.proxy, host);
  if (refusal !== undefined) {
    return new ConnectionError({ host, code: "PROXY_REFUSED", reached: "never", ...refusal });
  }
  const code = codeOf(error);
  if (NOT_TLS.test(code)) {
    return new ConnectionError({
      host,
      code,
      reached: "never",
      lasting: true,
      reason: "the address starts with https, but the server uses plain http",
      fix: `Use http://${host}, or the address at which the server offers https.`,
      cause: error,
    });
  }
  return new ConnectionError({
    host,
    code,
    reached: started ? "perhaps" : "never",
    lasting: CERTIFICATE.test(code) || LASTING.has(code),
    reason: reasonOf(code, failure, hints),
    cause: withoutData(error),
  });
}

/** Drops errors of undici's parser, because they contain data of the server. */
function withoutData(error: unknown): unknown {
  return typeof error === "object" && error !== null && "data" in error ? undefined : error;
}

function reasonOf(code: string, { started }: ExchangeFailure, { certificate, proxy }: ConnectionHints): string {
  const reason = CERTIFICATE.test(code)
    ? `its certificate or TLS is not accepted. ${certificate}`
    : (REASONS.get(code) ?? (/^(HPE_|HTTPParser)/.test(code) ? "the response is not HTTP" : "the exchange failed"));
  if (started || proxy === undefined) {
    return reason;
  }
  return `${reason}; ${proxy.variable} sets the proxy ${proxyHost(proxy) ?? "that is used"}`;
}

function codeOf(error: unknown): string {
  // Not `instanceof Error`: errors of the runtime may come from another realm.
  if (typeof error !== "object" || error === null) {
    return "UNKNOWN";
  }
  const named = ["code", "name"].map((field) => (error as Record<string, unknown>)[field]);
  return named.find((name) => typeof name === "string" && name !== "")?.toString() ?? "UNKNOWN";
}
