import { ConnectionError } from "../errors";
import { LARGEST_HEADERS_KIB } from "./dispatcher";
import { type ExchangeFailure, LARGEST_BODY_MIB } from "./exchange";

/** What the codes of broken connections mean, in words. A map: codes come from outside. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: "nothing listens there, or a firewall refuses",
    ENOTFOUND: "the host name is unknown",
    EAI_AGAIN: "the host name could not be looked up",
    EHOSTUNREACH: "the host cannot be reached",
    ENETUNREACH: "the network cannot be reached",
    ETIMEDOUT: "the connection timed out",
    ECONNRESET: "the connection was cut",
    EPIPE: "the connection was cut",
    UND_ERR_CONNECT_TIMEOUT: "the connection did not come to be in time",
    UND_ERR_HEADERS_TIMEOUT: "no reply came in time",
    UND_ERR_BODY_TIMEOUT: "the reply stopped halfway",
    RESPONSE_TIMEOUT: "the reply did not end in time",
    RESPONSE_TOO_LARGE: `the reply is larger than ${LARGEST_BODY_MIB} MiB`,
    UND_ERR_HEADERS_OVERFLOW: `its headers are larger than ${LARGEST_HEADERS_KIB} KiB`,
    UND_ERR_SOCKET: "the connection was cut",
    UND_ERR_CLOSED: "the client is closed",
    UND_ERR_DESTROYED: "the client is closed",
    UND_ERR_PRX_TLS: "the proxy's certificate is not trusted",
    UND_ERR_INVALID_ARG: "the request cannot be sent",
    PROXY_REFUSED: "the proxy refused to connect",
    PROXY_INVALID: "the proxy's address in the environment cannot be read",
  }),
);

/** Trying again cannot change these. */
const LASTING = new Set([
  "UND_ERR_CLOSED",
  "UND_ERR_DESTROYED",
  "UND_ERR_INVALID_ARG",
  "UND_ERR_PRX_TLS",
  "UND_ERR_HEADERS_OVERFLOW",
  "RESPONSE_TOO_LARGE",
  "PROXY_REFUSED",
  "PROXY_INVALID",
]);

const CERTIFICATE = /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_)/;

/** What else may be to blame. */
export interface ConnectionHints {
  /** Said when a certificate is refused. */
  readonly certificate: string;
  /** Host and port of the proxy in use. */
  readonly proxy: string | undefined;
}

/** Turns a failed exchange into the error that callers see. */
export function connectionError(failure: ExchangeFailure, host: string, hints: ConnectionHints): ConnectionError {
  const code = codeOf(failure.error);
  const certificate = CERTIFICATE.test(code);
  const reason = certificate
    ? `its certificate or TLS is not accepted. ${hints.certificate}`
    : (REASONS.get(code) ?? (/^(HPE_|HTTPParser)/.test(code) ? "what came back is not HTTP" : "the exchange failed"));
  return new ConnectionError({
    host,
    code,
    reached: failure.started ? "perhaps" : "never",
    lasting: certificate || LASTING.has(code),
    reason: failure.started || hints.proxy === undefined ? reason : `${reason}; a proxy is set, ${hints.proxy}`,
    cause: failure.error,
  });
}

function codeOf(error: unknown): string {
  // Not `instanceof Error`: errors of the runtime may come from another realm.
  if (typeof error !== "object" || error === null) {
    return "UNKNOWN";
  }
  if ("message" in error && /^Proxy response \(4\d\d\)/.test(String(error.message))) {
    return "PROXY_REFUSED";
  }
  const named = ["code", "name"].map((field) => (error as Record<string, unknown>)[field]);
  return named.find((name) => typeof name === "string" && name !== "")?.toString() ?? "UNKNOWN";
}
